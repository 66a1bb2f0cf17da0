import type { Block } from '../../src/content/block.ts'
import { recordingsIn } from '../../src/content/recordings.ts'

test('a broken recording is left out alone (BLOCK-4)', () => {
  const sound: Block = { type: 'audio', sources: [{ src: '/a.mp3' }] }
  const broken = [
    { type: 'audio' },
    { type: 'video', sources: [] },
    { type: 'video', sources: [{}] },
  ] as unknown as Block[]
  expect(recordingsIn([...broken, sound])).toEqual([sound])
})

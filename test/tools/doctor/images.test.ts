import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { newsroomImageChecks } from '../../../tools/doctor/checks/media.ts'

const MB = 1024 * 1024
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'))
  await mkdir(join(folder, '2026/11'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const findingOf = async (megabytes: number) => {
  const [check] = newsroomImageChecks(folder, megabytes * MB)
  return check?.run()
}

test('IMG-23: the doctor names images of the newsroom that take too much, and what is no image', async () => {
  const image = sharp({ create: { width: 2560, height: 1440, channels: 3, background: '#5b3fd6' } })
  await writeFile(join(folder, '2026/11/szeroki.avif'), await image.clone().avif({ effort: 0 }).toBuffer())
  await writeFile(join(folder, '2026/11/zwykly.jpg'), await image.jpeg().toBuffer())
  await writeFile(join(folder, 'notatki.txt'), 'x')
  expect(await findingOf(128)).toMatchObject({ state: 'good', says: '2 images of the newsroom can be shown.' })
  await writeFile(join(folder, '2026/11/pusty.png'), '')
  const { state, says } = (await findingOf(64)) ?? {}
  expect([state, says]).toEqual(['weak', expect.stringMatching(/^2 of 3 images/)])
  expect(says).toMatch(/2026\/11\/szeroki\.avif: 2560 x 1440 pixels of avif would take 1\d\d MB .*MEDIA_MEMORY_MB/)
  expect(says).toMatch(/2026\/11\/pusty\.png: not a JPEG/)
})

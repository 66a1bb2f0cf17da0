import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { watchFolders } from '../../tools/dev/watch-folders.ts'
import { until } from '../support/until.ts'

let folder: string
let watching: { close(): void }
const saved = new Set<string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watch-'))
  watching = await watchFolders([folder], (path) => saved.add(path))
})
afterAll(async () => {
  watching.close()
  await rm(folder, { recursive: true, force: true })
})

test('files in folders that have just come are seen, whenever they are written', async () => {
  const paths = Array.from({ length: 60 }, (_, index) => join(folder, `new-${index}`, 'a', 'b', 'file.ts'))
  for (const [index, path] of paths.entries()) {
    // From at once to well after the first event.
    for (const step of ['../..', '..', '.']) {
      await mkdir(join(path, '..', step), { recursive: true })
      await wait(index % 6)
    }
    await writeFile(path, 'export {}\n')
  }
  await until(
    () => paths.filter((path) => !saved.has(path)),
    (missed) => missed.length === 0,
  )
})

test('what cannot be read ends nothing: a link to itself, a folder that becomes a file', async () => {
  for (let round = 0; round < 20; round++) {
    const place = join(folder, `turn-${round}`)
    await mkdir(place)
    await writeFile(join(place, 'inside.ts'), 'export {}\n')
    await symlink(`loop-${round}`, join(folder, `loop-${round}`))
    await rm(place, { recursive: true })
    await writeFile(place, 'export {}\n')
  }
  await until(
    () => Array.from({ length: 20 }, (_, round) => join(folder, `turn-${round}`)).filter((path) => !saved.has(path)),
    (missed) => missed.length === 0,
  )
  expect([...saved].filter((path) => path.includes('loop-'))).toEqual([])
})

test('a link to itself in a folder that is watched from the start ends nothing', async () => {
  const other = await mkdtemp(join(tmpdir(), 'watch-'))
  await symlink('loop', join(other, 'loop'))
  const others = await watchFolders([other], (path) => saved.add(path))
  await writeFile(join(other, 'next.ts'), 'export {}\n')
  await until(() => saved.has(join(other, 'next.ts')), Boolean)
  others.close()
  await rm(other, { recursive: true, force: true })
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

type Watching = { close(): void }

let folder: string
let watching: Watching
const saved = new Set<string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watch-'))
  const watch: { watchFolders(folders: string[], onSaved: (path: string) => void): Promise<Watching> } = await import(
    pathToFileURL(join(ROOT, 'development/watch.mjs')).href
  )
  watching = await watch.watchFolders([folder], (path: string) => saved.add(path))
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

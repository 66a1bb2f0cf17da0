import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRegularFile } from '../../src/system/files.ts'
import { startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const fifo = (path: string) => void execFileSync('mkfifo', [path])

test('a file is read whole, also through a link; one above the limit is not (COST-35)', async () => {
  const file = join(folder, 'a')
  await writeFile(file, 'zażółć')
  await symlink(file, join(folder, 'b'))
  expect((await readRegularFile(file, 100)).toString()).toBe('zażółć')
  expect((await readRegularFile(join(folder, 'b'), 100)).toString()).toBe('zażółć')
  await expect(readRegularFile(file, 5)).rejects.toThrow('may be read')
  await expect(readRegularFile(join(folder, 'none'), 5)).rejects.toThrow('ENOENT')
})

test('a FIFO, a folder and a device are errors at once (COST-35)', async () => {
  fifo(join(folder, 'a'))
  for (const path of [join(folder, 'a'), folder, '/dev/zero']) {
    await expect(readRegularFile(path, 100)).rejects.toThrow('not a regular file')
  }
})

test('the portal starts, and shows pages, with FIFOs in place of all files that it reads (COST-76, COST-35)', async () => {
  const newsroom = join(folder, 'newsroom')
  await cp(join(ROOT, 'newsroom'), newsroom, { recursive: true })
  const pages = join(folder, 'pages.bin')
  for (const path of [
    pages,
    join(newsroom, 'akademia/menu.yaml'),
    join(newsroom, 'akademia/fifo.html'),
    join(newsroom, 'images/2026/11/fifo.webp'),
  ]) {
    await rm(path, { force: true })
    fifo(path)
  }
  const portal = await startProcess({ NEWSROOM_DIR: newsroom, PAGE_CACHE_FILE: pages })
  try {
    await portal.ready()
    expect(await portal.status('/')).toBe(200)
    expect(await portal.status('/media/2026/11/fifo.webp')).toBe(404)
    expect(portal.lines().filter(({ file }) => file === pages)).toMatchObject([{ msg: 'kept pages cannot be read' }])
  } finally {
    await portal.stop()
  }
})

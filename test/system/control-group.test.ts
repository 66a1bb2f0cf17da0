import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { groupMemory } from '../../src/system/memory.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'groups-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function memory(files: Record<string, string>, own = '') {
  for (const [path, text] of Object.entries({ ...files, own })) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return groupMemory(root, join(root, 'own'))
}

test('OBS-43: a container’s limit and use, without cached files, in version 2', async () => {
  const files = {
    'memory.max': '536870912\n',
    'memory.current': '300000000\n',
    'memory.stat': 'anon 180000000\nfile 110000000\ninactive_file 100000000\n',
  }
  expect(await memory(files, '0::/\n')).toEqual({ limit: 536_870_912, used: 200_000_000 })
})

test('OBS-43: the strictest limit of a service and the slices around it counts, with what that group uses', async () => {
  const files = {
    'system.slice/memory.max': '1000\n',
    'system.slice/memory.current': '700\n',
    'system.slice/szpalta.service/memory.max': '2000\n',
    'system.slice/szpalta.service/memory.current': '500\n',
  }
  expect(await memory(files, '0::/system.slice/szpalta.service\n')).toEqual({ limit: 1000, used: 700 })
})

test('OBS-43: version 1, whose own folder is the mounted root in a container', async () => {
  const files = {
    'memory/memory.limit_in_bytes': '536870912\n',
    'memory/memory.usage_in_bytes': '400000000\n',
    'memory/memory.stat': 'cache 1\ninactive_file 5\ntotal_inactive_file 50000000\n',
  }
  const own = '5:cpu,cpuacct:/x\n4:memory:/docker/0123abcd\n'
  expect(await memory(files, own)).toEqual({ limit: 536_870_912, used: 350_000_000 })
})

test('OBS-43: without a limit, and without control groups, there is none', async () => {
  expect(await memory({})).toBeUndefined()
  expect(await memory({ 'memory.max': 'max\n', 'memory.current': '1\n' }, '0::/\n')).toBeUndefined()
  const unlimited = { 'memory/memory.limit_in_bytes': '9223372036854771712\n' }
  expect(await memory(unlimited, '4:memory:/\n')).toBeUndefined()
  expect(await memory({ 'memory.max': '\n' }, 'nonsense')).toBeUndefined()
})

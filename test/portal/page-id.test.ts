import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { fingerprintOf } from '../../src/portal/fingerprint.ts'
import { readEnv } from '../support/customer-site.ts'
import { ROOT } from '../support/root.ts'

const PAGES = ['views/article/article-header.tsx', 'amp/shell.ts', 'src/languages/messages/pl.ts']
const OTHERS = [
  'src/system/store/redis.ts',
  'src/server.ts',
  'src/features/newsletter/store/sqlite/sqlite-store.ts',
  'mail/letter.ts',
]

/** The build's own modules, with the server's real graph; an id for each changed module, and for another manifest. */
const SCRIPT = `import { cp, readFile, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { pageModules, writePageId } from './build/page-id.mjs'
import { PROGRAMS, programOptions } from './build/programs.mjs'
const [folder, ...changed] = process.argv.slice(1)
const options = programOptions('dist', 'server', PROGRAMS.server, () => undefined)
const { metafile } = await build({ ...options, write: false })
for (const name of ['assets.json', 'amp-styles.json']) await cp('dist/' + name, folder + '/' + name)
const idWith = async (other) => {
  await writePageId(folder, metafile, async (path) => (path === other ? 'another' : path))
  return readFile(folder + '/page-id', 'utf8')
}
const ids = {}
for (const path of ['', ...changed]) ids[path] = await idWith(path)
await writeFile(folder + '/assets.json', '{}')
ids.manifest = await idWith()
console.log(JSON.stringify({ ids, inputs: Object.keys(metafile.inputs), modules: pageModules(metafile) }))`
const resultSchema = z.object({
  ids: z.record(z.string(), z.string()),
  inputs: z.array(z.string()),
  modules: z.array(z.string()),
})

let result: z.output<typeof resultSchema>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-id-'))
  const parameters = ['--input-type=module', '-e', SCRIPT, folder, ...PAGES, ...OTHERS]
  const { stdout } = await promisify(execFile)('node', parameters, { cwd: ROOT, maxBuffer: 4 * 1024 * 1024 })
  result = resultSchema.parse(JSON.parse(stdout))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('REL-9 modules that make pages are those of pages, AMP, content and languages, and what they import', () => {
  const modules = new Set(result.modules)
  const ofPages = result.inputs.filter((path) =>
    /^(?:views|amp|src\/(?:content|seo|syndication|languages|services|site|sources|integrations))\//.test(path),
  )
  expect(ofPages.length).toBeGreaterThan(300)
  expect(ofPages.filter((path) => !modules.has(path))).toEqual([])
  for (const path of ['src/languages/messages/pl.ts', 'src/site/theme.ts', 'mail/issue.ts'])
    expect([path, modules.has(path)]).toEqual([path, true])
  expect(result.modules.some((path) => path.startsWith('node_modules/react-dom/'))).toBe(true)
})

test('REL-9 the id is another one when such a module is, or a file that pages name, and no other time', () => {
  const { ids, inputs } = result
  expect([...PAGES, ...OTHERS].filter((path) => !inputs.includes(path))).toEqual([])
  expect(OTHERS.filter((path) => ids[path] !== ids[''])).toEqual([])
  const different = new Set(['', 'manifest', ...PAGES].map((path) => ids[path]))
  expect(different.size).toBe(PAGES.length + 2)
})

test('REL-9 a build with another id, a setting that pages show: other pages; a program or a secret alone: the same', async () => {
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  await write('page-id', 'one')
  const before = await fingerprintOf(folder, readEnv({}))
  await write('build-id', 'another')
  for (const beside of [{ WARM_UP: '7' }, { PAGE_CACHE_FILE_MB: '32' }, { ASSETS_URL: 'https://files.example/a' }])
    expect([beside, await fingerprintOf(folder, readEnv(beside))]).toEqual([beside, before])
  // Headers are stored with pages.
  for (const shown of [{ ROBOTS: 'noindex' }, { EDGE_MAX_AGE: '600' }, { PAGE_MAX_AGE: '10' }])
    expect([shown, await fingerprintOf(folder, readEnv(shown))]).not.toEqual([shown, before])
  await write('page-id', 'two')
  expect(await fingerprintOf(folder, readEnv({}))).not.toBe(before)
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { ROOT } from '../support/root.ts'

const TABLE = 'src/client/modules.ts'
/** Limit of docs/decisions/117. */
const MOST_FILES = 60
const MOST_LINES = 300
/** Built for themselves, not loaded by a page's script: the worker, the offline page, and what stands in pages. */
const ENTRIES = [
  'src/client/boot/boot.ts',
  'src/client/features/reading-start.ts',
  'src/client/service-worker/offline.ts',
  'src/client/service-worker/sw.ts',
]

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', 'src/client', 'views/islands'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.tsx?$/.test(file))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Modules that a file imports when it runs, without its types and comments. */
async function importsOf(file: string): Promise<string[]> {
  const { code } = await transform(read(file), { loader: 'tsx', jsx: 'automatic', minifySyntax: true })
  return [...code.matchAll(/\bimport\(\s*([^)]*)\)/g)].map(([, name = '']) => name.replace(/^["'`]|["'`]$/g, ''))
}

test('browser code is at most 60 files, none of more than 300 lines', () => {
  expect(files).toContain(TABLE)
  expect(files.length).toBeLessThanOrEqual(MOST_FILES)
  expect(files.filter((file) => read(file).split('\n').length - 1 > MOST_LINES)).toEqual([])
})

test('the table of modules is the only file that loads one', async () => {
  const loading = await Promise.all(files.map(async (file) => ((await importsOf(file)).length > 0 ? [file] : [])))
  expect(loading.flat()).toEqual([TABLE])
})

test('every module is in the table once, under one name', async () => {
  const loaded = await importsOf(TABLE)
  expect(loaded.length).toBeGreaterThan(20)
  expect(loaded.filter((name, index) => loaded.indexOf(name) !== index)).toEqual([])
})

test('no script of a page is added but by the table, its loader, and third parties', () => {
  const adding = files.filter((file) => /createElement\('script'\)/.test(read(file)))
  expect(adding).toEqual(['src/client/integrations/script.ts'])
})

test('the build begins with one script of a page, and what is not loaded by it', () => {
  const named = [...`${read('build/browser.mjs')}${read('build/worker.mjs')}`.matchAll(/'(src\/client\/[^']+)'/g)]
  expect([...new Set(named.map(([, file]) => file))].sort()).toEqual(ENTRIES)
})

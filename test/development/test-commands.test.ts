import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../support/root.ts'

/** Test files that a command would run, in order. */
function listed(...args: string[]): string[] {
  const output = execFileSync('node', ['test/run.mjs', ...args, '--listTests', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const paths: unknown = JSON.parse(output.slice(output.indexOf('[')))
  if (!Array.isArray(paths)) throw new Error('no list of tests')
  return paths.map((path) => relative(ROOT, String(path))).sort()
}

const folderOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .sort()

test('`npm test` and `npm run test:world` run each file once, together', () => {
  const [change, world] = [listed('change'), listed('world')]
  expect([...change, ...world].sort()).toEqual(folderOf('test'))
  const folders = ['test/wordpress/', 'test/faults/', 'test/cluster/', 'test/features/newsletter/store/p']
  expect(change.filter((path) => folders.some((folder) => path.startsWith(folder)))).toEqual([])
  expect(change.filter((path) => path.startsWith('test/browser/'))).toEqual(['test/browser/core-list/chromium.test.ts'])
  expect(change).toEqual(expect.arrayContaining(folderOf('test/views')))
})

test('files and folders that are named run whichever kind they are of', () => {
  expect(listed('change', 'test/wordpress')).toEqual(expect.arrayContaining(folderOf('test/wordpress')))
})

test('what names real input runs once more without it, and nothing else', () => {
  const files = listed('real-input')
  expect(files).toEqual(expect.arrayContaining(['test/amp/real-input.test.ts', 'test/wordpress/walk.test.ts']))
  expect(files).not.toContain('test/wordpress/blocks.test.ts')
  expect(files.length).toBeLessThan(20)
})

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../support/root.ts'

const run = promisify(execFile)
/** What a build reads. */
const LINKED = [
  'src',
  'views',
  'amp',
  'mail',
  'tools',
  'languages',
  'node_modules',
  'package.json',
  'package-lock.json',
]
const COPIED = ['build', 'dist', 'sites', 'newsroom', 'tsconfig.json']
const PARTS = ['dist/server.js', 'dist/site.json', 'dist/newsroom-index.jsonl']

let folder: string
const at = (path: string): string => join(folder, path)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'builds-'))
  for (const name of LINKED) await symlink(join(ROOT, name), at(name))
  for (const name of COPIED) await cp(join(ROOT, name), at(name), { recursive: true })
  // In place of a whole build.
  await writeFile(at('esbuild.config.mjs'), "import { writeFileSync } from 'node:fs'\nwriteFileSync('whole', '')\n")
  const write =
    "const { inputsOf, writeInputs } = await import('./build/inputs.mjs'); await writeInputs('dist', await inputsOf())"
  await node('--input-type=module', '--eval', write)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const node = (...args: string[]) => run('node', args, { cwd: folder, env: { PATH: process.env.PATH } })

/** @returns the parts that are written again before `npm start` */
async function written(): Promise<string[]> {
  const times = () => Promise.all(PARTS.map(async (path) => (await stat(at(path))).mtimeMs))
  const before = await times()
  await node('build/before-start.mjs')
  const after = await times()
  return [
    ...PARTS.filter((_path, index) => after[index] !== before[index]),
    ...(existsSync(at('whole')) ? ['whole'] : []),
  ]
}

test('RUN-12 nothing that is as it was', async () => {
  expect(await written()).toEqual([])
})

test('RUN-12 what is made of the site folder, and no program', async () => {
  const file = at('sites/szpalta/group.yaml')
  await writeFile(file, (await readFile(file, 'utf8')).replace('name: Szpalta', 'name: Inna Szpalta'))
  expect(await written()).toEqual(['dist/site.json'])
  expect(await readFile(at('dist/site.json'), 'utf8')).toContain('Inna Szpalta')
  expect(await written()).toEqual([])
})

test('RUN-12 the index of a newsroom', async () => {
  await appendFile(at('newsroom/pages/przewodnik.html'), '\n')
  expect(await written()).toEqual(['dist/newsroom-index.jsonl'])
  expect(await written()).toEqual([])
})

test('RUN-12 everything, when a source of the program has changed, or a build was interrupted', async () => {
  await rm(at('dist/inputs.json'))
  expect(await written()).toEqual(['whole'])
  await rm(at('whole'))
  await appendFile(at('tsconfig.json'), '\n')
  expect(await written()).toEqual(['whole'])
})

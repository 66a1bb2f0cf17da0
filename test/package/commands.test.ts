import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commandLine } from '../../src/system/command-line.ts'
import { COMMANDS } from '../../tools/command-line/commands.ts'
import { projectWithPackage } from '../support/packed.ts'
import { ROOT } from '../support/root.ts'

const MEGABYTE = 1024 * 1024
const MOST_BYTES = 12 * MEGABYTE
const COMMAND = 'node_modules/szpalta/bin/szpalta.mjs'
/** Of packages, and of a table that no command prints. */
const OTHERS = ['build', 'desk', 'lint', 'test:types', 'transpile'].map((name) => `npm run ${name}`)
const NAMES = Object.keys(COMMANDS)

let project: string
let files: string[]
let unpackedSize: number
beforeAll(async () => {
  ;({ project, files, unpackedSize } = await projectWithPackage())
})
afterAll(() => rm(project, { recursive: true }))

interface Outcome {
  code: number
  out: string
  err: string
}

async function szpalta(args: string[], cwd = project): Promise<Outcome> {
  const command = [join(project, COMMAND), ...args]
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, {
      cwd,
      env: { PATH: process.env.PATH },
    })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = Object(error)
    return { code: Number(code), out: String(stdout), err: String(stderr) }
  }
}

test('SITE-13 the package has what runs, at most 12 MB, and neither sources, source maps nor the Polish demo', () => {
  process.stderr.write(`\n  szpalta, unpacked: ${(unpackedSize / MEGABYTE).toFixed(2)} MB in ${files.length} files\n\n`)
  expect(unpackedSize).toBeLessThanOrEqual(MOST_BYTES)
  const needed = ['bin/szpalta.mjs', 'dist/server.js', 'dist/health.js', 'dist/extension.js', 'dist/testing.js']
  const others = ['types/src/site/extension/extension.d.ts', 'types/tools/testing.d.ts', 'schemas/service.json']
  const texts = ['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/THIRD-PARTY-NOTICES.txt', 'sites/courier/group.yaml']
  expect(files).toEqual(expect.arrayContaining([...needed, ...others, ...texts]))
  expect(files.filter((path) => /\.map$|^(?:src|test|bench|views|newsroom|node_modules)\//.test(path))).toEqual([])
})

test('SITE-13 everything that `exports`, `bin` and the declarations name is in the package', async () => {
  const { exports, bin } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const named = [Object.values(bin), Object.values(exports).map((one) => Object.values(Object(one)))].flat(2)
  const paths = named.flatMap((one) => (String(one).startsWith('./') ? [String(one).slice(2)] : []))
  expect(paths.length).toBeGreaterThan(3)
  expect(paths.filter((path) => !files.includes(path))).toEqual([])
})

test('SITE-13 --version is that of the package, and --help names every command', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  expect(await szpalta(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  const { code, out } = await szpalta(['--help'])
  expect(code).toBe(0)
  expect([...out.matchAll(/^ {2}([a-z:-]+) {2,}\S/gm)].map(([, name]) => name)).toEqual(NAMES)
})

test.each(NAMES)('SITE-13 %s --help says how it is typed, without a site', async (name) => {
  const { code, out, err } = await szpalta([name, '--help'])
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain(`usage: npx szpalta ${name}`)
})

test('SITE-20 what the package prints names commands of the package alone', async () => {
  const usages = await Promise.all(NAMES.map(async (name) => (await szpalta([name, '--help'])).out))
  const printed = [...usages, (await szpalta(['--help'])).out].join('')
  const named = [...printed.matchAll(/npx szpalta ([a-z:-]+)/g)].map(([, name]) => name)
  expect(named.filter((name) => name !== undefined && !NAMES.includes(name) && !name.startsWith('--'))).toEqual([])
  expect(printed).not.toMatch(/npm (?:run|start)/)
  // A new text that names one by itself would be wrong in one of the two.
  const programs = files.filter((path) => /^dist\/(?:chunks\/.*|[a-z-]+)\.js$/.test(path))
  const texts = await Promise.all(programs.map((path) => readFile(join(project, 'node_modules/szpalta', path), 'utf8')))
  const fixed = texts.flatMap((text) => text.match(/npm run [a-z][\w:-]*|npm start\b/g) ?? [])
  expect([...new Set(fixed)].filter((one) => !OTHERS.includes(one)).sort()).toEqual(['npm start'])
})

test.each([
  [['doctro'], 'did you mean "doctor"?'],
  [['newsletter-send'], 'did you mean "newsletter:send"?'],
  [['import'], 'did you mean "newsroom:import" or "newsletter:import"?'],
  [['fly'], 'usage: npx szpalta <command>'],
  [[], 'usage: npx szpalta <command>'],
  [['start', '--site'], '--site needs a value'],
  [['start', '--prot', '3000'], 'start takes no "--prot"'],
  [['demo', '--language', 'tlh'], '--language must be one of en, pl'],
])('SITE-13 szpalta %j ends with 2 and says what is wrong', async (args, words) => {
  const { code, out, err } = await szpalta(args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(words)
})

test('SITE-13 a folder without a site has its beginnings named, one with several their names', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'empty-'))
  const none = await szpalta(['start'], empty)
  expect(none.code).toBe(2)
  expect(none.err).toContain('npx szpalta start --wordpress https://blog.example')
  expect(none.err).toContain('npx szpalta site:new')
  for (const site of ['jeden', 'dwa']) {
    await mkdir(join(empty, 'sites', site), { recursive: true })
    await writeFile(join(empty, 'sites', site, 'group.yaml'), 'version: 1\n')
  }
  const several = await szpalta(['doctor'], empty)
  expect([several.code, several.err]).toEqual([
    2,
    'There are several sites in this folder. Name one:\n  npx szpalta doctor --site sites/dwa\n  npx szpalta doctor --site sites/jeden\n',
  ])
  await rm(empty, { recursive: true })
})

test('SITE-20 a site that the package has written names its commands, and starts by them', async () => {
  const { code, out } = await szpalta(['site:new', 'gazeta'])
  expect(code).toBe(0)
  expect(out).toContain('  npx szpalta start --site sites/gazeta\n')
  const group = await readFile(join(project, 'sites/gazeta/group.yaml'), 'utf8')
  expect(group).toContain('"npx szpalta doctor"')
  expect(group).toContain('$schema=../../node_modules/szpalta/schemas/group.json')
  const { out: said, err } = await szpalta(['newsletter:export'])
  expect([err, said.split('\n')[0]]).toEqual(['', expect.stringContaining('email')])
})

test('SITE-20 one rule names commands for a package and for a clone', () => {
  const site = { site: 'sites/my site', wordpress: 'https://blog.example' }
  expect(commandLine('start', site, true)).toBe(
    "npx szpalta start --site 'sites/my site' --wordpress https://blog.example",
  )
  expect(commandLine('start', site, false)).toBe(
    "SITE_DIR='sites/my site' CONTENT=wordpress CMS_URL=https://blog.example npm start",
  )
  expect(commandLine('messages', { args: 'fr' }, true)).toBe('npx szpalta messages fr')
  expect(commandLine('messages', { args: 'fr' }, false)).toBe('npm run messages -- fr')
})

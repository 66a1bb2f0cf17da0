import { transform } from 'esbuild'
import { type Check, differences, type Fault, lineAt, projectFiles, read, unless } from './project.ts'

const TABLE = 'src/client/modules.ts'
/** Limit of docs/decisions/117. */
const MOST_FILES = 63
const MOST_LINES = 300
/** Built for themselves, not loaded by a page's script: the worker, the offline page, and what stands in pages. */
const ENTRIES = [
  'src/client/boot/boot.ts',
  'src/client/service-worker/offline.ts',
  'src/client/service-worker/sw.ts',
  'src/client/service-worker/push.ts',
]

const files = projectFiles('src/client', 'views/islands').filter((file) => /\.tsx?$/.test(file))

/** Modules that a file imports when it runs, without its types and comments. */
async function importsOf(file: string): Promise<string[]> {
  const { code } = await transform(read(file), { loader: 'tsx', jsx: 'automatic', minifySyntax: true })
  return [...code.matchAll(/\bimport\(\s*([^)]*)\)/g)].map(([, name = '']) => name.replace(/^["'`]|["'`]$/g, ''))
}

const ADDS_SCRIPT = "createElement('script')"
const MAY_ADD_SCRIPTS = 'src/client/integrations/script.ts'

async function loaders(): Promise<Fault[]> {
  const imports = await Promise.all(files.map(async (file) => ((await importsOf(file)).length > 0 ? [file] : [])))
  return imports
    .flat()
    .filter((file) => file !== TABLE)
    .map((file) => ({
      file,
      line: lineAt(read(file), read(file).indexOf('import(')),
      problem: `only ${TABLE} loads modules`,
    }))
}

async function loadedTwice(): Promise<Fault[]> {
  const loaded = await importsOf(TABLE)
  const twice = loaded.filter((name, index) => loaded.indexOf(name) !== index)
  return [
    ...unless(loaded.length > 20, TABLE, 'fewer than 20 modules'),
    ...twice.map((name) => ({
      file: TABLE,
      line: lineAt(read(TABLE), read(TABLE).lastIndexOf(name)),
      problem: `${name} twice`,
    })),
  ]
}

const sizes = (): Fault[] => [
  ...unless(files.includes(TABLE), TABLE, 'is not there'),
  ...unless(files.length <= MOST_FILES, 'src/client', `${files.length} files, at most ${MOST_FILES}`),
  ...files
    .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ file, lines }) => ({ file, line: MOST_LINES, problem: `${lines} lines, at most ${MOST_LINES}` })),
]

const scripts = (): Fault[] => {
  const adding = files.filter((file) => read(file).includes(ADDS_SCRIPT))
  return [
    ...unless(adding.includes(MAY_ADD_SCRIPTS), MAY_ADD_SCRIPTS, 'adds no script'),
    ...adding
      .filter((file) => file !== MAY_ADD_SCRIPTS)
      .map((file) => ({ file, line: lineAt(read(file), read(file).indexOf(ADDS_SCRIPT)), problem: 'adds a script' })),
  ]
}

const entries = (): Fault[] => {
  const named = [...`${read('build/browser.mjs')}${read('build/worker.mjs')}`.matchAll(/'(src\/client\/[^']+)'/g)]
  return differences(
    'build/browser.mjs',
    named.map(([, file = '']) => file),
    ENTRIES,
  )
}

export const BROWSER_CHECKS: Check[] = [
  { name: 'browser code is at most 63 files, none of more than 300 lines', faults: sizes },
  { name: 'the table of modules is the only file that loads one', faults: loaders },
  { name: 'every module is in the table once, under one name', faults: loadedTwice },
  {
    name: 'no script of a page is added but by the table, its loader, and third parties',
    faults: scripts,
  },
  { name: 'the build begins with one script of a page, and what is not loaded by it', faults: entries },
  {
    name: 'texts of another size grow from every size that they are set in (AID-1)',
    faults: textSizes,
  },
]

/** Sizes of the styles that readers' choice of a size replaces, by their names. */
function textSizes(): Fault[] {
  const file = 'views/styles/tokens.css'
  const pairs = (text: string, pattern: RegExp): Map<string, string> =>
    new Map([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]))
  const sizes = pairs(read(file), /^ {2}(--size-[\w]+): (?!calc\()(.+);$/gm)
  const scaled = pairs(read(file), /^ {2}([\w-]+): calc\((.+) \* var\(--text-scale\)\);$/gm)
  const names = ['--size-1', '--size-2', '--size-3', '--size-4', '--size-5'].map((name) => [name, name] as const)
  return [['font-size', '--size-text'] as const, ...names].flatMap(([name, token]) =>
    unless(sizes.has(token) && scaled.get(name) === sizes.get(token), file, `${name} is not that of ${token}`),
  )
}

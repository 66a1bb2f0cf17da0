import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { PROGRAM_FOLDERS } from '../support/program-folders.ts'
import { ROOT } from '../support/root.ts'

const REGISTER = 'docs/requirements'
const OWN_PATH = 'test/docs/requirements.test.ts'
const FOLDERS = [...PROGRAM_FOLDERS, 'test', 'bench', 'deploy', 'docs', 'build', 'newsroom']
/** Other people's code, and content. */
const SKIPPED = /^(?:bench\/rivals|test\/fuzz\/kept|newsroom\/(?!README))|\/fixtures\/hub\/|node_modules/
const CODE = /\.(?:tsx?|m?js|cjs|css)$/
const TEXT = /\.(?:tsx?|m?js|cjs|css|md|ya?ml|vcl|service|socket|conf)$|\/Dockerfile$|^\.ci\/run$/

interface Line {
  file: string
  number: number
  text: string
}

interface Requirement {
  id: string
  line: Line
  /** Not applicable, or withdrawn: nothing is there to be proved. */
  isExempt: boolean
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
const rootFiles = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => entry.name)
const files = [...rootFiles, '.ci/run', ...FOLDERS.flatMap(filesIn)].filter(
  (file) => file !== OWN_PATH && TEXT.test(file) && !SKIPPED.test(file),
)
const textOf = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
const linesOf = (file: string, text = textOf.get(file) ?? ''): Line[] =>
  text.split('\n').map((line, index) => ({ file, number: index + 1, text: line }))
const allLines = files.flatMap((file) => linesOf(file))

const DEFINITION = /^- \*\*([A-Z][A-Z0-9]*-\d+)\*\*( \((?:not applicable, because .|withdrawn\)))?/
const definitions = (lines: readonly Line[]): Requirement[] =>
  lines.flatMap((line) => {
    const [, id, exemption] = DEFINITION.exec(line.text) ?? []
    return id === undefined ? [] : [{ id, line, isExempt: exemption !== undefined }]
  })
const requirements = definitions(allLines.filter(({ file }) => file.startsWith(REGISTER)))
const ids = new Set(requirements.map(({ id }) => id))

const at = ({ file, number }: Line, problem: string): string => `${file}:${number}: ${problem}`

/** Looks like an id and is none: names of standards, encodings, licences, numbers of tests of others. */
const NO_PREFIX = /^(?:UTF|MIT|CRC|BSD|OFL|ISO|PG|LGPL|GPL|PDF|SHA|AES|TLS|BIP|G|GA|NFT|H|X|P|A|MPEG|RSA|UTC|PL|R)$/
const RANGE = /\b([A-Z][A-Z0-9]+)-(\d+) to \1-(\d+)\b/g
const ID = /(?<![\w.${}/-])([A-Z][A-Z0-9]+)-(\d+)(?![\w-]|\.\d)/g

/** Ids that a line cites, those between the ends of a range included when they exist. */
function citedIn(text: string): string[] {
  const single = [...text.matchAll(ID)].flatMap(([, prefix = '', number]) =>
    NO_PREFIX.test(prefix) ? [] : [`${prefix}-${number}`],
  )
  const between = [...text.matchAll(RANGE)].flatMap(([, prefix, from, to]) =>
    Array.from({ length: Math.max(0, Number(to) - Number(from)) }, (_, index) => `${prefix}-${Number(from) + index}`),
  )
  return [...single, ...between.filter((id) => ids.has(id))]
}

/** The list of every browser stands in modules, which a test of each browser runs. */
const isTest = (file: string): boolean => /\.test\.tsx?$|^test\/browser\/core-list\//.test(file)

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
/** The comments of code, at their lines; the whole of anything else. */
function wordsOf(file: string): Line[] {
  const text = textOf.get(file) ?? ''
  if (!CODE.test(file)) return linesOf(file)
  return [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) => {
    const before = text.slice(0, index).split('\n').length - 1
    return linesOf(file, comment).map((line) => ({ ...line, number: line.number + before }))
  })
}

const PATH = new RegExp(`(?<![\\w./@:{}-])((?:\\.\\./)*(?:${FOLDERS.join('|')})/[\\w./{}*<>…-]*)`, 'g')
/** Made by a build, a run or an operator, and in no checkout. */
const MADE = /^(?:test\/fuzz\/kept|bench\/\.cache|deploy\/\.env|deploy\/varnish\/purge-token|docs\/decisions\/\d{3}$)/
const everyPath = FOLDERS.flatMap(filesIn)

/** Up to a placeholder a path is a beginning, and so is what `npx jest test/…` takes. */
function isThere(file: string, written: string): boolean {
  const [path = ''] = written.split(/[{*<…]/, 1)
  const bare = (path.startsWith('../') ? join(dirname(file), path) : path).replace(/\/+$/, '')
  const whole = bare.replace(/\.+$/, '')
  if (MADE.test(whole) || existsSync(join(ROOT, whole))) return true
  return (path !== written || whole.startsWith('test/')) && everyPath.some((known) => known.startsWith(bare))
}

const pathProblems = (lines: readonly Line[]): string[] =>
  lines.flatMap((line) =>
    [...line.text.matchAll(PATH)].flatMap(([, path = '']) =>
      isThere(line.file, path) ? [] : [at(line, `there is no ${path}`)],
    ),
  )

const records = new Set(readdirSync(join(ROOT, 'docs/decisions')).map((name) => name.slice(0, 3)))
const recordProblems = (lines: readonly Line[]): string[] =>
  lines.flatMap((line) =>
    [...line.text.matchAll(/docs\/decisions\/(\d+)/g)].flatMap(([, number = '']) =>
      records.has(number) ? [] : [at(line, `there is no record docs/decisions/${number}`)],
    ),
  )

/** Documents that the repository does not have. */
const OUTSIDE =
  /\bdecisions? \d|\bsection \d|\bspec \d|\bspecifications?\b|\(architecture\b|\bof the plan\b|\bissue #?\d|\bthe issue (?:says|asks|demands|lists)\b|\bvisual(?: brief|\.md)|\bdesign card|\bcontract(?:\/|, ["`\w])|\(contract\b|\bthe (?:CMS )?contract\b|\bas specified\b/i
const outsideProblems = (lines: readonly Line[]): string[] =>
  lines.flatMap((line) => {
    const phrase = OUTSIDE.exec(line.text)?.[0]
    return phrase === undefined ? [] : [at(line, `"${phrase}" refers to a document outside the repository`)]
  })

const unknownIds = (lines: readonly Line[]): string[] =>
  lines.flatMap((line) =>
    citedIn(line.text)
      .filter((id) => !ids.has(id))
      .map((id) => at(line, `${id} is no requirement`)),
  )

test('every requirement has an id of its own', () => {
  expect(requirements.length).toBeGreaterThan(500)
  const first = new Map<string, Line>()
  const twice = requirements.flatMap(({ id, line }) => {
    const known = first.get(id)
    first.set(id, known ?? line)
    return known ? [at(line, `${id} is defined in ${known.file}:${known.number} already`)] : []
  })
  expect(twice).toEqual([])
})

test('a file of the register holds one area, which its title names', () => {
  const problems = requirements.flatMap(({ id, line }) => {
    const title = textOf.get(line.file)?.split('\n', 1)[0] ?? ''
    return title.endsWith(`(${id.replace(/-\d+$/, '')})`) ? [] : [at(line, `${id} does not belong below "${title}"`)]
  })
  expect(problems).toEqual([])
})

test('every id that is cited exists', () => {
  expect(unknownIds(allLines)).toEqual([])
})

test('a test cites every requirement, but for those that are not applicable or withdrawn', () => {
  const ownTitles = linesOf(OWN_PATH, readFileSync(join(ROOT, OWN_PATH), 'utf8')).filter(({ text }) =>
    text.startsWith('test('),
  )
  const lines = [...ownTitles, ...allLines.filter(({ file }) => isTest(file))]
  const cited = new Set(lines.flatMap(({ text }) => citedIn(text)))
  const unproved = requirements.filter(({ id, isExempt }) => !isExempt && !cited.has(id))
  expect(unproved.map(({ id, line }) => at(line, `no test cites ${id}`))).toEqual([])
})

test('every path that a comment or a document names exists', () => {
  expect(files.flatMap((file) => pathProblems(wordsOf(file)))).toEqual([])
})

test('every decision record that is named exists', () => {
  expect(recordProblems(allLines)).toEqual([])
})

test('nothing refers to a document outside the repository (PLAT-6)', () => {
  expect(files.flatMap((file) => outsideProblems(wordsOf(file)))).toEqual([])
  expect(outsideProblems(allLines.filter(({ file }) => isTest(file)))).toEqual([])
})

test('each check finds what it looks for, with file, line and id', () => {
  const line = (text: string): Line[] => [{ file: 'docs/x.md', number: 7, text }]
  expect(unknownIds(line('(CARD-3, CARD-9999)'))).toEqual(['docs/x.md:7: CARD-9999 is no requirement'])
  expect(unknownIds(line('UTF-8, PG-13'))).toEqual([])
  expect(citedIn('CARD-1 to CARD-3')).toEqual(['CARD-1', 'CARD-3', 'CARD-1', 'CARD-2'])
  expect(pathProblems(line('see `src/no-such-file.ts` and `src/server.ts`'))).toEqual([
    'docs/x.md:7: there is no src/no-such-file.ts',
  ])
  expect(recordProblems(line('docs/decisions/999'))).toEqual(['docs/x.md:7: there is no record docs/decisions/999'])
  expect(outsideProblems(line('as decision 12 says'))).toHaveLength(1)
  expect(definitions(line('- **CARD-1** (withdrawn) It was so.'))[0]?.isExempt).toBe(true)
  expect(definitions(line('- **CARD-1** (not applicable, because of this) It is so.'))[0]?.isExempt).toBe(true)
  expect(definitions(line('- **CARD-1** It is so.'))[0]?.isExempt).toBe(false)
})

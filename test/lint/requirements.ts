import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Check, type Fault, PROGRAM_FOLDERS, projectFiles, read, unless } from './project.ts'

const REGISTER = 'docs/requirements'
const OWN_PATH = 'test/lint/requirements.ts'
const FOLDERS = [...PROGRAM_FOLDERS, 'test', 'bench', 'deploy', 'docs', 'build', 'release', 'newsroom']
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

const everyPath = projectFiles()
const isInFolders = (file: string): boolean =>
  !file.includes('/') || FOLDERS.some((folder) => file.startsWith(`${folder}/`))
const files = everyPath.filter(
  (file) => (isInFolders(file) || file === '.ci/run') && file !== OWN_PATH && TEXT.test(file) && !SKIPPED.test(file),
)
const textOf = new Map(files.map((file) => [file, read(file)]))
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

const at = ({ file, number }: Line, problem: string): Fault => ({ file, line: number, problem })

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

/** The list of every browser is in modules, which a test of each browser runs; checks of texts prove requirements too. */
const isTest = (file: string): boolean => /\.test\.tsx?$|^test\/browser\/core-list\/|^test\/lint\/.*\.ts$/.test(file)

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
const MADE =
  /^(?:newsroom\/(?:gazeta\/|pages\/about\.html)|test\/fact\.test\.mjs|test\/fuzz\/kept|bench\/\.cache|deploy\/\.env|deploy\/varnish\/purge-token|release\/out|docs\/\.vitepress\/dist|docs\/decisions\/\d{3}$)/

/** Up to a placeholder a path is a beginning, and so is what `npx jest test/…` takes. */
function isThere(file: string, written: string): boolean {
  const [path = ''] = written.split(/[{*<…]/, 1)
  const bare = (path.startsWith('../') ? join(dirname(file), path) : path).replace(/\/+$/, '')
  const whole = bare.replace(/\.+$/, '')
  if (MADE.test(whole) || existsSync(whole)) return true
  return (path !== written || whole.startsWith('test/')) && everyPath.some((known) => known.startsWith(bare))
}

const pathProblems = (lines: readonly Line[]): Fault[] =>
  lines.flatMap((line) =>
    [...line.text.matchAll(PATH)].flatMap(([, path = '']) =>
      isThere(line.file, path) ? [] : [at(line, `there is no ${path}`)],
    ),
  )

const records = new Set(readdirSync('docs/decisions').map((name) => name.slice(0, 3)))
const recordProblems = (lines: readonly Line[]): Fault[] =>
  lines.flatMap((line) =>
    [...line.text.matchAll(/docs\/decisions\/(\d+)/g)].flatMap(([, number = '']) =>
      records.has(number) ? [] : [at(line, `there is no record docs/decisions/${number}`)],
    ),
  )

/** Documents that the repository does not have. */
const OUTSIDE =
  /\bdecisions? \d|\bsection \d|\bspec \d|\bspecifications?\b|\(architecture\b|\bof the plan\b|\bissue #?\d|\bthe issue (?:says|asks|demands|lists)\b|\bvisual(?: brief|\.md)|\bdesign card|\bcontract(?:\/|, ["`\w])|\(contract\b|\bthe (?:CMS )?contract\b|\bas specified\b/i
const outsideProblems = (lines: readonly Line[]): Fault[] =>
  lines.flatMap((line) => {
    const phrase = OUTSIDE.exec(line.text)?.[0]
    return phrase === undefined ? [] : [at(line, `"${phrase}" refers to a document outside the repository`)]
  })

const unknownIds = (lines: readonly Line[]): Fault[] =>
  lines.flatMap((line) =>
    citedIn(line.text)
      .filter((id) => !ids.has(id))
      .map((id) => at(line, `${id} is no requirement`)),
  )

const foundTwice = (): Fault[] => {
  const first = new Map<string, Line>()
  return requirements.flatMap(({ id, line }) => {
    const known = first.get(id)
    first.set(id, known ?? line)
    return known ? [at(line, `${id} is defined in ${known.file}:${known.number} already`)] : []
  })
}

const belowWrongTitle = (): Fault[] =>
  requirements.flatMap(({ id, line }) => {
    const title = textOf.get(line.file)?.split('\n', 1)[0] ?? ''
    return title.endsWith(`(${id.replace(/-\d+$/, '')})`) ? [] : [at(line, `${id} does not belong below "${title}"`)]
  })

const unproved = (): Fault[] => {
  const ownNames = linesOf(OWN_PATH, read(OWN_PATH)).filter(({ text }) => text.startsWith('    name: '))
  const lines = [...ownNames, ...allLines.filter(({ file }) => isTest(file))]
  const cited = new Set(lines.flatMap(({ text }) => citedIn(text)))
  return requirements
    .filter(({ id, isExempt }) => !isExempt && !cited.has(id))
    .map(({ id, line }) => at(line, `no test cites ${id}`))
}

/** Whether the checks find what they look for, with file, line and id. */
function selfTest(): Fault[] {
  const line = (text: string): Line[] => [{ file: 'docs/x.md', number: 7, text }]
  const is = (text: string, actual: unknown, expected: unknown): Fault[] =>
    unless(JSON.stringify(actual) === JSON.stringify(expected), OWN_PATH, `${text}: ${JSON.stringify(actual)}`)
  const fault = (problem: string): Fault => ({ file: 'docs/x.md', line: 7, problem })
  const isExempt = (text: string): boolean | undefined => definitions(line(text))[0]?.isExempt
  return [
    ...is('an unknown id', unknownIds(line('(CARD-3, CARD-9999)')), [fault('CARD-9999 is no requirement')]),
    ...is('no ids', unknownIds(line('UTF-8, PG-13')), []),
    ...is('a range', citedIn('CARD-1 to CARD-3'), ['CARD-1', 'CARD-3', 'CARD-1', 'CARD-2']),
    ...is('a lost path', pathProblems(line('see `src/no-such-file.ts` and `src/server.ts`')), [
      fault('there is no src/no-such-file.ts'),
    ]),
    ...is('a lost record', recordProblems(line('docs/decisions/999')), [
      fault('there is no record docs/decisions/999'),
    ]),
    ...is('a document outside', outsideProblems(line('as decision 12 says')).length, 1),
    ...is('withdrawn', isExempt('- **CARD-1** (withdrawn) It was so.'), true),
    ...is('not applicable', isExempt('- **CARD-1** (not applicable, because of this) It is so.'), true),
    ...is('in force', isExempt('- **CARD-1** It is so.'), false),
  ]
}

export const REQUIREMENT_CHECKS: Check[] = [
  {
    name: 'every requirement has an id of its own',
    faults: () => [...unless(requirements.length > 500, REGISTER, 'fewer than 500 requirements'), ...foundTwice()],
  },
  { name: 'a file of the register holds one area, which its title names', faults: belowWrongTitle },
  { name: 'every id that is cited exists', faults: () => unknownIds(allLines) },
  {
    name: 'a test cites every requirement, but for those that are not applicable or withdrawn',
    faults: unproved,
  },
  {
    name: 'every path that a comment or a document names exists',
    faults: () => files.flatMap((file) => pathProblems(wordsOf(file))),
  },
  { name: 'every decision record that is named exists', faults: () => recordProblems(allLines) },
  {
    name: 'nothing refers to a document outside the repository (PLAT-6)',
    faults: () => [
      ...files.flatMap((file) => outsideProblems(wordsOf(file))),
      ...outsideProblems(allLines.filter(({ file }) => isTest(file))),
    ],
  },
  { name: 'the checks find what they look for', faults: selfTest },
]

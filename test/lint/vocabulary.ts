import ts from 'typescript'
import { type Check, type Fault, PROGRAM_FOLDERS, projectFiles, read, unless } from './project.ts'

const ROOMS = [...PROGRAM_FOLDERS, 'test', 'bench', 'deploy', 'docs', 'README.md', 'build', 'release']
const CODE = /\.(?:tsx?|jsx?|mjs|cjs)$/
const MARKDOWN = /\.md$/
const HASH_COMMENTS = /\.(?:ya?ml|toml|vcl|conf|service|socket)$|Dockerfile$/

/** Data of other people or other programs, and the files that quote the avoided words. */
const SKIPPED =
  /\/fixtures\/|^test\/fuzz\/kept\/|^docs\/vocabulary\.md$|^test\/lint\/vocabulary\.ts$|package-lock\.json$/

type Kind = 'name' | 'text' | 'path'
type Piece = { kind: Kind; text: string; line: number }
type Use = { term: RegExp; because: string; piece?: RegExp; file?: RegExp }

/** Uses in which an avoided word is the right one. */
const ALLOWED: Use[] = [
  {
    term: /address/,
    piece:
      /\bIP(?:v[46])?\b|e-?mail|\bclient|\bprox(?:y|ies)\b|\bnetwork|subscri|newsletter|mailbox|\bsocket|loopback|balancer|\bport\b|_?address families|\bpostal/i,
    because: 'the address of an e-mail or of a machine',
  },
  {
    term: /address/,
    file: /newsletter|subscri|(?:^|\/)mail\b|smtp|exim|mailchimp|listmonk|mail-to-readers|transport\/|client-(?:key|address)|trust-proxy|\/import|internal-address|system\/scrub|features\/push\/(?:endpoint|sending\/transport)|network\/addresses|guarded-lookup|media-client|newsroom\/download|media-hosts|media\/remote\.test/,
    because: 'these files deal with e-mail addresses and IP addresses alone',
  },
  { term: /address/, piece: /^(?:address|Address Info|server[ .]address)$/i, because: "`server.address()` is Node's" },
  { term: /address/, piece: /^(?:remote|add) Address$/i, because: 'names of Node’s' },
  {
    term: /address/,
    piece: /^(?:Postal Address|street Address|address (?:Locality|Region|Country))$/,
    because: 'names of schema.org, of where an organisation is',
  },
  { term: /if error/, piece: /stale if error/i, because: 'the directive of RFC 5861' },
  { term: /picture/, piece: /<picture>|`picture`|^picture$/i, because: "HTML's element" },
  { term: /whoever|wants|whom/, piece: /\bpublic domain\b/, because: 'words of a licence' },
  { term: /film/, file: /film/, because: 'the name of a file' },
  { term: /by itself/, piece: /[a-z,] by itself/, because: 'only the start of a clause is avoided' },
  {
    term: /wants/,
    piece: /\b(?:reader|visitor|publisher|operator|editor|person|somebody|nobody|who) wants/i,
    because: 'people want things',
  },
  {
    term: /(?:told|asked)/,
    piece:
      /\b(?:readers?|visitors?|publishers?|operators?|editors?|people|person)(?: \w+){0,3} (?:is|are|was|were|be) /i,
    because: 'people are told and asked things',
  },
]

/** Strings that other programs, browsers or operators' own files know by these letters. */
const INTERFACES: Use[] = [
  {
    term: /picture/,
    piece: /^(?:cover )?(?:card|cover|has)-picture\b|\.card-picture\b/,
    because: 'classes that themes name',
  },
  { term: /picture/, piece: /picture-in-picture/, because: 'a permission of frames' },
  { term: /picture/, piece: /^pictures$/, because: 'the name of a cache in browsers' },
  { term: /picture/, piece: /^a picture is not shown$/, because: 'a line of the log that operators search for' },
  { term: /kept page/, piece: /^kept pages (?:are of another build|cannot be read)/, because: 'lines of the log' },
  { term: /unreadable request/, piece: /^unreadable request$/, because: 'a line of the log' },
  { term: /asked/, piece: /is asked without credentials|could not be asked whether/, because: 'lines of the log' },
  { term: /lane|beside/, piece: /^(?:lane|beside)$/, because: 'a label of a figure, and its value' },
  {
    term: /film/,
    piece: /^#film-$|\bFilm\b|^Odtwarzacz filmów/,
    because: 'ids, categories of Apple, and titles of frames',
  },
  { term: /if error/, piece: /stale-if-error/, because: 'the directive of RFC 5861' },
  {
    term: /address/,
    piece: /^address$|\baddress (?:article|div)|^telephone=no/,
    because: "HTML's element, and a hint to programs",
  },
  { term: /address/, piece: /^# *address:|How articles appear\. address:/, because: 'a field of a site file' },
]

/** `isMadeUp` and `IS_MADE_UP` as words: the terms are words, too. */
const words = (name: string): string => name.replaceAll('_', ' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2')

const lines = (text: string, firstLine: number): Piece[] =>
  text.split('\n').map((line, index) => ({ kind: 'text', text: words(line), line: firstLine + index }))

const isTestName = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) &&
  node.parent.arguments[0] === node &&
  /^(?:test|describe|it)\b/.test(node.parent.expression.getText())

/** Folders whose strings operators and editors read; those of tests and of languages are data and other people's words. */
const READ_BY_OPERATORS =
  /^(?:src\/(?!languages\/)|bench\/(?!rivals\/)|(?:tools|views|amp|mail|build|development|release)\/)/

const isString = (
  node: ts.Node,
): node is ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)

/** Identifiers, comments, names of tests, and the strings of the program. */
const codePieces = (file: string, text: string): Piece[] => {
  const isJsx = file.endsWith('x')
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    isJsx ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const pieces: Piece[] = []
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const comments = new Set<number>()
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) comments.add(pos).add(-end)
    for (const { pos, end } of ts.getTrailingCommentRanges(text, node.end) ?? []) comments.add(pos).add(-end)
    if (ts.isIdentifier(node)) pieces.push({ kind: 'name', text: words(node.text), line: lineOf(node.pos) })
    else if (isString(node) && (READ_BY_OPERATORS.test(file) || isTestName(node))) {
      pieces.push(...lines(node.text, lineOf(node.pos)))
    }
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  const starts = [...comments].filter((position) => position >= 0).sort((a, b) => a - b)
  const ends = [...comments].filter((position) => position < 0).map((position) => -position)
  for (const start of starts) {
    const end = Math.min(...ends.filter((position) => position > start))
    pieces.push(...lines(text.slice(start, end), lineOf(start)))
  }
  return pieces
}

/** Prose without code: what stands in backticks or in a block of code is a name that is checked where it is declared. */
const markdownPieces = (text: string): Piece[] =>
  lines(
    text
      .replace(/^( *)```[\s\S]*?^ *```$/gm, (block) => block.replace(/[^\n]/g, ''))
      .replace(/^ {4}(?![-*\d]).*$/gm, '')
      .replace(/`[^`\n]*`/g, '`…`')
      // Names of tests, which are checked in their files.
      .replace(/\| test\/[^|]*\|$/gm, '|'),
    1,
  )

const commentPieces = (text: string): Piece[] =>
  lines(text.replace(/^(?!\s*#).*?(?:\s#\s|$)/gm, ''), 1).filter(({ text: line }) => line.trim() !== '')

/** What Prometheus and Grafana show: all of an alarm, and the titles and descriptions of the dashboard. */
const shownPieces = (file: string, text: string): Piece[] =>
  lines(text, 1).filter(({ text: line }) => file.endsWith('.yaml') || /"(?:title|description)":/.test(line))

const textPieces = (file: string): Piece[] => {
  if (CODE.test(file)) return codePieces(file, read(file))
  if (MARKDOWN.test(file)) return markdownPieces(read(file))
  if (file.startsWith('deploy/observability/')) return shownPieces(file, read(file))
  return HASH_COMMENTS.test(file) ? commentPieces(read(file)) : []
}

const pathPiece = (file: string): Piece => ({
  kind: 'path',
  text: words(file).replaceAll(/[-/.]/g, ' '),
  line: 1,
})
const RIVALS = /^bench\/rivals\//
const piecesOf = (file: string): Piece[] => [
  ...(RIVALS.test(file) ? [] : [pathPiece(file)]),
  ...(hasAny(file) ? textPieces(file) : []),
]

const VOCABULARY = read('docs/vocabulary.md')

const avoidedIn = (heading: string): string[] => {
  const section = VOCABULARY.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const cells = [...section.matchAll(/^\|(?! ?-).*\| ([^|]*) \|$/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, term = '']) => term))
}

const phrase = (term: string): RegExp => new RegExp(`\\b${term.replaceAll(/[ -]/g, '[ -]')}(?:e?s)?\\b`, 'i')
const RULES: Array<{ term: string; pattern: RegExp; kinds: Kind[] }> = [
  ...avoidedIn('Terms').map((term) => ({ term, pattern: phrase(term), kinds: ['name', 'text', 'path'] as Kind[] })),
  ...avoidedIn('Names').map((term) => ({ term, pattern: new RegExp(`^${term}$`, 'i'), kinds: ['name'] as Kind[] })),
  ...avoidedIn('English').map((term) => ({
    term,
    pattern: term === 'by itself' ? /(?:^|[.;:] )\W*by itself\b/i : phrase(term),
    kinds: ['text'] as Kind[],
  })),
]

/** Any of the rules, so that most pieces are looked at once. */
const ANY = new RegExp(RULES.map(({ pattern }) => pattern.source).join('|'), 'i')

const isAllowed = (file: string, term: string, piece: Piece): boolean =>
  [...ALLOWED, ...INTERFACES].some(
    (use) =>
      use.term.test(term) &&
      (use.file === undefined || use.file.test(file)) &&
      (use.piece === undefined || use.piece.test(piece.text)),
  )

/** A file whose text as a whole has no avoided word is not taken apart. */
const SOMEWHERE = new RegExp(
  [...avoidedIn('Terms'), ...avoidedIn('Names'), ...avoidedIn('English')].map((term) => phrase(term).source).join('|'),
  'i',
)
const hasAny = (file: string): boolean => SOMEWHERE.test(words(read(file)).replace(/\\[nrt]/g, ' '))

const faultsIn = (file: string): Fault[] =>
  piecesOf(file)
    .filter(({ text }) => ANY.test(text))
    .flatMap((piece) =>
      RULES.filter(({ pattern, kinds }) => kinds.includes(piece.kind) && pattern.test(piece.text))
        .filter(({ term }) => !isAllowed(file, term, piece))
        .map(({ term }) => ({ file, line: piece.line, problem: `${term}: ${piece.text.trim()}` })),
    )

const tablesOf = (heading: string, expected: string[]): Fault[] =>
  unless(
    expected.every((term) => avoidedIn(heading).includes(term)),
    'docs/vocabulary.md',
    `the table below "${heading}" lacks ${expected.join(' or ')}`,
  )

export const VOCABULARY_CHECKS: Check[] = [
  {
    name: 'the tables of docs/vocabulary.md name the words to avoid',
    faults: () => [
      ...tablesOf('Terms', ['picture']),
      ...tablesOf('Names', ['told', 'found', 'asked', 'given', 'here']),
      ...tablesOf('English', ['anew']),
    ],
  },
  {
    name: 'no avoided word is in code, comments, strings, documents or names of files',
    faults: () =>
      projectFiles(...ROOMS)
        .filter((file) => !SKIPPED.test(file))
        .flatMap(faultsIn),
  },
]

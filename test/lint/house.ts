import ts from 'typescript'
import { type Check, type Fault, lineAt, programFiles, projectFiles, read, unless } from './project.ts'

const OWN_PATH = 'test/lint/house.ts'

/** Lines, the first and the last one included. */
const MAX_LINES = { function: 80, file: 300 }
/** Tables of texts, types, forms and directives, whose entries follow each other. */
const TABLES: readonly string[] = [
  'src/content/block.ts',
  'src/languages/messages/de.ts',
  'src/languages/messages/en.ts',
  'src/languages/messages/pl.ts',
  'src/languages/messages/uk.ts',
  'src/site/new-site/site-files.ts',
  'src/sources/embedded/markdown/directives.ts',
]
/** Words of all comments in the sources of the program, and of the requirements. Either bound only ever goes down. */
const MAX_WORDS = { comments: 55_000, requirements: 22_000 }
const REGISTER = 'docs/requirements'
/** `...(x && { x })`, which `undefined` values say plainly; what is left is where a key must not be there. It only ever goes down. */
const MAX_CONDITIONAL_SPREADS = 83

/** Something with a letter or a digit, between spaces. */
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length

const linesIn = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

const parsed = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

function longFunctions(file: string, text: string): Fault[] {
  const faults: Fault[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const lines = linesIn(text.slice(node.getStart(), node.end))
      if (lines > MAX_LINES.function)
        faults.push({ file, line: lineAt(text, node.getStart()), problem: `a function of ${lines} lines` })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed(file, text))
  return faults
}

/** @returns the place of each `...(condition && value)` */
function conditionalSpreads(file: string, text: string): number[] {
  const places: number[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node) || ts.isJsxSpreadAttribute(node)) {
      let { expression } = node
      while (ts.isParenthesizedExpression(expression)) expression = expression.expression
      const isConditional =
        ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
      if (isConditional) places.push(node.getStart())
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed(file, text))
  return places
}

/** Each comment once. A text between tags may look like one, and is none. */
function commentsIn(file: string, text: string): string[] {
  const comments = new Map<number, string>()
  const texts: ts.Node[] = []
  const source = parsed(file, text)
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return
    if (ts.isJsxText(node)) texts.push(node)
    const children = node.getChildren(source)
    if (children.length === 0) {
      const [before, after] = [ts.getLeadingCommentRanges(text, node.pos), ts.getTrailingCommentRanges(text, node.end)]
      for (const { pos, end } of [...(before ?? []), ...(after ?? [])]) comments.set(pos, text.slice(pos, end))
    }
    for (const child of children) visit(child)
  }
  visit(source)
  const isText = (at: number): boolean => texts.some(({ pos, end }) => pos <= at && at < end)
  return [...comments].flatMap(([at, comment]) => (isText(at) ? [] : comment))
}

const longFiles = (): Fault[] => {
  const long = programFiles().filter((file) => linesIn(read(file)) > MAX_LINES.file)
  return [
    ...long
      .filter((file) => !TABLES.includes(file))
      .map((file) => ({ file, problem: `${linesIn(read(file))} lines, more than ${MAX_LINES.file}` })),
    ...TABLES.filter((file) => !long.includes(file)).map((file) => ({
      file: OWN_PATH,
      problem: `${file} is exempt and need not be`,
    })),
  ]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const tooManyWords = (file: string, words: number, bound: number): Fault[] =>
  unless(words <= bound, file, `${words} words, more than ${bound}: what repeats the code or another sentence goes`)

function selfTest(): Fault[] {
  const text = `/** Two words */\nconst a = f(/* one */ 'x // none') // two more\nconst b = <p>// none /* none */</p>\n`
  const words = sum(commentsIn('x.tsx', text).map(wordsIn))
  const long = `function f() {\n${'  g()\n'.repeat(MAX_LINES.function - 1)}}\n`
  const spreads = conditionalSpreads(
    'x.ts',
    'const x = { ...(a && { a }), ...(a ? {} : a), ...a, ...((b && c)) }',
  ).length
  return [
    ...unless(spreads === 2, OWN_PATH, `counts ${spreads} conditional spreads of 2`),
    ...unless(words === 5, OWN_PATH, `counts ${words} words of 5`),
    ...unless(longFunctions('x.ts', long).length === 1, OWN_PATH, 'overlooks a long function'),
    ...unless(longFunctions('x.ts', long.replace('  g()\n', '')).length === 0, OWN_PATH, 'refuses a short function'),
  ]
}

export const HOUSE_CHECKS: Check[] = [
  {
    name: `no function has more than ${MAX_LINES.function} lines`,
    faults: () => programFiles().flatMap((file) => longFunctions(file, read(file))),
  },
  { name: `no file has more than ${MAX_LINES.file} lines, tables aside`, faults: longFiles },
  {
    name: `all comments have no more than ${MAX_WORDS.comments} words`,
    faults: () => {
      const words = sum(programFiles().flatMap((file) => commentsIn(file, read(file)).map(wordsIn)))
      return tooManyWords('src', words, MAX_WORDS.comments)
    },
  },
  {
    name: `all requirements have no more than ${MAX_WORDS.requirements} words`,
    faults: () => {
      const words = sum(projectFiles(`${REGISTER}/*.md`).map((file) => wordsIn(read(file))))
      return tooManyWords(REGISTER, words, MAX_WORDS.requirements)
    },
  },
  {
    name: `no more than ${MAX_CONDITIONAL_SPREADS} conditional spreads`,
    faults: () => {
      const spreads = sum(programFiles().map((file) => conditionalSpreads(file, read(file)).length))
      const problem = `${spreads} conditional spreads, more than ${MAX_CONDITIONAL_SPREADS}: pass an undefined value`
      return unless(spreads <= MAX_CONDITIONAL_SPREADS, 'src', problem)
    },
  },
  { name: 'the checks count what they look for', faults: selfTest },
]

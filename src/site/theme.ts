import {
  type Atrule,
  type CssLocation,
  type CssNode,
  type Declaration,
  generate,
  lexer,
  parse,
  type Rule,
  type StyleSheet,
  tokenize,
  tokenTypes,
  walk,
} from 'css-tree'
import type { FolderProblem } from './yaml-file.ts'

/** Minified. */
export interface Theme {
  page: string
  /** Omits what AMP forbids. */
  amp: string
}

/** Bytes; AMP allows 75,000 in all. */
const MAX_THEME = 40_000
const FURTHER = 20

/** amp.dev, "Supported CSS". */
const IN_AMP = new Set(['media', 'supports', 'font-face', 'page'])

/**
 * Newer CSS goes into `@supports`, where the form alone is checked.
 * @param file in messages
 */
export function parseTheme(file: string, text: string): { theme?: Theme; problems: FolderProblem[] } {
  const problems: FolderProblem[] = []
  const add = (at: { line: number; column: number } | undefined, message: string): void => {
    if (problems.length < FURTHER) problems.push({ file, line: at?.line ?? 1, column: at?.column ?? 1, message })
  }
  const sheet = parse(text, {
    positions: true,
    onParseError: ({ line, column, message }: CssError) => add({ line, column }, `${plain(message)}: correct it`),
  }) as StyleSheet
  const open = unclosed(text)
  if (open !== undefined) add(open, '"{" is never closed: add "}"')
  check(sheet, (node, message) => add(node.loc?.start, message))
  if (problems.length > 0) return { problems }
  const page = generate(sheet)
  const bytes = Buffer.byteLength(page)
  if (bytes > MAX_THEME) add(undefined, `has ${bytes} bytes, at most ${MAX_THEME}: shorten it`)
  if (/<\/style|<!--/i.test(page)) add(undefined, 'must have no "</style" and no "<!--": remove it')
  if (problems.length > 0) return { problems }
  return { theme: { page, amp: forAmp(sheet) }, problems }
}

/** The parser closes braces at the end. */
function unclosed(text: string): { line: number; column: number } | undefined {
  const open: number[] = []
  tokenize(text, (type, start) => {
    if (type === tokenTypes.LeftCurlyBracket) open.push(start)
    if (type === tokenTypes.RightCurlyBracket) open.pop()
  })
  const [first] = open
  if (first === undefined) return undefined
  const before = text.slice(0, first).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

type CssError = Error & { line: number; column: number }
type Complain = (node: { loc?: CssLocation | null | undefined }, message: string) => void

function check(sheet: StyleSheet, complain: Complain): void {
  let supports = 0
  const enter = function (this: { atrule: Atrule | null; rule: Rule | null }, node: CssNode) {
    switch (node.type) {
      case 'Atrule':
        if (node.name.toLowerCase() === 'supports') supports += 1
        if (node.name.toLowerCase() === 'import') complain(node, '@import is not allowed: write the rules themselves')
        if (node.name.toLowerCase() === 'charset') complain(node, '@charset is not needed: remove it')
        break
      case 'Rule':
        if (this.rule !== null && this.rule !== node) complain(node, 'is within another rule: write it on its own')
        break
      case 'Url':
        if (!isOwn(node.value)) complain(node, elsewhere(node.value))
        break
      case 'Declaration':
        if (node.important) complain(node, '!important is not allowed in AMP: use a more specific selector')
        else if (supports === 0) checkDeclaration(node, this.rule ? null : this.atrule, complain)
        break
      case 'Raw':
      case 'String':
        if (/url\(|image-set\(/i.test(node.value) || /^https?:/i.test(node.value)) {
          for (const url of urlsIn(node.value)) if (!isOwn(url)) complain(node, elsewhere(url))
        }
        break
      default:
    }
  }
  const leave = (node: CssNode): void => {
    if (node.type === 'Atrule' && node.name.toLowerCase() === 'supports') supports -= 1
  }
  walk(sheet, { enter, leave })
}

const elsewhere = (url: string): string => `"${url.slice(0, 60)}" is on another site: put the file into public/`

/** The parser leaves some texts raw. */
function urlsIn(text: string): string[] {
  return [...text.matchAll(/(?:https?:)?\/\/[^\s"')]+/gi)].map(([url]) => url)
}

const DESCRIBED = new Set(['font-face', 'page', 'property', 'counter-style', 'view-transition', 'font-palette-values'])

/** Path or data URL. */
function isOwn(url: string): boolean {
  return /^\/(?![/\\])/.test(url) || /^data:image\//i.test(url)
}

/** @param within `@font-face { src: … }` */
function checkDeclaration(declaration: Declaration, within: Atrule | null, complain: Complain): void {
  const { property, value } = declaration
  if (property.startsWith('--') || property.startsWith('-webkit-') || property.startsWith('-moz-')) return
  const isDescriptor = within !== null && DESCRIBED.has(within.name.toLowerCase())
  const { error } = isDescriptor
    ? lexer.matchAtruleDescriptor(within.name, property, value)
    : lexer.matchDeclaration(declaration)
  // `var()` causes another error.
  if (error?.name === 'SyntaxReferenceError') complain(declaration, `"${property}" is no property: correct it`)
  if (error?.name === 'SyntaxMatchError')
    complain(declaration, `"${generate(value).slice(0, 60)}" is no value of ${property}: correct it`)
}

function forAmp(sheet: StyleSheet): string {
  return sheet.children
    .toArray()
    .filter((node) => node.type === 'Rule' || (node.type === 'Atrule' && IN_AMP.has(node.name.toLowerCase())))
    .map((node) => generate(node))
    .join('')
}

function plain(message: string): string {
  return message.replace(/\s+/g, ' ').slice(0, 120)
}

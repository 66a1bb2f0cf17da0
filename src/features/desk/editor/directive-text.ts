import { isRecord } from '../../../system/record.ts'

export interface Directive {
  name: string
  holds: 'nothing' | 'blocks' | 'images' | 'table'
  hasLabel: boolean
  attributes: ReadonlyArray<{ name: string; isFlag: boolean }>
}

export type DirectiveValues = Record<string, unknown>

const LABEL = String.raw`(?:\[((?:\\[^\n]|[^\[\]\\\n]|\[(?:\\[^\n]|[^\[\]\\\n])*\])*)\])?`
const ATTRIBUTES = String.raw`(?:\{([^{}\n]*)\})?`
const IMAGE = String.raw`!\[((?:[^[\]\n]|\\[[\]])*)\]\((?:<([^<>\n]+)>|([^\s()<>]+))(?:\s"((?:[^"\\\n]|\\.)*)")?\)`
/** Anything else makes the directive a text that is kept. */
const IMAGES_ALONE = String.raw`(?:\s*${IMAGE.replaceAll(/(?<!\\)\((?!\?)/g, '(?:')})*\s*?`

/** The editor tries the pattern at each block. */
export function directivePattern(directive: Directive): RegExp {
  return new RegExp(`^${directiveSource(directive, 'fence')}`)
}

function directiveSource({ name, holds }: Directive, fence: string): string {
  if (holds === 'nothing') return `::${name}${LABEL}${ATTRIBUTES}[ \\t]*(?=\\n|$)`
  const content = holds === 'images' ? IMAGES_ALONE : '[\\s\\S]*?'
  return `(?<${fence}>:{3,})${name}${LABEL}${ATTRIBUTES}[ \\t]*\\n(${content})(?:(?<=\\n)|\\n)\\k<${fence}>[ \\t]*(?=\\n|$)`
}

/** What the editor's own writer would change. */
export function keptPattern(directives: readonly Directive[]): RegExp {
  const forms = directives.map((directive, index) => directiveSource(directive, `fence${index}`)).join('|')
  const written = String.raw`(?<kept>:{3,})[a-z][\s\S]*?\n\k<kept>[ \t]*|::[a-z][^\n]*`
  return new RegExp(`^(?:${KEPT}|(?!${forms})(?:${written}))(?=\\n|$)`, 'i')
}

export function directiveValues({ holds, attributes }: Directive, match: RegExpMatchArray): DirectiveValues {
  const [label = '', written = '', content = ''] = holds === 'nothing' ? match.slice(1) : match.slice(2)
  const settings = attributesIn(written)
  const values: DirectiveValues = { label: unescaped(label) }
  for (const { name, isFlag } of attributes) {
    const value = settings.get(name)
    if (isFlag) values[name] = value !== undefined
    else if (value !== undefined) values[name] = value
  }
  if (holds === 'blocks') values.markdown = content
  if (holds === 'images') values.images = imagesIn(content)
  if (holds === 'table') values.table = content
  return values
}

export function directiveText({ name, holds, hasLabel, attributes }: Directive, values: DirectiveValues): string {
  const written = attributes.flatMap(({ name: attribute, isFlag }) => {
    const value = values[attribute]
    if (isFlag) return value === true ? [attribute] : []
    return value === undefined || value === null || value === '' ? [] : [`${attribute}=${quoted(String(value))}`]
  })
  const label = textOf(values.label).replace(/\s+/g, ' ').trim()
  const head = `${name}${hasLabel && label !== '' ? `[${escaped(label)}]` : ''}${written.length > 0 ? `{${written.join(' ')}}` : ''}`
  if (holds === 'nothing') return `::${head}`
  const content =
    holds === 'images'
      ? imageLines(values.images)
      : holds === 'table'
        ? tableText(textOf(values.table))
        : textOf(values.markdown)
  const fence = fenceFor(content)
  return `${fence}${head}\n${content.trimEnd()}\n${fence}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function fenceFor(content: string): string {
  const inside = [...content.matchAll(/^:{3,}/gm)].map(([colons]) => colons.length)
  return ':'.repeat(Math.max(2, ...inside) + 1)
}

function attributesIn(written: string): Map<string, string> {
  const settings = new Map<string, string>()
  for (const [, name = '', double, single, bare] of written.matchAll(
    /([a-z][\w-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=]+)))?/gi,
  )) {
    settings.set(name, decoded(double ?? single ?? bare ?? ''))
  }
  return settings
}

const decoded = (value: string): string =>
  value.replaceAll('&quot;', '"').replaceAll('&#123;', '{').replaceAll('&#125;', '}').replaceAll('&amp;', '&')
const quoted = (value: string): string =>
  /^[\w./:-]+$/.test(value)
    ? value
    : `"${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('{', '&#123;').replaceAll('}', '&#125;').replace(/\s+/g, ' ')}"`

const escaped = (text: string): string => (isBalanced(text) ? text : text.replace(/\\?([[\]])/g, '\\$1'))
const unescaped = (text: string): string => text.replace(/\\([[\]])/g, '$1')

function isBalanced(text: string): boolean {
  return !/[[\]]/.test(text.replace(/\[[^[\]]*\]/g, ''))
}

interface Image {
  src: string
  alt: string
  caption?: string
}

/** An image on its own, with its caption as the title. */
export const IMAGE_PATTERN = new RegExp(`^${IMAGE}(?=\\n|$)`)

export function imageIn([, alt = '', angled, bare, caption]: readonly string[]): Image {
  return {
    src: angled ?? bare ?? '',
    alt: unescaped(alt),
    ...(caption && { caption: caption.replace(/\\(.)/g, '$1') }),
  }
}

function imagesIn(content: string): Image[] {
  return [...content.matchAll(new RegExp(IMAGE, 'g'))].map(imageIn)
}

function imageLines(images: unknown): string {
  const list: unknown[] = Array.isArray(images) ? images : []
  return list
    .filter(isRecord)
    .map(imageLine)
    .filter((line) => line !== '')
    .join('\n')
}

export function imageLine(values: Readonly<Record<string, unknown>>): string {
  const [src, alt, caption] = [textOf(values.src), textOf(values.alt), textOf(values.caption)]
  if (src === '') return ''
  const target = /[\s()<>]/.test(src) ? `<${src.replace(/[<>]/g, encodeURIComponent)}>` : src
  const title = caption ? ` "${caption.replace(/["\\]/g, '\\$&').replace(/\s+/g, ' ')}"` : ''
  return `![${alt.replace(/[[\]]/g, '\\$&').replace(/\s+/g, ' ')}](${target}${title})`
}

/** Reads what a spreadsheet puts into the clipboard, too. */
export function tableText(written: string): string {
  const rows = written
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => (line.includes('\t') ? line.split('\t').map((cell) => cell.trim()) : cellsOf(line)))
  const isRule = (cells: string[]): boolean => cells.every((cell) => /^:?-+:?$/.test(cell))
  const [head, ...others] = rows
  if (!head) return ''
  const width = Math.max(...rows.map((cells) => cells.length))
  const line = (cells: string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const [rule, ...body] = others[0] && isRule(others[0]) ? others : [head.map(() => '---'), ...others]
  const ruled = Array.from({ length: width }, (_, index) => rule?.[index] ?? '---')
  return [line(head), line(ruled), ...body.map(line)].join('\n')
}

function cellsOf(line: string): string[] {
  const inside = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim())
}

export const TABLE_PATTERN = /^\|[^\n]*\n\|[ \t:|-]+(?:\n\|[^\n]*)*(?=\n|$)/
const KEPT = String.raw`(?:\[\^[^\]\n]+\]:[^\n]*(?:\n(?: {2,}|\t)[^\n]*)*|<(?:[a-z][a-z0-9-]*|!--)[\s\S]*?(?=\n[ \t]*\n|$))`

import { attribute, classesOf, type HtmlElement } from './tree.ts'

/** Characters. */
const MAX_STYLE = 2000

export function declarationsOf(element: HtmlElement): Map<string, string> {
  const declarations = new Map<string, string>()
  const style = attribute(element, 'style') ?? ''
  if (style.length > MAX_STYLE) return declarations
  // Quotes or brackets may hold a semicolon.
  for (const one of style.match(/(?:"[^"]*"|'[^']*'|\((?:[^()]|\([^()]*\))*\)|[^;"'(])+/g) ?? []) {
    const at = one.indexOf(':')
    if (at === -1) continue
    const value = one.slice(at + 1).replace(/!\s*important\s*$/i, '')
    declarations.set(one.slice(0, at).trim().toLowerCase(), value.trim())
  }
  return declarations
}

const ALIGNMENTS = ['left', 'center', 'right'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

export function alignment(value: unknown): Alignment | undefined {
  return ALIGNMENTS.find((candidate) => candidate === value)
}

/** By style, WordPress' class or old attributes. */
export function alignmentOf(element: HtmlElement): Alignment | undefined {
  const style = attribute(element, 'style')
  const declared = style?.includes('text-align') ? declarationsOf(element).get('text-align')?.toLowerCase() : undefined
  const named = classesOf(element)
    .map((name) => /^(?:has-text-)?align-(left|center|right)$/.exec(name)?.[1])
    .find((name) => name !== undefined)
  return alignment(declared) ?? alignment(named) ?? alignment(attribute(element, 'align')?.toLowerCase())
}

function cssUrl(value: string): string | undefined {
  const start = value.toLowerCase().indexOf('url(')
  if (start === -1) return undefined
  const inside = value.slice(start + 'url('.length).trimStart()
  const [quote = ''] = inside
  const isQuoted = quote === '"' || quote === "'"
  const end = inside.indexOf(isQuoted ? quote : ')', isQuoted ? 1 : 0)
  if (end === -1) return undefined
  return inside.slice(isQuoted ? 1 : 0, end).trim() || undefined
}

/** Scripts keep here the URL of an image for a later style. */
const PAINTED = [
  'data-thumbnail',
  'data-bg',
  'data-background-image',
  'data-bg-image',
  'data-back',
  'data-lazy-background',
]

export function paintedUrl(element: HtmlElement): string | undefined {
  const style = declarationsOf(element)
  const painted = cssUrl(style.get('background-image') ?? style.get('background') ?? '')
  const urls = [painted, ...PAINTED.map((name) => attribute(element, name))]
  return urls.find((url) => url !== undefined && url !== '' && !/^data:/i.test(url))
}

const NAMES = { a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' } as const

export type ListNumerals = keyof typeof NAMES

const SYNONYMS: Readonly<Record<string, ListNumerals>> = { 'lower-latin': 'a', 'upper-latin': 'A' }

/** Undefined for digits and others. */
export function listNumerals(written: string | undefined): ListNumerals | undefined {
  const name = written?.trim() ?? ''
  if (Object.hasOwn(NAMES, name)) return name as ListNumerals
  if (Object.hasOwn(SYNONYMS, name)) return SYNONYMS[name]
  return (Object.keys(NAMES) as ListNumerals[]).find((numerals) => NAMES[numerals] === name)
}

/** A selector would take `a` for `A`. */
export function numeralsClass(numerals: ListNumerals): string {
  return NAMES[numerals]
}

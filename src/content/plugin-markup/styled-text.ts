import { html as dialect, defaultTreeAdapter as tree } from 'parse5'
import { declarationsOf, listNumerals } from '../html/style.ts'
import {
  attribute,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isOwnLine,
  rename,
  textOf,
  visit,
} from '../html/tree.ts'

export function mayHoldStyledText(markup: string): boolean {
  return /\bstyle\s*=|<mark\b/i.test(markup)
}

const MEANINGS: ReadonlyArray<readonly [property: RegExp, value: RegExp, name: string]> = [
  [/^text-decoration(?:-line)?$/, /\bunderline\b/i, 'u'],
  [/^text-decoration(?:-line)?$/, /\bline-through\b/i, 's'],
  [/^font-weight$/, /^(?:bold|bolder|[6-9]\d\d|1000)$/i, 'strong'],
  [/^font-style$/, /^(?:italic|oblique\b.*)$/i, 'em'],
  [/^vertical-align$/, /^super$/i, 'sup'],
  [/^vertical-align$/, /^sub$/i, 'sub'],
]
const SAYS: Readonly<Record<string, readonly string[]>> = {
  u: ['u', 'ins', 'a'],
  s: ['s', 'del', 'strike'],
  strong: ['strong', 'b', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  em: ['em', 'i', 'cite', 'dfn', 'address'],
  sup: ['sup'],
  sub: ['sub'],
}
/** A style may mark all of their text. */
const LINES = new Set(
  'span font p a li td th dt dd div blockquote figcaption caption h1 h2 h3 h4 h5 h6 b i em strong u s small big label'.split(
    ' ',
  ),
)
const NO_BACKGROUND =
  /^(?:transparent|none|inherit|initial|unset|rgba\(\s*\d+[\s,]+\d+[\s,]+\d+\s*[,/]\s*0(?:\.0+)?%?\s*\)|#[\da-f]{3}0|#[\da-f]{6}00)$/i
/**
 * Turns styled words and lists' numerals into elements and attributes. A `mark` without background only colours. In
 * place.
 */
export function settleStyledText(nodes: readonly HtmlNode[]): void {
  const styled: HtmlElement[] = []
  visit(nodes, (element) => {
    if (element.tagName === 'mark' || attribute(element, 'style') !== undefined) styled.push(element)
    return element.tagName !== 'svg' && element.tagName !== 'math'
  })
  for (const element of styled) {
    const style = declarationsOf(element)
    if (element.tagName === 'mark' && isOnlyColoured(style)) rename(element, 'span')
    if (element.tagName === 'ol') numberAs(element, style)
    if (LINES.has(element.tagName)) markWords(element, style)
    if (isUndone(element, style)) rename(element, 'span')
  }
}

function markWords(element: HtmlElement, style: ReadonlyMap<string, string>): void {
  for (const [property, value, name] of MEANINGS) {
    const isMeant = [...style].some(([key, written]) => property.test(key) && value.test(written))
    if (isMeant && !SAYS[name]?.includes(element.tagName)) wrapContent(element, name)
  }
}

/** A style makes the `b` around a pasted document plain. */
function isUndone({ tagName }: HtmlElement, style: ReadonlyMap<string, string>): boolean {
  if (tagName === 'b' || tagName === 'strong') return /^(?:normal|[1-4]00)$/i.test(style.get('font-weight') ?? '')
  return (tagName === 'i' || tagName === 'em') && /^normal$/i.test(style.get('font-style') ?? '')
}

function isOnlyColoured(style: ReadonlyMap<string, string>): boolean {
  const background = style.get('background-color') ?? style.get('background')
  if (background !== undefined) return NO_BACKGROUND.test(background)
  return style.has('color')
}

function numberAs(list: HtmlElement, style: ReadonlyMap<string, string>): void {
  const written = `${style.get('list-style-type') ?? ''} ${style.get('list-style') ?? ''}`.trim().split(/\s+/)
  const numerals = written.map(listNumerals).find((name) => name !== undefined)
  if (numerals !== undefined && attribute(list, 'type') === undefined)
    list.attrs.push({ name: 'type', value: numerals })
}

/** Content on its own lines is not the element's. */
function wrapContent(element: HtmlElement, name: string): void {
  const children: HtmlNode[] = []
  let run: HtmlNode[] = []
  const flush = (): void => {
    if (hasWords(run)) children.push(wrapped(run, name, element))
    else for (const node of run) children.push(node)
    run = []
  }
  for (const node of element.childNodes) {
    if (!isElement(node) || !isOwnLine(node)) {
      run.push(node)
      continue
    }
    flush()
    if (node.tagName === 'p') wrapContent(node, name)
    children.push(node)
  }
  flush()
  element.childNodes = children
}

/** A URL alone would be an embed. */
function hasWords(run: readonly HtmlNode[]): boolean {
  const words = textOf(run).trim()
  return words !== '' && !/^https?:\/\/\S+$/.test(words)
}

function wrapped(run: readonly HtmlNode[], name: string, parent: HtmlElement): HtmlElement {
  const inner = tree.createElement(name, dialect.NS.HTML, [])
  inner.parentNode = parent
  inner.childNodes = [...run]
  for (const node of run) node.parentNode = inner
  return inner
}

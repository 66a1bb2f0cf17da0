import { html as dialect, defaultTreeAdapter as tree } from 'parse5'
import { escapeHtml, joinHtml, type SafeHtml } from '../../system/escape.ts'
import {
  attribute,
  elementNamed,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  parseHtml,
  textOf,
  visit,
} from './tree.ts'

/** `annotation`, the source, shows nothing. */
const ELEMENTS = new Set(
  (
    'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover ' +
    'munderover mmultiscripts mprescripts mtable mtr mtd menclose mfenced semantics'
  ).split(' '),
)
const TOKENS = new Set(['mi', 'mn', 'mo', 'ms', 'mtext'])
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  display: /^(?:block|inline)$/,
  dir: /^(?:ltr|rtl)$/,
  mathvariant: /^[a-z-]{1,30}$/,
  displaystyle: /^(?:true|false)$/,
  scriptlevel: /^[+-]?\d$/,
  stretchy: /^(?:true|false)$/,
  accent: /^(?:true|false)$/,
  fence: /^(?:true|false)$/,
  separator: /^(?:true|false)$/,
  largeop: /^(?:true|false)$/,
  movablelimits: /^(?:true|false)$/,
  symmetric: /^(?:true|false)$/,
  form: /^(?:prefix|infix|postfix)$/,
  linethickness: /^(?:\d{1,3}(?:\.\d{1,3})?(?:px|em|ex|%)?|thin|medium|thick)$/,
  lspace: /^\d{1,2}(?:\.\d{1,3})?(?:em|px|ex)$/,
  rspace: /^\d{1,2}(?:\.\d{1,3})?(?:em|px|ex)$/,
  width: /^\d{1,3}(?:\.\d{1,3})?(?:em|px|ex)$/,
  columnspan: /^\d{1,2}$/,
  rowspan: /^\d{1,2}$/,
  columnalign: /^[a-z ]{1,60}$/,
}
/** Deeper ones become text. */
const MAX_DEPTH = 40

/** Or text, without allowed elements. */
export function mathHtml(math: HtmlElement): SafeHtml {
  return textOf([math], isSource).trim() === '' ? joinHtml([]) : writeMath(math, 0)
}

function writeMath(element: HtmlElement, depth: number): SafeHtml {
  if (isSource(element)) return joinHtml([])
  if (depth > MAX_DEPTH) return escapeHtml(textOf([element], isSource))
  // Parsers return to HTML in these.
  const inside = TOKENS.has(element.tagName)
    ? escapeHtml(textOf(element.childNodes, isSource))
    : joinHtml(
        element.childNodes.map((node) =>
          isText(node) ? escapeHtml(node.value) : isElement(node) ? writeMath(node, depth + 1) : joinHtml([]),
        ),
      )
  if (!ELEMENTS.has(element.tagName)) return inside
  // A nested formula would end the outer one.
  const name = element.tagName === 'math' && depth > 0 ? 'mrow' : element.tagName
  const attributes = element.attrs.flatMap(({ name, value }) =>
    Object.hasOwn(ATTRIBUTES, name) && ATTRIBUTES[name]?.test(value) ? ` ${name}="${escapeHtml(value)}"` : [],
  )
  return `<${name}${attributes.join('')}>${inside}</${name}>` as SafeHtml
}

function isSource({ tagName }: HtmlElement): boolean {
  return /^(?:annotation|annotation-xml|script|style|svg|template)$/.test(tagName)
}

/** For outputs without MathML: raised and lowered signs, slashes, roots. */
export function withoutMath(html: SafeHtml): SafeHtml {
  if (!html.includes('<math')) return html
  let out = ''
  let from = 0
  for (let start = html.indexOf('<math'); start !== -1; start = html.indexOf('<math', from)) {
    const close = html.indexOf(END, start)
    const end = close === -1 ? html.length : close + END.length
    out += html.slice(from, start) + parseHtml(html.slice(start, end)).map(plainMath).join('')
    from = end
  }
  return (out + html.slice(from)) as SafeHtml
}

const END = '</math>'

export function replaceMath(nodes: readonly HtmlNode[]): void {
  const formulas: HtmlElement[] = []
  visit(nodes, (element) => {
    if (element.tagName === 'math') formulas.push(element)
    return element.tagName !== 'math'
  })
  for (const formula of formulas) {
    const { parentNode } = formula
    if (!parentNode) continue
    // Nodes leave their parent on the way.
    for (const node of [...parseHtml(plainMath(formula))]) {
      tree.detachNode(node)
      tree.insertBefore(parentNode, node, formula)
    }
    tree.detachNode(formula)
  }
}

/** The second and third parts are raised or lowered. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  msup: ['sup'],
  mover: ['sup'],
  msub: ['sub'],
  munder: ['sub'],
  msubsup: ['sub', 'sup'],
  munderover: ['sub', 'sup'],
}

function plainMath(node: HtmlNode): SafeHtml {
  if (isText(node)) return escapeHtml(node.value.trim() === '' ? '' : node.value)
  if (!isElement(node) || isSource(node) || node.tagName === 'mphantom') return joinHtml([])
  const { tagName, childNodes } = node
  // An empty part keeps its place.
  const parts = (tagName in POSITIONS ? childNodes.filter(isElement) : childNodes).map(plainMath)
  const [first = '', second = '', ...others] = parts
  const scripts = SCRIPTS[tagName]
  if (scripts)
    return `${first}${[second, ...others].map((part, index) => wrapped(scripts[index], part)).join('')}` as SafeHtml
  if (tagName === 'mmultiscripts') return multiscripts(node)
  if (tagName === 'mfrac' && /^0/.test(attribute(node, 'linethickness') ?? '')) return `${first} ${second}` as SafeHtml
  if (tagName === 'mfrac') return `${grouped(first)}/${grouped(second)}` as SafeHtml
  if (tagName === 'msqrt') return `√${grouped(parts.join(''))}` as SafeHtml
  if (tagName === 'mroot') return `${wrapped('sup', second)}√${grouped(first)}` as SafeHtml
  if (tagName === 'mfenced') return `(${parts.filter(Boolean).join(', ')})` as SafeHtml
  if (tagName === 'mtr') return `${parts.join(' ')}; ` as SafeHtml
  return parts.join('') as SafeHtml
}

const POSITIONS: Readonly<Record<string, true>> = {
  msup: true,
  mover: true,
  msub: true,
  munder: true,
  msubsup: true,
  munderover: true,
  mfrac: true,
  mroot: true,
}

/** In pairs, lowered and raised; after `mprescripts` they precede the letter. */
function multiscripts({ childNodes }: HtmlElement): SafeHtml {
  const [base, ...rest] = childNodes.filter(isElement)
  const at = rest.findIndex(({ tagName }) => tagName === 'mprescripts')
  const [after, before] = at === -1 ? [rest, []] : [rest.slice(0, at), rest.slice(at + 1)]
  const signs = (parts: readonly HtmlElement[]): string =>
    parts.map((part, index) => wrapped(index % 2 === 0 ? 'sub' : 'sup', plainMath(part))).join('')
  return `${signs(before)}${base ? plainMath(base) : ''}${signs(after)}` as SafeHtml
}

function wrapped(name: string | undefined, part: string): string {
  return name === undefined || part === '' ? part : `<${name}>${part}</${name}>`
}

function grouped(part: string): string {
  return /^(?:[\p{L}\p{N}]+|\(.*\))$/u.test(part) ? part : `(${part})`
}

const MATH_SCRIPT = /^math\/(tex|mml|asciimath)/i

/** MathJax and KaTeX become MathML, else their source, in place, without drawings. */
export function settleFormulas(nodes: readonly HtmlNode[]): void {
  const scripts: HtmlElement[] = []
  const drawings: HtmlElement[] = []
  const known = new Map<unknown, boolean>()
  visit(nodes, (element) => {
    const { tagName } = element
    if (tagName === 'script' && MATH_SCRIPT.test(attribute(element, 'type') ?? '')) scripts.push(element)
    const isDrawn = isDrawing(element, known)
    if (isDrawn) drawings.push(element)
    return tagName !== 'math' && !isDrawn
  })
  for (const drawing of drawings) tree.detachNode(drawing)
  for (const script of scripts) {
    const { parentNode } = script
    if (!parentNode) continue
    const source = script.childNodes.map((node) => (isText(node) ? node.value : '')).join('')
    const math = elementNamed(parseHtml(source), 'math')
    tree.insertBefore(parentNode, math ?? formulaSource(source.trim()), script)
    tree.detachNode(script)
  }
}

function formulaSource(source: string): HtmlElement {
  const code = tree.createElement('code', dialect.NS.HTML, [])
  tree.insertText(code, source)
  return code
}

/** Drawn next to MathML, or before a script. */
const DRAWING = /(?:^|\s)(?:katex-html|MathJax_Preview|MathJax_Display|MathJax_CHTML|MathJax_SVG|MathJax)(?:\s|$)/

function isDrawing(element: HtmlElement, known: Map<unknown, boolean>): boolean {
  if (!DRAWING.test(attribute(element, 'class') ?? '')) return false
  const { parentNode } = element
  const cached = known.get(parentNode)
  if (cached !== undefined) return cached
  const beside = parentNode?.childNodes ?? []
  const hasFormula = elementNamed(beside, 'math') !== undefined || beside.some(isMathScript)
  known.set(parentNode, hasFormula)
  return hasFormula
}

function isMathScript(node: HtmlNode): boolean {
  return isElement(node) && node.tagName === 'script' && MATH_SCRIPT.test(attribute(node, 'type') ?? '')
}

export function mayHoldFormulas(markup: string): boolean {
  return /math|katex/i.test(markup)
}

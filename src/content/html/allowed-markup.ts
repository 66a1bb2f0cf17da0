import { anchorOf } from './anchor.ts'
import { listNumerals } from './style.ts'

export const INLINE = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small strong sub sup time u var wbr'.split(
    ' ',
  ),
)
/** `h1` is the title: headings move down a level. */
export const FLOW = new Set([
  ...INLINE,
  ...'address article aside blockquote caption col colgroup dd details div dl dt figcaption figure footer'.split(' '),
  ...'h2 h3 h4 h5 h6 header hr li ol p pre section summary table tbody td tfoot th thead tr ul'.split(' '),
])
export const OF_READERS = new Set(
  'a abbr b blockquote br cite code del em i li ol p pre q s strong sub sup ul'.split(' '),
)
export const RENAMED = new Map([
  ['h1', 'h2'],
  ['strike', 's'],
  ['center', 'div'],
  ['tt', 'code'],
  ['acronym', 'abbr'],
  ['big', 'b'],
  ['dir', 'ul'],
  ['menu', 'ul'],
])
export const LITERAL = new Set(['code', 'kbd', 'pre', 'samp', 'var'])
export const DROPPED = new Set(
  'script style template iframe frame frameset object embed applet svg canvas select datalist input textarea head title noembed noframes'.split(
    ' ',
  ),
)
export const VOID = new Set(['br', 'col', 'hr', 'img', 'wbr'])
/** The next block closes these. */
export const LINES_ONLY = new Set(['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ruby'])
/** Elsewhere parsers or AMP refuse them: tags are dropped. */
export const BELONGS_IN: Record<string, readonly string[]> = {
  li: ['ul', 'ol'],
  dt: ['dl'],
  dd: ['dl'],
  rt: ['ruby'],
  rp: ['ruby'],
  summary: ['details'],
}

export const ATTRIBUTES: Record<string, (value: string) => string | undefined> = {
  id: anchorOf,
  title: (value) => value,
  lang: (value) => (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(value) ? value : undefined),
  dir: (value) => (/^(?:ltr|rtl|auto)$/i.test(value) ? value : undefined),
}
const count = (value: string) => (/^\d{1,3}$/.test(value) && value !== '0' ? value : undefined)
/** AMP refuses negative numbers. */
const position = (value: string) => (/^\d{1,6}$/.test(value) ? value : undefined)
export const ELEMENT_ATTRIBUTES: Record<string, Record<string, (value: string) => string | undefined>> = {
  td: { colspan: count, rowspan: count },
  th: {
    colspan: count,
    rowspan: count,
    scope: (v) => (/^(?:row|col|rowgroup|colgroup)$/.test(v) ? v : undefined),
  },
  col: { span: count },
  colgroup: { span: count },
  ol: { start: position, reversed: () => '', type: listNumerals },
  li: { value: position },
  time: { datetime: (value) => (/^[\d\-:.TZ+W ]{1,40}$/.test(value) ? value : undefined) },
  details: { open: () => '' },
}

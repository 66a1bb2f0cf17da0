import type { Page } from 'playwright-core'

/** The end of a line on a page: the last word of it, and the first of the next one. */
export interface LineEnd {
  before: string
  after: string
  /** Of a heading, or of a card's title. */
  isTitle: boolean
}

/** Every line end within the page's main part; code and what is not seen are left out. */
export function lineEndsOf(page: Page): Promise<LineEnd[]> {
  return page.evaluate(() => {
    const ends: LineEnd[] = []
    const range = document.createRange()
    const isShown = (element: Element): boolean =>
      !element.closest(
        'pre, code, kbd, samp, svg, math, .visually-hidden, [hidden], script, style, noscript, template',
      ) && element.checkVisibility({ visibilityProperty: true })
    /** What a line runs through: elements in the line are not its own. */
    const blockOf = (element: Element): Element => {
      let block = element
      while (getComputedStyle(block).display === 'inline' && block.parentElement) block = block.parentElement
      return block
    }
    let [last, lastBlock, lastBottom]: [string, Element | undefined, number] = ['', undefined, 0]
    const main = document.querySelector('main') ?? document.body
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const value = node.nodeValue ?? ''
      if (!parent || value.trim() === '') continue
      if (!isShown(parent)) continue
      const block = blockOf(parent)
      const isTitle = parent.closest('h1, h2, h3, h4, h5, h6, .card-title') !== null
      if (block !== lastBlock) last = ''
      // A line may end at an ordinary space, and at a hyphen or a dash.
      for (const { 0: piece, index } of value.matchAll(/[^ \t\n\r]*?[-‐–—](?=[^ \t\n\r])|[^ \t\n\r]+/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + piece.length)
        const rects = range.getClientRects()
        const [first, end] = [rects[0], rects[rects.length - 1]]
        if (!first || !end || first.width === 0) continue
        const isGlued = index > 0 ? !/[ \t\n\r]/.test(value[index - 1] ?? '') : !/[ \t\n\r]$/.test(last)
        if (block === lastBlock && last !== '' && first.top >= lastBottom - 2) {
          ends.push({ before: last.trim(), after: (isGlued ? '' : ' ') + piece, isTitle })
        }
        last = piece
        lastBlock = block
        lastBottom = end.bottom - end.height / 3
      }
      if (/[ \t\n\r]$/.test(value)) last += ' '
    }
    return ends
  })
}

const OPENING = /^[\s([{„“”"'«»‚]+/
const UNIT =
  /^(?:[%‰°€$£]|(?:tys|mln|mld|bln|zł|gr|proc|pkt|procent\p{L}*|euro|dolar\p{L}*|złot\p{L}*|milion\p{L}*|miliard\p{L}*|bajt\p{L}*|kilometr\p{L}*|metr\p{L}*|[kMGTP]i?[BbVWm]|[MG]Hz|Hz|[kcm]?m|k?g|[kM]?Wh?|k?bps|Mb\/s|km\/h|KM|Nm|[KMG]?px|Mpix|mAh|ms|min|godz|r\.|w\.|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia)(?![\p{L}\p{N}]))/u

/** A number cut from its thousands, from its unit, or at a hyphen between figures. */
export function cutsNumber({ before, after }: LineEnd): boolean {
  const next = after.replace(OPENING, '')
  if (!after.startsWith(' ')) return /\p{N}[-‐–—]$/u.test(before) && /^\p{N}/u.test(next)
  if (/(?:^|[^\p{L}\p{N}])(?:nr|art|ust|str|s|poz|godz|ok|rozdz)\.?$/u.test(before)) return /^\p{N}/u.test(next)
  if (/(?:^|[^\p{N}])\p{N}{1,3}$/u.test(before) && /^\p{N}{3}(?!\p{N})/u.test(next)) return true
  return /\p{N}$/u.test(before) && UNIT.test(next)
}

/** A compound cut at its hyphen. */
export function cutsCompound({ before, after }: LineEnd): boolean {
  return !after.startsWith(' ') && /[\p{L}\p{N}][-‐]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)
}

/** A line that ends in a lone letter. */
export function endsInLetter({ before }: LineEnd): boolean {
  return /^[aiouwz]$/i.test(
    before
      .split(/[ \u00a0]/)
      .at(-1)
      ?.replace(OPENING, '') ?? '',
  )
}

/** Inline elements; all others begin and end a line. */
const INLINE = new Set(
  'a abbr b bdi bdo button cite dfn em i label mark output q s samp small span strong time u var'.split(' '),
)
/** Not for readers, or one word with their neighbours. */
const SKIPPED = new Set('code noscript pre script style sub sup svg template'.split(' '))
const WORD_END = /[\p{L}\p{N}%)\].…!?:]$/u
const WORD_START = /^[\p{L}\p{N}([]/u

/**
 * Texts of inline neighbours that run together to one word, each pair as `before|after`. A block begins and ends a
 * line; `naive`: for a reader that joins all texts of the element.
 */
export function runTogether(root: Element, reader: 'lines' | 'naive' = 'lines'): string[] {
  const pairs: string[] = []
  let before = ''
  const read = (node: Node): void => {
    if (node.nodeType === node.TEXT_NODE) {
      const text = node.textContent ?? ''
      if (WORD_END.test(before) && WORD_START.test(text)) pairs.push(`${before.slice(-30)}|${text.slice(0, 30)}`)
      if (text !== '') before = text
      return
    }
    if (node.nodeType !== node.ELEMENT_NODE) return
    const { localName } = node as Element
    if (SKIPPED.has(localName)) {
      before = ''
      return
    }
    const isLine = reader === 'lines' && !INLINE.has(localName)
    if (isLine) before = ''
    node.childNodes.forEach(read)
    if (isLine) before = ''
  }
  read(root)
  return pairs
}

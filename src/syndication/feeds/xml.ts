import type { Element } from 'xast'
import { toXml } from 'xast-util-to-xml'

/** XML 1.0 does not allow these characters, lone surrogates included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to drop
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

type References = 'short' | 'numeric'

/**
 * Drops characters that XML cannot carry and escapes `]]>`, which text must not contain (XML 1.0, 2.4).
 * @param references `numeric` for `<` and `&`, as feed validators recommend it for RSS
 */
export function writeXml(element: Element, references: References = 'short'): string {
  const written = toXml(element).replace(ILLEGAL, '').replaceAll(']]>', ']]&gt;')
  return references === 'numeric' ? written : written.replaceAll('&#x3C;', '&lt;').replaceAll('&#x26;', '&amp;')
}

/** The serialised children are as large as a feed, so they are not serialised again. */
export function xmlElement(element: Element, written: readonly string[], references?: References): string {
  const own = writeXml(element, references)
  const end = own.lastIndexOf('</')
  return [own.slice(0, end), ...written, own.slice(end)].join('\n')
}

export function xmlDocument(root: Element, written: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement(root, written)}\n`
}

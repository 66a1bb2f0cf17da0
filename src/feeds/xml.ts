import type { Element } from 'xast'
import { toXml } from 'xast-util-to-xml'

/** What XML 1.0 has no place for (section 2.2), lone surrogates included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to drop
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/**
 * Writes an element as XML. Characters that XML cannot carry are dropped; the library escapes the rest but for `]]>`,
 * which may not stand in text (XML 1.0, 2.4). Its numeric references for `<` and `&` are shortened.
 */
export function writeXml(element: Element): string {
  return toXml(element)
    .replace(ILLEGAL, '')
    .replaceAll(']]>', ']]&gt;')
    .replaceAll('&#x3C;', '&lt;')
    .replaceAll('&#x26;', '&amp;')
}

/** An element with further ones, already written, at its end. They are as large as a feed and are not written twice. */
export function xmlElement(element: Element, written: readonly string[]): string {
  const own = writeXml(element)
  const end = own.lastIndexOf('</')
  return [own.slice(0, end), ...written, own.slice(end)].join('\n')
}

/** A document whose root holds further elements, already written. */
export function xmlDocument(root: Element, written: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement(root, written)}\n`
}

import { SaxesParser } from 'saxes'
import { ImportSourceError } from '../source.ts'

/** An element of a WXR file with its content. */
export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  /** Its own text, CDATA included. */
  text: string
  children: XmlNode[]
}

/** Maximum size of an item, in characters; the rest of a larger one is skipped, and the item is refused. */
const MAX_ITEM_CHARACTERS = 8 * 1024 * 1024
/** Memory overhead of an element, an attribute and a piece of text, in characters. */
const [ELEMENT_COST, ATTRIBUTE_COST, PIECE_COST] = [200, 50, 16]
/** Per element; WXR has two. The parser keeps them all until the tag ends. */
const MAX_ATTRIBUTES = 1000
/** Maximum size of an unfinished text or tag: the parser buffers it until its end. */
const MAX_UNENDED_BYTES = 32 * 1024 * 1024
/** Maximum length of texts that may stay in memory during the import: names, URLs, descriptions; not articles. */
const SHORT_TEXT = 2000
/** WXR nests seven levels. */
const MAX_DEPTH = 32
/** `rss`, `channel` and its children. */
const PART_DEPTH = 3
/** Not imported; an article may have thousands. */
const PASSED_OVER = new Set(['wp:comment'])

/** Characters that XML 1.0 does not allow; WordPress' own export writes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to drop
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A part of the channel, or the name of one that is too large. */
export type ChannelPart = { node: XmlNode } | { tooLarge: string }

/**
 * Reads a WXR file part by part, each a child of `<channel>`. At most one of them is in memory at a time.
 * @throws {ImportSourceError} when the file is not WXR, is cut off, declares entities, or is in an unknown encoding
 */
export async function* channelParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ChannelPart> {
  const done: ChannelPart[] = []
  const open: XmlNode[] = []
  let [depth, itemSize, passedOver, bytesSinceEvent, attributeCount] = [0, 0, 0, 0, 0]
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })

  const add = (text: string): void => {
    bytesSinceEvent = 0
    if (passedOver > 0) return
    itemSize += text.length + PIECE_COST
    const node = open.at(-1)
    if (node && itemSize <= MAX_ITEM_CHARACTERS) node.text += text
  }
  parser.on('error', (error) => {
    throw new ImportSourceError(`not well-formed XML: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw new ImportSourceError('the file has a DOCTYPE, which no WXR file has: its entities could grow without end')
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('attribute', () => {
    attributeCount += 1
    if (attributeCount > MAX_ATTRIBUTES) {
      throw new ImportSourceError(`an element has more than ${MAX_ATTRIBUTES} attributes`)
    }
  })
  parser.on('opentag', ({ name, attributes }) => {
    bytesSinceEvent = 0
    attributeCount = 0
    depth += 1
    if (depth > MAX_DEPTH) throw new ImportSourceError(`elements are nested more than ${MAX_DEPTH} deep`)
    if (depth < PART_DEPTH) {
      const expected = depth === 1 ? 'rss' : 'channel'
      if (name !== expected) throw new ImportSourceError(`not a WXR file: <${name}> instead of <${expected}>`)
      return
    }
    if (depth === PART_DEPTH) itemSize = 0
    if (passedOver > 0 || PASSED_OVER.has(name)) passedOver += 1
    const own = Object.entries(attributes).map(([key, value]): [string, string] => [key, detached(value)])
    if (passedOver === 0) itemSize += costOf(name, own)
    const isIncluded = passedOver === 0 && itemSize <= MAX_ITEM_CHARACTERS
    const node: XmlNode = { name, attributes: isIncluded ? Object.fromEntries(own) : {}, text: '', children: [] }
    if (isIncluded) open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('closetag', () => {
    bytesSinceEvent = 0
    depth -= 1
    if (passedOver > 0) passedOver -= 1
    const node = open.pop()
    if (node && node.text.length <= SHORT_TEXT) node.text = detached(node.text)
    if (!node || open.length > 0) return
    const title = node.children.find((child) => child.name === 'title')?.text
    done.push(itemSize > MAX_ITEM_CHARACTERS ? { tooLarge: title || node.name } : { node })
  })

  for await (const text of decoded(chunks)) {
    bytesSinceEvent += text.length
    if (bytesSinceEvent > MAX_UNENDED_BYTES) {
      throw new ImportSourceError(`${MAX_UNENDED_BYTES} characters without the end of a text or a tag`)
    }
    parser.write(text.replace(ILLEGAL, ''))
    yield* done.splice(0)
  }
  parser.close()
  yield* done.splice(0)
}

function costOf(name: string, attributes: ReadonlyArray<[string, string]>): number {
  return attributes.reduce(
    (cost, [key, value]) => cost + ATTRIBUTE_COST + key.length + value.length,
    ELEMENT_COST + name.length,
  )
}

/**
 * Copies a text. The engine stores a substring as a reference to the whole: one slug would keep the 64 kB chunk around
 * it, and all slugs the whole file.
 */
function detached(text: string): string {
  return Buffer.from(text).toString()
}

/** Characters of a file, decoded by its byte order mark or its XML declaration, else as UTF-8. */
async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let start = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (!decoder) {
      start = Buffer.concat([start, chunk])
      if (start.length < DECLARATION_BYTES) continue
      decoder = decoderOf(start)
      yield decode(decoder, start)
    } else yield decode(decoder, chunk)
  }
  if (decoder) yield decode(decoder)
  else yield decode(decoderOf(start), start, false)
}

/** Maximum length of an XML declaration. */
const DECLARATION_BYTES = 200

function decoderOf(start: Buffer): TextDecoder {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true })
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true })
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
    start.toString('latin1', 0, DECLARATION_BYTES),
  )?.[1]
  try {
    return new TextDecoder(declared ?? 'utf-8', { fatal: true })
  } catch {
    throw new ImportSourceError(`the file says that its encoding is "${declared}", which is not known`)
  }
}

function decode(decoder: TextDecoder, bytes?: Uint8Array, isStream = bytes !== undefined): string {
  try {
    return decoder.decode(bytes, { stream: isStream })
  } catch {
    throw new ImportSourceError(`the file is not ${decoder.encoding}, as it says or should say`)
  }
}

import { SaxesParser } from 'saxes'
import { ImportSourceError } from '../source.ts'

/** An element of a WXR file with everything inside it. */
export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  /** Its own text, CDATA included. */
  text: string
  children: XmlNode[]
}

/** Characters of one item that are kept; the rest of a larger one is read past, and the item is refused. */
const MAX_ITEM_CHARACTERS = 8 * 1024 * 1024
/** What an element, an attribute and a piece of text take in memory beside their characters: as many characters. */
const [ELEMENT_COST, ATTRIBUTE_COST, PIECE_COST] = [200, 50, 16]
/** Of one element; WXR has two. The parser keeps them all until the tag ends. */
const MAX_ATTRIBUTES = 1000
/** Characters without an end of a text or a tag: the parser keeps them all until it comes. */
const MAX_UNENDED_BYTES = 32 * 1024 * 1024
/** Characters of what may be kept for as long as the import lasts: names, addresses, descriptions; not articles. */
const SHORT_TEXT = 2000
/** WXR is seven deep. */
const MAX_DEPTH = 32
/** `rss`, `channel`, and what stands in it. */
const PART_DEPTH = 3
/** Not imported; there may be thousands to an article. */
const PASSED_OVER = new Set(['wp:comment'])

/** What XML 1.0 has no place for; WordPress' own export lets it through. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to drop
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A part of the channel, or the name of one that is too large to be kept. */
export type ChannelPart = { node: XmlNode } | { tooLarge: string }

/**
 * Reads a WXR file part by part: what stands in `<channel>`, one element after the other. No more than one of them is in
 * memory at a time.
 * @throws {ImportSourceError} when the file is not WXR, is cut off, declares entities, or is in an unknown encoding
 */
export async function* channelParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ChannelPart> {
  const done: ChannelPart[] = []
  const open: XmlNode[] = []
  let [depth, kept, passedOver, bytesSinceEvent, attributeCount] = [0, 0, 0, 0, 0]
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })

  const add = (text: string): void => {
    bytesSinceEvent = 0
    if (passedOver > 0) return
    kept += text.length + PIECE_COST
    const node = open.at(-1)
    if (node && kept <= MAX_ITEM_CHARACTERS) node.text += text
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
    if (depth === PART_DEPTH) kept = 0
    if (passedOver > 0 || PASSED_OVER.has(name)) passedOver += 1
    const own = Object.entries(attributes).map(([key, value]): [string, string] => [key, detached(value)])
    if (passedOver === 0) kept += costOf(name, own)
    const isKept = passedOver === 0 && kept <= MAX_ITEM_CHARACTERS
    const node: XmlNode = { name, attributes: isKept ? Object.fromEntries(own) : {}, text: '', children: [] }
    if (isKept) open.at(-1)?.children.push(node)
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
    done.push(kept > MAX_ITEM_CHARACTERS ? { tooLarge: title || node.name } : { node })
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
 * A copy of a text. The engine keeps a part of a text as a reference into the whole: one slug would hold all of the 64 kB
 * that it was read in, and the slugs of a file the file.
 */
function detached(text: string): string {
  return Buffer.from(text).toString()
}

/** Characters of a file, by its byte order mark or its XML declaration; UTF-8 without either. */
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

/** An XML declaration is shorter. */
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

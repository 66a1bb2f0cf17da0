import { SaxesParser } from 'saxes'
import { ImportSourceError } from '../source.ts'
import { createMendingDecoder, createTextMender, type Mend, type MendingDecoder, type OnMend } from './mending.ts'

export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlNode[]
}

/** A larger item is refused. Characters. */
const MAX_ITEM_CHARACTERS = 8 * 1024 * 1024
const [ELEMENT_COST, ATTRIBUTE_COST, PIECE_COST] = [200, 50, 16]
/** WXR has two; the parser keeps all. */
const MAX_ATTRIBUTES = 1000
/** The parser buffers an unfinished part. */
const MAX_UNENDED_BYTES = 32 * 1024 * 1024
/** Articles do not stay in memory. */
const SHORT_TEXT = 2000
/** WXR nests seven levels. */
const MAX_DEPTH = 32
const PART_DEPTH = 3
const PASSED_OVER = new Set(['wp:comment'])

export type ChannelPart = { node: XmlNode } | { tooLarge: string } | { mend: Mend } | { passedOver: string }

/**
 * Keeps one child of `<channel>` in memory.
 * @throws {ImportSourceError} when the file is not WXR, is cut off, declares entities, or has an unknown encoding
 */
export async function* channelParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ChannelPart> {
  const done: ChannelPart[] = []
  let hasEnded = false
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
    if (hasEnded) return
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
    if (passedOver === 1) done.push({ passedOver: name })
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
    if (depth === 0) hasEnded = true
    if (passedOver > 0) passedOver -= 1
    const node = open.pop()
    if (node && node.text.length <= SHORT_TEXT) node.text = detached(node.text)
    if (!node || open.length > 0) return
    const title = node.children.find((child) => child.name === 'title')?.text
    done.push(itemSize > MAX_ITEM_CHARACTERS ? { tooLarge: title || node.name } : { node })
  })

  const onMend = (mend: Mend): void => void done.push({ mend })
  const mender = createTextMender(onMend)
  for await (const decodedText of decoded(chunks, onMend)) {
    const text = mender.write(decodedText)
    bytesSinceEvent += text.length
    if (bytesSinceEvent > MAX_UNENDED_BYTES) {
      throw new ImportSourceError(`${MAX_UNENDED_BYTES} characters without the end of a text or a tag`)
    }
    parser.write(text)
    yield* done.splice(0)
  }
  parser.write(mender.end())
  parser.close()
  yield* done.splice(0)
}

function costOf(name: string, attributes: ReadonlyArray<[string, string]>): number {
  return attributes.reduce(
    (cost, [key, value]) => cost + ATTRIBUTE_COST + key.length + value.length,
    ELEMENT_COST + name.length,
  )
}

/** A substring would keep the whole file in memory. */
function detached(text: string): string {
  return Buffer.from(text).toString()
}

/** Prefers the byte order mark or the XML declaration to UTF-8. */
async function* decoded(chunks: AsyncIterable<Uint8Array>, onMend: OnMend): AsyncGenerator<string> {
  let decoder: MendingDecoder | undefined
  let start = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (!decoder) {
      start = Buffer.concat([start, chunk])
      if (start.length < DECLARATION_BYTES) continue
      decoder = decoderOf(start, onMend)
      yield decoder.write(start)
    } else yield decoder.write(chunk)
  }
  if (!decoder) {
    decoder = decoderOf(start, onMend)
    yield decoder.write(start)
  }
  yield decoder.end()
}

const DECLARATION_BYTES = 200

function decoderOf(start: Buffer, onMend: OnMend): MendingDecoder {
  if (start[0] === 0xff && start[1] === 0xfe) return strictDecoder('utf-16le')
  if (start[0] === 0xfe && start[1] === 0xff) return strictDecoder('utf-16be')
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
    start.toString('latin1', 0, DECLARATION_BYTES),
  )?.[1]
  return /^utf-?8$/i.test(declared ?? 'utf-8') ? createMendingDecoder(onMend) : strictDecoder(declared ?? '')
}

/** @throws {ImportSourceError} for an unknown encoding or wrong bytes */
function strictDecoder(encoding: string): MendingDecoder {
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new ImportSourceError(`the file says that its encoding is "${encoding}", which is not known`)
  }
  const decode = (bytes: Uint8Array | undefined): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new ImportSourceError(`the file is not ${decoder.encoding}, as it says or should say`)
    }
  }
  return { write: decode, end: () => decode(undefined) }
}

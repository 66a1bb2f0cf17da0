import { av1Image } from './av1.ts'
import { type Bytes, ImageError, type ImageHeader } from './header.ts'

/** Measured bytes per pixel of decoding and conversion (docs/decisions/037). */
const PIXEL_BYTES = { usual: 30, highDepth: 48 }
/** Image, transparency, thumbnail. */
const [MAX_IMAGES, MAX_ITEMS] = [3, 16]
/** The decoder passes these on. */
const NOTES = new Set(['Exif', 'mime'])

interface Item {
  id: number
  type: string
}

/** Each coded image counts, whatever the file's size. Composed images, videos and compressed metadata are refused. */
export function avifHeader(file: Bytes): ImageHeader {
  const top = isoBoxes(file)
  const [meta, ...further] = top.filter(({ type }) => type === 'meta')
  if (!meta || further.length > 0 || top.some(({ type }) => type === 'moov')) {
    throw new ImageError('an AVIF that is not one still image')
  }
  const boxes = isoBoxes(meta.body.part(4, meta.body.length))
  const places = itemPlaces(only(boxes, 'iloc'), boxes, file)
  const images = itemsOf(only(boxes, 'iinf'))
    .filter(({ type }) => type === 'av01')
    .map(({ id }) => av1Image(places(id)))
  if (images.length === 0 || images.length > MAX_IMAGES) throw new ImageError('an AVIF of too few or many images')
  const largest = images.reduce((most, image) => (pixels(image) > pixels(most) ? image : most))
  const pixelBytes = images.some(({ isHighDepth }) => isHighDepth) ? PIXEL_BYTES.highDepth : PIXEL_BYTES.usual
  return { width: largest.width, height: largest.height, memory: pixels(largest) * pixelBytes }
}

function pixels({ width, height }: { width: number; height: number }): number {
  return width * height
}

function only(boxes: readonly IsoBox[], type: string): Bytes {
  const [match, ...further] = boxes.filter((box) => box.type === type)
  if (!match || further.length > 0) throw new ImageError(`an AVIF without one ${type}`)
  return match.body
}

/** ISO/IEC 14496-12, 8.11.6. */
function itemsOf(body: Bytes): Item[] {
  const isLong = body.u8(0) > 0
  const entries = isoBoxes(body.part(isLong ? 8 : 6, body.length))
  if (entries.length > MAX_ITEMS) throw new ImageError('an AVIF of too many items')
  return entries.map(({ type, body: entry }) => {
    const version = entry.u8(0)
    if (type !== 'infe' || version < 2) throw new ImageError('an AVIF with items of an old form')
    const after = version === 2 ? 6 : 8
    const item = { id: version === 2 ? entry.u16(4) : entry.u32(4), type: entry.text(after + 2, 4) }
    if (item.type !== 'av01' && !NOTES.has(item.type)) throw new ImageError('an AVIF put together from parts')
    if (item.type === 'mime' && isPacked(entry.raw.subarray(after + 6)))
      throw new ImageError('an AVIF with packed notes')
    return item
  })
}

/** Zeros end a name, a type and a compression. */
function isPacked(texts: Buffer): boolean {
  return (texts.toString('latin1').split('\0')[2] ?? '') !== ''
}

/** ISO/IEC 14496-12, 8.11.3. */
function itemPlaces(body: Bytes, boxes: readonly IsoBox[], file: Bytes): (id: number) => Bytes {
  const version = body.u8(0)
  const sizes = body.u16(4)
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 0xf)
  let at = 6
  const take = (size: number | undefined): number => {
    if (size !== 0 && size !== 2 && size !== 4 && size !== 8) throw new ImageError('an AVIF with a number of no size')
    let value = 0
    for (let index = 0; index < size; index++, at++) value = value * 256 + body.u8(at)
    return value
  }
  const places = new Map<number, { isWithin: boolean; extents: Array<[from: number, length: number]> }>()
  for (let items = take(version < 2 ? 2 : 4); items > 0; items--) {
    const id = take(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : take(2) & 0xf
    if (method > 1 || places.has(id) || places.size >= MAX_ITEMS) throw new ImageError('an AVIF that lies elsewhere')
    take(2) // data reference index: this file
    const base = take(baseSize)
    const extents: Array<[number, number]> = []
    for (let count = take(2); count > 0; count--) {
      if (version > 0) take(indexSize)
      extents.push([base + take(offsetSize), take(lengthSize)])
      if (extents.length > MAX_ITEMS) throw new ImageError('an AVIF in too many parts')
    }
    places.set(id, { isWithin: method === 1, extents })
  }
  return (id) => {
    const place = places.get(id)
    if (!place) throw new ImageError('an AVIF without its image')
    const whole = place.isWithin ? only(boxes, 'idat') : file
    return joined(place.extents.map(([from, length]) => whole.part(from, length === 0 ? whole.length : from + length)))
  }
}

function joined(parts: readonly Bytes[]): Bytes {
  const [first, ...further] = parts
  if (!first || further.length > 0) throw new ImageError('an AVIF whose image is in pieces')
  return first
}

export interface IsoBox {
  type: string
  body: Bytes
}

const MAX_BOXES = 100

/** ISO/IEC 14496-12, 4.2. */
export function isoBoxes(bytes: Bytes): IsoBox[] {
  const boxes: IsoBox[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.u32(at)
    const type = bytes.text(at + 4, 4)
    // 0: up to the end. 1: a 64-bit size follows.
    if (size === 1) throw new ImageError('a box of more than 4 GB')
    const end = size === 0 ? bytes.length : at + size
    if (end < at + 8 || boxes.length >= MAX_BOXES) throw new ImageError('boxes that do not end')
    boxes.push({ type, body: bytes.part(at + 8, end) })
    at = end
  }
  return boxes
}

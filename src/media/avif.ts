import { av1Picture } from './av1.ts'
import type { Bytes } from './bytes.ts'
import type { PictureHeader } from './header.ts'
import { type IsoBox, isoBoxes } from './iso-boxes.ts'
import { PictureError } from './picture-error.ts'

/** Whole frames, their conversion and the picture, for each pixel, by measurement (docs/decisions/037). */
const PIXEL_BYTES = { usual: 30, highDepth: 48 }
/** Of coded pictures: the picture, its transparency, a thumbnail; and of all items. */
const [MAX_PICTURES, MAX_ITEMS] = [3, 16]
/** Items that are no pictures: notes, which the decoder only hands on. */
const NOTES = new Set(['Exif', 'mime'])

interface Item {
  id: number
  type: string
}

/**
 * What an AVIF says of its size is not what is decoded: each coded picture is asked itself. Pictures that are put
 * together from others (grids, overlays), films and packed notes are refused.
 */
export function avifHeader(file: Bytes): PictureHeader {
  const top = isoBoxes(file)
  const [meta, ...further] = top.filter(({ type }) => type === 'meta')
  if (!meta || further.length > 0 || top.some(({ type }) => type === 'moov')) {
    throw new PictureError('an AVIF that is not one still picture')
  }
  const boxes = isoBoxes(meta.body.part(4, meta.body.length))
  const places = itemPlaces(only(boxes, 'iloc'), boxes, file)
  const pictures = itemsOf(only(boxes, 'iinf'))
    .filter(({ type }) => type === 'av01')
    .map(({ id }) => av1Picture(places(id)))
  if (pictures.length === 0 || pictures.length > MAX_PICTURES)
    throw new PictureError('an AVIF of too few or many pictures')
  const largest = pictures.reduce((most, picture) => (pixels(picture) > pixels(most) ? picture : most))
  const pixelBytes = pictures.some(({ isHighDepth }) => isHighDepth) ? PIXEL_BYTES.highDepth : PIXEL_BYTES.usual
  return { width: largest.width, height: largest.height, memory: pixels(largest) * pixelBytes }
}

function pixels({ width, height }: { width: number; height: number }): number {
  return width * height
}

function only(boxes: readonly IsoBox[], type: string): Bytes {
  const [found, ...further] = boxes.filter((box) => box.type === type)
  if (!found || further.length > 0) throw new PictureError(`an AVIF without one ${type}`)
  return found.body
}

/** ISO/IEC 14496-12, 8.11.6. */
function itemsOf(body: Bytes): Item[] {
  const isLong = body.u8(0) > 0
  const entries = isoBoxes(body.part(isLong ? 8 : 6, body.length))
  if (entries.length > MAX_ITEMS) throw new PictureError('an AVIF of too many items')
  return entries.map(({ type, body: entry }) => {
    const version = entry.u8(0)
    if (type !== 'infe' || version < 2) throw new PictureError('an AVIF with items of an old form')
    const after = version === 2 ? 6 : 8
    const item = { id: version === 2 ? entry.u16(4) : entry.u32(4), type: entry.text(after + 2, 4) }
    if (item.type !== 'av01' && !NOTES.has(item.type)) throw new PictureError('an AVIF put together from parts')
    if (item.type === 'mime' && isPacked(entry.raw.subarray(after + 6)))
      throw new PictureError('an AVIF with packed notes')
    return item
  })
}

/** A name, a type and, where there is one, what it is packed by; a zero after each. */
function isPacked(texts: Buffer): boolean {
  return (texts.toString('latin1').split('\0')[2] ?? '') !== ''
}

/** ISO/IEC 14496-12, 8.11.3. @returns the bytes of an item, put together from where they lie */
function itemPlaces(body: Bytes, boxes: readonly IsoBox[], file: Bytes): (id: number) => Bytes {
  const version = body.u8(0)
  const sizes = body.u16(4)
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 0xf)
  let at = 6
  const take = (size: number | undefined): number => {
    if (size !== 0 && size !== 2 && size !== 4 && size !== 8) throw new PictureError('an AVIF with a number of no size')
    let value = 0
    for (let index = 0; index < size; index++, at++) value = value * 256 + body.u8(at)
    return value
  }
  const places = new Map<number, { isWithin: boolean; extents: Array<[from: number, length: number]> }>()
  for (let items = take(version < 2 ? 2 : 4); items > 0; items--) {
    const id = take(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : take(2) & 0xf
    if (method > 1 || places.has(id) || places.size >= MAX_ITEMS) throw new PictureError('an AVIF that lies elsewhere')
    take(2) // of which file: this one
    const base = take(baseSize)
    const extents: Array<[number, number]> = []
    for (let count = take(2); count > 0; count--) {
      if (version > 0) take(indexSize)
      extents.push([base + take(offsetSize), take(lengthSize)])
      if (extents.length > MAX_ITEMS) throw new PictureError('an AVIF in too many parts')
    }
    places.set(id, { isWithin: method === 1, extents })
  }
  return (id) => {
    const place = places.get(id)
    if (!place) throw new PictureError('an AVIF without its picture')
    const whole = place.isWithin ? only(boxes, 'idat') : file
    return joined(place.extents.map(([from, length]) => whole.part(from, length === 0 ? whole.length : from + length)))
  }
}

function joined(parts: readonly Bytes[]): Bytes {
  const [first, ...further] = parts
  if (!first || further.length > 0) throw new PictureError('an AVIF whose picture is in pieces')
  return first
}

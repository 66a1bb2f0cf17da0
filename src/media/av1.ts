import { type Bytes, ImageError } from './header.ts'

/** The file's own header does not decide. */
export interface Av1Image {
  width: number
  height: number
  isHighDepth: boolean
}

const [SEQUENCE_HEADER, FRAME_HEADER, FRAME, TILE_LIST] = [1, 3, 6, 8]

/** Each further frame would stay in memory. */
export function av1Image(item: Bytes): Av1Image {
  let image: Av1Image | undefined
  let frames = 0
  for (let at = 0; at < item.length; ) {
    const head = item.u8(at)
    const type = (head >> 3) & 0xf
    const [hasExtension, hasSize] = [(head & 0x04) !== 0, (head & 0x02) !== 0]
    at += hasExtension ? 2 : 1
    const size = hasSize ? leb128(item, at) : { value: item.length - at, bytes: 0 }
    const body = item.part(at + size.bytes, at + size.bytes + size.value)
    if (type === TILE_LIST) throw new ImageError('an AVIF of tiles')
    if (type === FRAME || type === FRAME_HEADER) frames += 1
    if (type === SEQUENCE_HEADER) {
      if (image) throw new ImageError('an AVIF with two sequence headers')
      image = sequenceHeader(body)
    }
    at += size.bytes + size.value
  }
  if (!image || frames !== 1) throw new ImageError('an AVIF that is not one still image')
  return image
}

/** Colour depth is last (AV1, 5.5.1). */
function sequenceHeader(body: Bytes): Av1Image {
  const bit = bitReader(body)
  bit(3) // profile
  bit(1) // still
  const isReduced = bit(1) === 1
  if (isReduced) bit(5)
  else operatingPoints(bit)
  const [widthBits, heightBits] = [bit(4) + 1, bit(4) + 1]
  const [width, height] = [bit(widthBits) + 1, bit(heightBits) + 1]
  if (!isReduced && bit(1) === 1) bit(7) // numbers of frames
  bit(3) // size of blocks, intra prediction
  if (!isReduced) interTools(bit)
  bit(3) // super-resolution, filters
  return { width, height, isHighDepth: bit(1) === 1 }
}

function operatingPoints(bit: (count: number) => number): void {
  if (bit(1) === 1) throw new ImageError('an AVIF with the times of a video')
  const hasDelays = bit(1) === 1
  for (let points = bit(5) + 1; points > 0; points--) {
    bit(12)
    if (bit(5) > 7) bit(1)
    if (hasDelays && bit(1) === 1) bit(4)
  }
}

function interTools(bit: (count: number) => number): void {
  bit(4)
  const hasOrder = bit(1) === 1
  if (hasOrder) bit(2)
  const screenTools = bit(1) === 1 ? 2 : bit(1)
  if (screenTools > 0 && bit(1) === 0) bit(1)
  if (hasOrder) bit(3)
}

function bitReader(body: Bytes): (count: number) => number {
  let at = 0
  return (count) => {
    let value = 0
    for (let left = count; left > 0; left--, at++) value = value * 2 + ((body.u8(at >> 3) >> (7 - (at & 7))) & 1)
    return value
  }
}

function leb128(item: Bytes, at: number): { value: number; bytes: number } {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = item.u8(at + index)
    value += (byte & 0x7f) * 2 ** (7 * index)
    if ((byte & 0x80) === 0) return { value, bytes: index + 1 }
  }
  throw new ImageError('an AVIF with a number that does not end')
}

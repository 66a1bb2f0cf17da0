import type { Bytes } from './bytes.ts'
import { ImageError } from './image-error.ts'

export interface IsoBox {
  type: string
  body: Bytes
}

const MAX_BOXES = 100

/** See ISO/IEC 14496-12, 4.2. */
export function isoBoxes(bytes: Bytes): IsoBox[] {
  const boxes: IsoBox[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.u32(at)
    const type = bytes.text(at + 4, 4)
    // 0: up to the end. 1: a 64-bit size follows, which no image within the limits needs.
    if (size === 1) throw new ImageError('a box of more than 4 GB')
    const end = size === 0 ? bytes.length : at + size
    if (end < at + 8 || boxes.length >= MAX_BOXES) throw new ImageError('boxes that do not end')
    boxes.push({ type, body: bytes.part(at + 8, end) })
    at = end
  }
  return boxes
}

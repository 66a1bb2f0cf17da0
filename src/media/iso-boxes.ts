import type { Bytes } from './bytes.ts'
import { PictureError } from './picture-error.ts'

/** A box of the ISO base media file format: four characters and what they name. */
export interface IsoBox {
  type: string
  body: Bytes
}

const MAX_BOXES = 100

/** Boxes that lie one behind the other (ISO/IEC 14496-12, 4.2). */
export function isoBoxes(bytes: Bytes): IsoBox[] {
  const boxes: IsoBox[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.u32(at)
    const type = bytes.text(at + 4, 4)
    // 0: as far as there is anything. 1: a longer number follows, which no picture of this size needs.
    if (size === 1) throw new PictureError('a box of more than 4 GB')
    const end = size === 0 ? bytes.length : at + size
    if (end < at + 8 || boxes.length >= MAX_BOXES) throw new PictureError('boxes that do not end')
    boxes.push({ type, body: bytes.part(at + 8, end) })
    at = end
  }
  return boxes
}

import sharp from 'sharp'
import { BOARD } from './geometry.mjs'

/** The small card of a phone shows 120x90 pixels, on its screens up to four times as many. */
export const SMALL = { width: 480, height: 360 }

/** Pixels of the board. */
const WINDOW = Math.round((BOARD.height * SMALL.width) / SMALL.height)
/** Columns are compared at this part of the size. */
const COARSE = 0.1

export const smallKey = (key) => key.replace(/\.webp$/, '-4x3.webp')

/** The part of a drawing with most on it; where all are alike, its middle. */
export const windowOf = async (svg) => {
  const [width, height] = [BOARD.width * COARSE, BOARD.height * COARSE]
  const pixels = await sharp(Buffer.from(svg)).resize(width, height).removeAlpha().raw().toBuffer()
  const ground = pixels.subarray(0, 3)
  const inkIn = (column) => {
    let ink = 0
    for (let row = 0; row < height; row++) {
      const at = (row * width + column) * 3
      for (const channel of [0, 1, 2]) ink += Math.abs(pixels[at + channel] - ground[channel])
    }
    return ink
  }
  const columns = Array.from({ length: width }, (_, column) => inkIn(column))
  const shown = WINDOW * COARSE
  const middle = (width - shown) / 2
  const worth = (start) =>
    columns.slice(start, start + shown).reduce((sum, ink) => sum + ink, 0) * (1 - Math.abs(start - middle) / 1000)
  const starts = Array.from({ length: width - shown + 1 }, (_, start) => start)
  const best = starts.reduce((chosen, start) => (worth(start) > worth(chosen) ? start : chosen), Math.round(middle))
  return { left: Math.round(best / COARSE), top: 0, width: WINDOW, height: BOARD.height }
}

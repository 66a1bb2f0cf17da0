import { readable } from '../colours.mjs'
import { letters } from '../lettering.mjs'
import { group, path, stroke } from '../shapes.mjs'
import { composition, cropped } from './composition.mjs'

/** One weight for every line of every drawing of this language. */
const WEIGHT = 9
/** The colour lies beside the line, as in a print of two plates. */
const OFFSET = { x: 16, y: 14 }

/** Smaller would not be read on a card of 306 px. */
const LABEL = 46

/**
 * A drawing in one line with one area of colour. `lines` and `area` are path data (`fine` is drawn in half the
 * weight, `loud` in the colour of the area, `solid` filled), `notes` are `[text, x, y, options]`, in units of the board.
 */
export const lined = (
  wall,
  { lines, area = [], fine = [], loud = [], solid = [], notes = [], tone = 'accent', crop },
) =>
  composition('lined', wall, (colours) => {
    const pen = readable(colours.ground, colours.light, colours.ink)
    const scale = crop?.scale ?? 1
    return cropped(
      area.map((d) => group(path(d, colours[tone]), OFFSET)).join('') +
        fine.map((d) => stroke(d, pen, WEIGHT / 2 / scale)).join('') +
        lines.map((d) => stroke(d, pen, WEIGHT / scale)).join('') +
        loud.map((d) => stroke(d, colours[tone], (WEIGHT * 1.4) / scale)).join('') +
        solid.map((d) => path(d, pen)).join('') +
        notes
          .map(([text, x, y, { tone: own, ...options } = {}]) =>
            letters(text, own ? colours[own] : pen, { x, y, size: LABEL, face: 'wide', ...options }),
          )
          .join(''),
      crop,
    )
  })

/* Path data of figures that return in many drawings. */

const number = (value) => Math.round(value * 10) / 10

export const ringAt = (x, y, r) =>
  `M${number(x - r)},${number(y)}a${r},${r} 0 1 0 ${r * 2},0a${r},${r} 0 1 0 ${-r * 2},0Z`

export const ovalAt = (x, y, rx, ry) =>
  `M${number(x - rx)},${number(y)}a${rx},${ry} 0 1 0 ${rx * 2},0a${rx},${ry} 0 1 0 ${-rx * 2},0Z`

export const boxAt = (x, y, width, height, round = 0) =>
  round === 0
    ? `M${x},${y}h${width}v${height}h${-width}Z`
    : `M${x + round},${y}h${width - round * 2}a${round},${round} 0 0 1 ${round},${round}v${height - round * 2}` +
      `a${round},${round} 0 0 1 ${-round},${round}h${round * 2 - width}a${round},${round} 0 0 1 ${-round},${-round}` +
      `v${round * 2 - height}a${round},${round} 0 0 1 ${round},${-round}Z`

/** Rows of writing. */
export const rowsAt = (x, y, gap, lengths) => lengths.map((length, row) => `M${x},${y + row * gap}h${length}`).join('')

import { BOARD, closedLine, range, trace } from '../geometry.mjs'
import { clipTo, group, hatching, path, stroke } from '../shapes.mjs'
import { composition, cropped } from './composition.mjs'

const { width, height } = BOARD

/** A drawing of printed surfaces: parts are written from the back to the front. */
export const textured = (wall, parts, crop) =>
  composition('textured', wall, (colours, dice) => cropped(parts(colours, dice).join(''), crop))

/** A shape of plain ink. */
export const inked = (d, colour) => path(d, colour)

/** A shape ruled with parallel lines. */
export const ruled = (d, colour, { gap = 20, weight = 8, angle = -45 } = {}) =>
  clipTo(path(d, '#000'), hatching(colour, { gap, width: weight, angle }))

/** A shape of dots on a turned grid; `tone` of a place from 0 (no dot) to 1 (dots that touch). */
export const dotted = (d, colour, { gap = 24, angle = 30, tone }) => {
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const count = Math.ceil(760 / gap)
  const dots = range(count * 2 + 1, (row) =>
    range(count * 2 + 1, (column) => {
      const [u, v] = [(column - count) * gap, (row - count) * gap]
      const [x, y] = [width / 2 + u * cos - v * sin, height / 2 + u * sin + v * cos]
      if (x < -gap || x > width + gap || y < -gap || y > height + gap) return ''
      const radius = Math.sqrt(Math.min(1, Math.max(0, tone(x, y)))) * gap * 0.56
      return radius < 1.6
        ? ''
        : trace`M${x - radius},${y}a${radius},${radius} 0 1 0 ${radius * 2},0a${radius},${radius} 0 1 0 ${-radius * 2},0Z`
    }).join(''),
  ).join('')
  return clipTo(path(d, '#000'), path(dots, colour))
}

/** A shape engraved in lines that swell: `tone` gives their weight, `bend` their rise over the way. */
export const engraved = (d, colour, { gap = 22, tone, bend = () => 0, angle = 0 }) => {
  const step = 20
  const count = Math.ceil(1500 / step)
  const line = (row) => {
    const middle = row * gap - 750
    const edge = (sign) =>
      range(count + 1, (position) => {
        const x = position * step - 750
        const y = middle + bend(x, middle)
        return [x, y + sign * Math.min(1, Math.max(0.04, tone(x, y))) * gap * 0.46]
      })
    return closedLine([...edge(-1), ...edge(1).reverse()])
  }
  const lines = range(Math.ceil(1500 / gap), line).join('')
  return clipTo(path(d, '#000'), group(path(lines, colour), { x: width / 2, y: height / 2, angle }))
}

/** Specks of paper, few enough to keep the file small. */
export const specked = (d, colour, dice, count = 160) => {
  const specks = range(count, () => trace`M${dice.between(0, width)},${dice.between(0, height)}h0`).join('')
  return clipTo(path(d, '#000'), stroke(specks, colour, 6))
}

export const BOARD_SHAPE = `M0,0H${width}V${height}H0Z`

/** A line of even weight on a textured drawing. */
export const drawn = (d, colour, weight = 10) => stroke(d, colour, weight)

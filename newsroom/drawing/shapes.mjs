import { hashOf } from './chance.mjs'
import { BOARD, closedLine, range, rounded, trace } from './geometry.mjs'

const attributes = (values) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? rounded(value) : value}"`)
    .join('')

const element = (name, values) => `<${name}${attributes(values)}/>`

export const rect = (x, y, width, height, fill, rx = 0) => element('rect', { x, y, width, height, rx, fill })

export const circle = (cx, cy, r, fill) => element('circle', { cx, cy, r, fill })

export const ellipse = (cx, cy, rx, ry, fill) => element('ellipse', { cx, cy, rx, ry, fill })

/** Even-odd, so that a second outline inside the first is a hole. */
export const path = (d, fill) => element('path', { d, fill, 'fill-rule': 'evenodd' })

export const polygon = (points, fill) => path(closedLine(points), fill)

/** A polygon with a hairline of its own colour, so that neighbours leave no seam between them. */
export const facet = (points, fill) =>
  element('path', { d: closedLine(points), fill, stroke: fill, 'stroke-width': 1.2, 'stroke-linejoin': 'round' })

/** Round ends: lines that stand for something (wires, wicks, rows of text). */
export const stroke = (d, colour, width) =>
  element('path', {
    d,
    fill: 'none',
    stroke: colour,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  })

/** Square ends: lines that only give a surface its grain. */
export const grain = (d, colour, width) => element('path', { d, fill: 'none', stroke: colour, 'stroke-width': width })

export const ring = (cx, cy, r, colour, width) =>
  element('circle', { cx, cy, r, fill: 'none', stroke: colour, 'stroke-width': width })

export const group = (content, { x = 0, y = 0, angle = 0, scale = 1, flip = false }) => {
  const shift = trace`translate(${x} ${y}) rotate(${angle})`
  const size = `scale(${(flip ? -scale : scale).toFixed(3)} ${scale.toFixed(3)})`
  return `<g transform="${shift} ${size}">${content}</g>`
}

/** The identifier is the hash of the window itself: nothing has to count the windows of a drawing. */
export const clipTo = (window, content) => {
  const id = `w${hashOf(window).toString(36)}`
  return `<clipPath id="${id}">${window}</clipPath><g clip-path="url(#${id})">${content}</g>`
}

/** A veil darkens whatever it lies on, for shades of colours that have none of their own. */
export const VEIL = '#00000033'

/** The part right of (or below) an object's axis in its shade: the light of every drawing comes from the upper left. */
export const shadedHalf = (silhouette, colours, half) =>
  silhouette(colours.body) + clipTo(half, silhouette(colours.shade))

/** The hard shadow falls the same way whatever the object's angle; that is the signature of the series. */
export const mount = (stance, colours, silhouette, content, reach = 26) =>
  group(silhouette(colours.deep), { ...stance, x: stance.x + reach, y: stance.y + reach }) + group(content, stance)

/** Parallel lines long enough to cross the board at any angle. */
export const hatching = (colour, { gap, width, angle }) => {
  const half = 700
  const lines = range(Math.ceil((half * 2) / gap), (row) => trace`M-${half},${row * gap - half}H${half}`).join('')
  return group(grain(lines, colour, width), { x: BOARD.width / 2, y: BOARD.height / 2, angle })
}

export const dotGrid = (colour, { x, y, columns, rows, gap, radius }) => {
  const rowOf = (row) => range(columns, (column) => trace`M${x + column * gap},${y + row * gap}h0`).join('')
  return stroke(range(rows, rowOf).join(''), colour, radius * 2)
}

/** A box of three faces seen from above; `faces` are the colours of top, left and right. */
export const isoBox = (project, [x, y, z], [width, depth, height], [top, left, right]) => {
  const [fx, fy, fz] = [x + width, y + depth, z + height]
  return (
    polygon([project(x, y, fz), project(fx, y, fz), project(fx, fy, fz), project(x, fy, fz)], top) +
    polygon([project(x, fy, z), project(fx, fy, z), project(fx, fy, fz), project(x, fy, fz)], left) +
    polygon([project(fx, y, z), project(fx, fy, z), project(fx, fy, fz), project(fx, y, fz)], right)
  )
}

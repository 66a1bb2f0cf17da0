/** Every drawing is composed in these units; sharp scales it to the widths the portal serves. */
export const BOARD = { width: 1200, height: 600 }

/** One decimal is finer than a pixel of the largest picture and hides differences between maths libraries. */
export const rounded = (value) => String(Math.round(value * 10) / 10)

/** Template tag of path data: numbers are rounded here, so that no motif has to think of it. */
export const trace = (texts, ...values) =>
  texts.reduce((data, text, position) => {
    const value = values[position - 1]
    return data + (typeof value === 'number' ? rounded(value) : value) + text
  })

export const range = (count, make) => Array.from({ length: count }, (_, position) => make(position))

export const radians = (degrees) => (degrees * Math.PI) / 180

export const onCircle = (x, y, radius, degrees) => [
  x + radius * Math.cos(radians(degrees)),
  y + radius * Math.sin(radians(degrees)),
]

export const regularPolygon = (sides, radius, turn = -90) =>
  range(sides, (side) => onCircle(0, 0, radius, turn + (360 / sides) * side))

export const starPolygon = (tips, outer, inner, turn = -90) =>
  range(tips * 2, (corner) => onCircle(0, 0, corner % 2 ? inner : outer, turn + (180 / tips) * corner))

/** Straight segments through the points, for lines that should stay angular. */
export const openLine = (points) => points.map(([x, y], position) => trace`${position ? 'L' : 'M'}${x},${y}`).join('')

export const closedLine = (points) => `${openLine(points)}Z`

/** Catmull-Rom through the points: a hand-drawn ease where an angular line would look like a spreadsheet. */
export const smoothLine = (points) => {
  const at = (position) => points[Math.min(Math.max(position, 0), points.length - 1)]
  const bend = (position) => {
    const [before, from, to, after] = [at(position - 1), at(position), at(position + 1), at(position + 2)]
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const last = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return trace`C${first[0]},${first[1]} ${last[0]},${last[1]} ${to[0]},${to[1]}`
  }
  return trace`M${points[0][0]},${points[0][1]}` + range(points.length - 1, bend).join('')
}

/** Half waves as cubic arcs: one command for each half keeps the files small. */
export const waveLine = ({ y, amplitude, length, phase = 0, from = -100, to = 1300 }) => {
  const start = from - phase * length * 2
  const halves = Math.ceil((to - start) / length) + 1
  const half = (position) => {
    const lift = position % 2 ? amplitude : -amplitude
    return trace`c${length * 0.36},${lift} ${length * 0.64},${lift} ${length},0`
  }
  return trace`M${start},${y}` + range(halves, half).join('')
}

/** Isometric projection around an origin; the z axis points up. */
export const isometric = (originX, originY, unit) => (x, y, z) => [
  originX + (x - y) * 0.866 * unit,
  originY + (x + y) * 0.5 * unit - z * unit,
]

export const distance = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by)

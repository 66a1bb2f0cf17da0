import { BOARD, range, regularPolygon, trace } from './geometry.mjs'
import { circle, clipTo, dotGrid, grain, group, hatching, path, polygon, rect, ring } from './shapes.mjs'

const { width, height } = BOARD

const disc = (dice) => {
  const [x, y, radius] = [dice.between(260, 940), dice.between(200, 400), dice.between(210, 320)]
  return (fill) => circle(x, y, radius, fill)
}

const band = (dice) => {
  const [from, breadth, lean] = [dice.between(60, 560), dice.between(260, 460), dice.between(-320, 320)]
  const corners = [
    [from, 0],
    [from + breadth, 0],
    [from + breadth + lean, height],
    [from + lean, height],
  ]
  return (fill) => polygon(corners, fill)
}

const corner = (dice) => {
  const [x, y, radius] = [dice.pick([0, width]), dice.pick([0, height]), dice.between(400, 560)]
  return (fill) => circle(x, y, radius, fill)
}

const arch = (dice) => {
  const [x, radius, top] = [dice.between(300, 900), dice.between(180, 280), dice.between(270, 360)]
  return (fill) =>
    path(trace`M${x - radius},${height}V${top}a${radius},${radius} 0 0 1 ${radius * 2},0V${height}Z`, fill)
}

const horizon = (dice) => {
  const level = dice.between(340, 450)
  return (fill) => rect(0, level, width, height - level, fill)
}

const slope = (dice) => {
  const [left, right] = dice.shuffle([dice.between(60, 220), dice.between(380, 560)])
  return (fill) => path(trace`M0,${left}L${width},${right}V${height}H0Z`, fill)
}

const stripes = (dice) => {
  const bars = [dice.between(0, 160), dice.between(330, 520), dice.between(700, 900)]
  const breadths = bars.map(() => dice.between(110, 260))
  return (fill) => bars.map((x, position) => rect(x, 0, breadths[position], height, fill)).join('')
}

const FORMS = [disc, disc, band, corner, arch, horizon, slope, stripes]

const lines = (colours, dice) =>
  hatching(colours.line, {
    gap: dice.between(26, 44),
    width: dice.between(2.5, 5),
    angle: dice.pick([-60, -45, -30, 0, 30, 45, 60]),
  })

const arcs = (colours, dice) => {
  const [x, y, gap] = [dice.pick([60, 1140]), dice.pick([40, 560]), dice.between(36, 56)]
  return range(13, (turn) => ring(x, y, gap * (turn + 1), colours.line, 2)).join('')
}

const dots = (colours, dice) => {
  const gap = dice.between(48, 66)
  return dotGrid(colours.line, { x: gap / 2, y: gap / 2, columns: 26, rows: 13, gap, radius: dice.between(4, 5.6) })
}

const crosses = (colours, dice) => {
  const gap = dice.between(88, 116)
  const rowOf = (row) => range(14, (column) => trace`M${column * gap + 14},${row * gap + 24}h22m-11,-11v22`).join('')
  return grain(range(7, rowOf).join(''), colours.line, 4)
}

const TEXTURES = [lines, lines, arcs, dots, crosses]

/** A strip of texture away from the form, for a wall whose form stays plain. */
const aside = (texture, dice) => {
  const [x, y] = [dice.pick([0, 80, 720, 860]), dice.pick([0, 60, 300])]
  return clipTo(rect(x, y, dice.between(260, 400), dice.between(220, 300), '#000'), texture)
}

const trio = (colours, dice) => {
  const bar = (position) => rect(0, position * 16, 64 - position * 18, 7, colours.accent, 3.5)
  return group(range(3, bar).join(''), { angle: dice.pick([0, -45, 90]) })
}

const SIGNS = [
  (colours, dice) => circle(0, 0, dice.between(12, 24), colours.accent),
  (colours, dice) => ring(0, 0, dice.between(18, 30), colours.accent, 7),
  (colours, dice) => polygon(regularPolygon(3, dice.between(18, 30), dice.between(0, 120)), colours.accent),
  trio,
]

/** One small loud thing near an edge balances an object that stands off centre. */
const punctuation = (colours, dice) =>
  group(dice.pick(SIGNS)(colours, dice), {
    x: dice.pick([dice.between(105, 165), dice.between(1035, 1095)]),
    y: dice.pick([dice.between(60, 110), dice.between(490, 540)]),
  })

/** The wall behind the object: ground, one big form, one texture, one sign. */
export const backdrop = (colours, dice) => {
  const form = dice.pick(FORMS)(dice)
  const texture = dice.pick(TEXTURES)(colours, dice)
  const grained = dice.chance(0.6) ? clipTo(form('#000'), texture) : aside(texture, dice)
  return rect(0, 0, width, height, colours.ground) + form(colours.field) + grained + punctuation(colours, dice)
}

import { range, regularPolygon, trace, waveLine } from './geometry.mjs'
import { circle, dotGrid, facet, grain, group, path, polygon, rect, ring, stroke } from './shapes.mjs'

/* fale: waves */

const sea = (colours, dice) => {
  const count = dice.integer(3, 5)
  const fills = [colours.second, colours.body, colours.shade, colours.accent, colours.body, colours.shade]
  const first = dice.between(180, 250)
  const swell = (position) => {
    const depth = position / (count - 1)
    const wave = {
      y: first + depth * (540 - first),
      amplitude: dice.between(60, 130),
      length: dice.between(190, 400),
      phase: dice.between(0, 1),
    }
    const body = (offset) => `${waveLine({ ...wave, y: wave.y + offset })}V700H-600Z`
    const crest = position === 1 ? path(body(-18), colours.light) : ''
    return crest + path(body(0), fills[position])
  }
  const sun = circle(dice.between(380, 820), first - dice.between(10, 50), dice.between(110, 160), colours.accent)
  return sun + range(count, swell).join('')
}

const oscillations = (colours, dice) => {
  const middle = dice.between(285, 315)
  const tones = [colours.body, colours.second, colours.accent]
  const lengths = dice.shuffle(
    dice.pick([
      [150, 240, 360],
      [180, 280, 420],
      [170, 230, 300],
    ]),
  )
  const curve = (length, position) => {
    const wave = { y: middle, amplitude: 110 + length * 0.55, length, phase: dice.between(0, 1) }
    const width = [40, 18, 30][position]
    const shadow = position === 2 ? stroke(waveLine({ ...wave, y: middle + 16 }), colours.deep, width) : ''
    return shadow + stroke(waveLine(wave), tones[position], width)
  }
  return grain(trace`M0,${middle}H1200`, colours.line, 5) + lengths.map(curve).join('')
}

const parallelCurrents = (colours, dice) => {
  const count = dice.integer(4, 6)
  const gap = 98
  const wave = {
    amplitude: dice.between(90, 170),
    length: dice.between(260, 420),
    phase: dice.between(0, 1),
    from: -300,
    to: 1500,
  }
  const tones = [colours.body, colours.body, colours.second, colours.shade, colours.light]
  const loud = dice.integer(1, count - 2)
  const current = (position) => {
    const fill = position === loud ? colours.accent : dice.pick(tones)
    return stroke(waveLine({ ...wave, y: 300 + (position - (count - 1) / 2) * gap }), fill, dice.pick([44, 58, 72]))
  }
  return group(group(range(count, current).join(''), { x: -600, y: -300 }), {
    x: 600,
    y: 300,
    angle: dice.between(-28, 28),
  })
}

const ripples = (colours, dice) => {
  const [x, y] = [600 + dice.between(-170, 170), 300 + dice.between(-50, 90)]
  const tones = [colours.body, colours.shade, colours.second, colours.body, colours.field]
  const gap = dice.between(70, 92)
  const circles = range(10, (turn) => circle(x, y, gap * (10 - turn), tones[turn % 5])).join('')
  const rings = [3.5, 5.5, 7.5].map((turn) => ring(x, y, gap * turn, colours.light, 9)).join('')
  return circles + rings + circle(x, y, gap * 0.9, colours.accent) + circle(x, y, gap * 0.36, colours.light)
}

const scales = (colours, dice) => {
  const radius = dice.between(190, 240)
  const tones = [colours.body, colours.body, colours.shade, colours.second, colours.accent]
  const scale = (x, y, fill) =>
    circle(x, y, radius, colours.ground) +
    circle(x, y, radius * 0.92, fill) +
    circle(x, y, radius * 0.6, colours.deep) +
    circle(x, y, radius * 0.34, colours.ground)
  const row = (line) =>
    range(Math.ceil(1400 / (radius * 2)) + 1, (column) =>
      scale(column * radius * 2 - (line % 2) * radius, 40 + line * radius * 0.52, dice.pick(tones)),
    ).join('')
  return range(Math.ceil(660 / (radius * 0.52)), row).join('')
}

export const fale = (colours, dice) =>
  dice.pick([sea, sea, oscillations, parallelCurrents, ripples, scales])(colours, dice)

/* mozaika: a mosaic of coloured fields */

const TILES = [
  (size, front) => path(trace`M0,0H${size}A${size},${size} 0 0 1 0,${size}Z`, front),
  (size, front) => path(trace`M0,0L${size},0L0,${size}Z`, front),
  (size, front) => circle(size / 2, size / 2, size * 0.36, front),
  (size, front) => path(trace`M0,${size / 2}a${size / 2},${size / 2} 0 0 1 ${size},0Z`, front),
  (size, front) => path(trace`M${size / 2},0L${size},${size / 2}L${size / 2},${size}L0,${size / 2}Z`, front),
  (size, front) => rect(0, 0, size / 2, size, front),
  (size, front, back) =>
    path(trace`M0,0H${size}A${size},${size} 0 0 1 0,${size}Z`, front) +
    path(trace`M0,0H${size / 2}A${size / 2},${size / 2} 0 0 1 0,${size / 2}Z`, back),
]

/** A loose square needs a colour the wall does not have. */
const bright = (colours) => [colours.body, colours.shade, colours.second, colours.accent, colours.light]

const tones = (colours) => [
  colours.body,
  colours.shade,
  colours.second,
  colours.accent,
  colours.second,
  colours.light,
  colours.field,
]

const turnedTile = (size, dice, colours, kinds) => {
  const [back, front] = dice.shuffle([...new Set(tones(colours))])
  const figure = group(dice.pick(kinds)(size, front, back), { x: -size / 2, y: -size / 2 })
  return (
    rect(0, 0, size + 0.6, size + 0.6, back) +
    group(figure, { x: size / 2, y: size / 2, angle: dice.integer(0, 3) * 90 })
  )
}

const tiled = (size, kindCount) => (colours, dice) => {
  const kinds = dice.shuffle(TILES).slice(0, kindCount)
  const [columns, lines] = [1200 / size, 600 / size]
  const tile = (cell) =>
    group(turnedTile(size, dice, colours, kinds), { x: (cell % columns) * size, y: Math.floor(cell / columns) * size })
  return range(columns * lines, tile).join('')
}

/** Squares on a tilted panel with one corner come loose, so that the pattern has somewhere to end. */
const looseSquares = (colours, dice) => {
  const size = dice.pick([96, 112, 128])
  const reach = Math.floor(430 / size)
  const square = (column, line) => {
    const far = Math.hypot(column / 1.6, line) / reach
    if (dice.chance(Math.max(0, far * 1.5 - 0.75))) {
      return ''
    }
    const drift = far > 0.72 ? dice.between(-16, 16) : 0
    return group(rect(-size * 0.45, -size * 0.45, size * 0.9, size * 0.9, dice.pick(bright(colours)), 3), {
      x: column * size + drift,
      y: line * size - drift,
      angle: drift,
    })
  }
  const grid = range(reach * 4 + 1, (column) =>
    range(reach * 2 + 1, (line) => square(column - reach * 2, line - reach)).join(''),
  ).join('')
  return group(grid, { x: 600, y: 300, angle: dice.between(-20, 20), scale: 1.05 })
}

const divide = ([x, y, width, height], depth, dice) => {
  if (depth === 0 || width < 130 || height < 90 || (depth < 3 && dice.chance(0.2))) {
    return [[x, y, width, height]]
  }
  const cut = dice.pick([0.38, 0.5, 0.62])
  const halves =
    width > height * 1.2
      ? [
          [x, y, width * cut, height],
          [x + width * cut, y, width * (1 - cut), height],
        ]
      : [
          [x, y, width, height * cut],
          [x, y + height * cut, width, height * (1 - cut)],
        ]
  return halves.flatMap((half) => divide(half, depth - 1, dice))
}

/** Fields of different size with a common joint, a few of them textured. */
const dividedWall = (colours, dice) => {
  const joint = dice.pick([10, 16])
  const field = ([x, y, width, height]) => {
    const fill = dice.pick(tones(colours))
    const base = rect(x + joint / 2, y + joint / 2, width - joint, height - joint, fill, dice.pick([0, 0, 20]))
    const room = Math.min(width, height)
    const extra = dice.integer(0, 4)
    if (extra === 0) {
      return (
        base +
        circle(x + width / 2, y + height / 2, room * 0.28, fill === colours.accent ? colours.ink : colours.accent)
      )
    }
    if (extra === 1 && fill !== colours.line) {
      return (
        base +
        dotGrid(colours.line, {
          x: x + joint + 18,
          y: y + joint + 18,
          columns: Math.floor((width - joint * 2 - 20) / 26),
          rows: Math.floor((height - joint * 2 - 20) / 26),
          gap: 26,
          radius: 4,
        })
      )
    }
    return base
  }
  return rect(0, 0, 1200, 600, colours.deep) + divide([-10, -10, 1220, 620], 5, dice).map(field).join('')
}

const facets = (colours, dice) => {
  const gap = dice.between(170, 215)
  const jitter = () => dice.between(-46, 46)
  const points = range(6, (line) =>
    range(10, (column) => [(column - 0.5) * gap + (line % 2) * 75 + jitter(), (line - 0.5) * gap * 0.9 + jitter()]),
  )
  const pair = (line, column) => {
    const [a, b, c, d] = [
      points[line][column],
      points[line][column + 1],
      points[line + 1][column],
      points[line + 1][column + 1],
    ]
    const triangles =
      line % 2
        ? [
            [a, b, d],
            [a, d, c],
          ]
        : [
            [a, b, c],
            [b, d, c],
          ]
    return triangles.map((corners) => facet(corners, dice.pick(tones(colours)))).join('')
  }
  return range(5, (line) => range(9, (column) => pair(line, column)).join('')).join('')
}

const hexagons = (colours, dice) => {
  const size = dice.pick([112, 130, 150])
  const cell = (column, line) => {
    const [x, y] = [column * size * 1.5, (line + (column % 2) / 2) * size * 1.732]
    const outer = polygon(regularPolygon(6, size * 0.94, 0), dice.pick(tones(colours)))
    const inner = dice.chance(0.35) ? polygon(regularPolygon(6, size * 0.5, 0), dice.pick(tones(colours))) : ''
    return group(outer + inner, { x, y })
  }
  return (
    rect(0, 0, 1200, 600, colours.deep) +
    range(13, (column) => range(7, (line) => cell(column, line)).join('')).join('')
  )
}

const MOZAIKA = [tiled(150, 3), tiled(200, 5), tiled(150, 2), looseSquares, looseSquares, dividedWall, facets, hexagons]

export const mozaika = (colours, dice) => dice.pick(MOZAIKA)(colours, dice)

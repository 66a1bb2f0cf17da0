import { distance, isometric, onCircle, openLine, range, regularPolygon, smoothLine, trace } from './geometry.mjs'
import { circle, clipTo, group, isoBox, path, polygon, rect, ring, stroke, VEIL } from './shapes.mjs'

/* lancuch: a row of linked blocks */

const isoRow = (colours, dice) => {
  const unit = dice.between(135, 205)
  const link = { length: dice.between(0.42, 0.62), breadth: 0.3 }
  const step = 1 + link.length
  const count = 7
  const loud = dice.integer(2, 4)
  const project = isometric(600 - 3 * step * unit * 0.866, 325 - 3 * step * unit * 0.5, unit)
  const inset = 0.22
  const lid = (at) => [
    project(at + inset, inset, 1),
    project(at + 1 - inset, inset, 1),
    project(at + 1 - inset, 1 - inset, 1),
    project(at + inset, 1 - inset, 1),
  ]
  const vents = (at) =>
    [0.3, 0.5, 0.7].map((z) => openLine([project(at + 0.2, 1, z), project(at + 0.8, 1, z)])).join('')
  const shadow = (at) =>
    polygon([project(at, 1, 0), project(at + 1, 1, 0), project(at + 1, 1.7, 0), project(at, 1.7, 0)], colours.deep)
  const block = (at) => {
    const top = at === loud * step ? colours.accent : colours.light
    return (
      isoBox(project, [at, 0, 0], [1, 1, 1], [top, colours.body, colours.shade]) +
      polygon(lid(at), at === loud * step ? colours.light : colours.second) +
      stroke(vents(at), colours.shade, 8)
    )
  }
  const bridge = (at) => {
    const side = (1 - link.breadth) / 2
    const faces = [colours.accent, colours.second, colours.deep]
    return isoBox(project, [at + 1, side, side], [link.length, link.breadth, link.breadth], faces)
  }
  const places = range(count, (position) => position * step)
  const row = places.map((at) => shadow(at)).join('') + places.map((at) => block(at) + bridge(at)).join('')
  return group(group(row, { x: -600, y: -300 }), { x: 600, y: dice.between(270, 320), flip: dice.chance(0.5) })
}

const FILLINGS = [
  (size, colours) => circle(0, 0, size * 0.26, colours.accent) + circle(0, 0, size * 0.11, colours.ink),
  (size, colours) => {
    const [edge, side] = [size * 0.3, size * 0.6]
    return path(trace`M${-edge},${edge}v${-side}A${side},${side} 0 0 1 ${edge},${edge}Z`, colours.accent)
  },
  (size, colours) =>
    range(3, (row) =>
      rect(-size * 0.28, size * (row * 0.2 - 0.25), size * (0.56 - row * 0.14), size * 0.1, colours.mark, size * 0.05),
    ).join(''),
  (size, colours) =>
    range(4, (cell) =>
      rect(
        size * ((cell % 2) * 0.3 - 0.27),
        size * (Math.floor(cell / 2) * 0.3 - 0.27),
        size * 0.24,
        size * 0.24,
        cell === 2 ? colours.accent : colours.second,
        size * 0.04,
      ),
    ).join(''),
  (size, colours) =>
    polygon(regularPolygon(6, size * 0.3), colours.second) + polygon(regularPolygon(6, size * 0.15), colours.light),
]

const tile = (size, colours, filling, roundness = 0.12) => {
  const half = size / 2
  const radius = size * roundness
  return (
    rect(-half + 22, -half + 22, size, size, colours.deep, radius) +
    rect(-half, -half, size, size, colours.body, radius) +
    clipTo(rect(-half, -half, size, size, '#000', radius), rect(-half, half * 0.72, size, size, colours.shade)) +
    filling(size, colours)
  )
}

const shackle = (length, colours) => {
  const outline = trace`M${26 - length / 2},-26h${length - 52}a26,26 0 0 1 0,52h${52 - length}a26,26 0 0 1 0,-52Z`
  return stroke(outline, colours.ink, 26) + stroke(outline, colours.light, 16)
}

const pins = (length, colours) =>
  [-44, 16]
    .map((y) => rect(-length / 2, y, length, 28, colours.light, 14) + rect(-length / 2, y + 18, length, 10, VEIL, 5))
    .join('')

const arrow = (length, colours) =>
  stroke(trace`M${-length / 2 + 8},0H${length / 2 - 8}`, colours.light, 22) +
  circle(-length / 2 + 8, 0, 26, colours.accent) +
  circle(length / 2 - 8, 0, 26, colours.accent)

const flatRow = (colours, dice) => {
  const size = dice.pick([dice.between(200, 230), dice.between(250, 290), dice.between(310, 350)])
  const step = size * dice.between(1.3, 1.44)
  const roundness = dice.pick([0.02, 0.12, 0.26])
  const fillings = dice.shuffle(FILLINGS)
  const count = 5
  const x = (position) => (position - (count - 1) / 2) * step
  const block = (position) => group(tile(size, colours, fillings[position], roundness), { x: x(position) })
  const joint = dice.pick([shackle, pins, arrow])(step - size + size * 0.34, colours)
  const joints = range(count - 1, (position) => group(joint, { x: x(position) + step / 2 }))
  const row = range(count, block).join('') + joints.join('')
  const stance = { x: 600 + dice.between(-0.5, 0.5) * step, y: dice.between(280, 320) }
  return group(row, { ...stance, angle: dice.sign() * dice.between(4, 24) })
}

const cableRow = (colours, dice) => {
  const size = dice.between(185, 230)
  const lift = dice.between(70, 120) * dice.sign()
  const fillings = dice.shuffle(FILLINGS)
  const places = range(5, (position) => [600 + (position - 2) * size * 1.42, 300 + (position % 2 ? lift : -lift)])
  const ends = [[-240, 300 + lift], ...places, [1440, 300 + lift]]
  const cable = smoothLine(ends)
  const tiles = places.map(([x, y], position) =>
    group(tile(size, colours, fillings[position]), { x, y, angle: dice.between(-8, 8) }),
  )
  const row =
    stroke(cable, colours.deep, 46) + stroke(cable, colours.accent, 26) + stroke(cable, VEIL, 8) + tiles.join('')
  return group(group(row, { x: -600, y: -300 }), { x: 600 + dice.between(-90, 90), y: 300, angle: dice.between(-9, 9) })
}

export const lancuch = (colours, dice) => dice.pick([isoRow, flatRow, flatRow, flatRow, cableRow])(colours, dice)

/* siec: a network of connected points */

/** Only a large point throws a shadow: under small ones it would be noise. */
const node = ([x, y], radius, fill, colours) =>
  (radius > 28 ? circle(x + radius * 0.22, y + radius * 0.22, radius, colours.deep) : '') + circle(x, y, radius, fill)

const hub = ([x, y], radius, colours) => {
  const disc = (fill) => circle(x, y, radius, fill)
  return (
    circle(x + 22, y + 22, radius * 1.3, colours.deep) +
    circle(x, y, radius * 1.3, colours.light) +
    disc(colours.body) +
    clipTo(disc('#000'), rect(x, y - radius, radius, radius * 2, colours.shade)) +
    circle(x, y, radius * 0.42, colours.accent)
  )
}

const wire = (from, to, colour, width) => stroke(openLine([from, to]), colour, width)

const scatter = (colours, dice) => {
  const gap = dice.between(185, 215)
  const cells = range(28, (cell) => [
    600 + ((cell % 7) - 3) * gap + dice.between(-44, 44),
    300 + (Math.floor(cell / 7) - 1.5) * gap + dice.between(-40, 40),
  ])
  const centre = [600 + dice.between(-150, 150), 300 + dice.between(-50, 50)]
  const [middle, ...others] = [...cells].sort((a, b) => distance(a, centre) - distance(b, centre))
  const near = others.flatMap((from, position) =>
    others
      .slice(position + 1)
      .filter((to) => distance(from, to) < gap * 1.25)
      .map((to) => [from, to]),
  )
  const spokes = others.slice(0, dice.integer(6, 8))
  const threads = near.filter(() => dice.chance(0.6)).map(([from, to]) => wire(from, to, colours.second, 6))
  const fills = [colours.body, colours.light, colours.second, colours.body]
  return (
    threads.join('') +
    spokes.map((to) => wire(middle, to, colours.accent, 11)).join('') +
    others
      .slice(spokes.length)
      .map((place) => node(place, dice.pick([16, 22, 30, 40]), dice.pick(fills), colours))
      .join('') +
    spokes.map((place) => node(place, dice.between(24, 36), colours.accent, colours)).join('') +
    hub(middle, dice.between(76, 100), colours)
  )
}

const orbits = (colours, dice) => {
  const centre = [600 + dice.between(-160, 160), 300 + dice.between(-40, 40)]
  const radii = [190, 305, 430, 570].map((radius) => radius * dice.between(0.95, 1.05))
  const counts = [3, 4, 5, 6]
  const onOrbit = radii.map((radius, orbit) => {
    const turn = dice.between(0, 360)
    return range(counts[orbit], (position) =>
      onCircle(...centre, radius, turn + (360 / counts[orbit]) * position + dice.between(-12, 12)),
    )
  })
  const outward = onOrbit
    .slice(1)
    .flatMap((places, orbit) =>
      places.map((place) => [place, [...onOrbit[orbit]].sort((a, b) => distance(a, place) - distance(b, place))[0]]),
    )
  const sizes = [38, 31, 26, 20]
  return (
    radii.map((radius) => ring(...centre, radius, colours.line, 4)).join('') +
    outward.map(([from, to]) => wire(from, to, colours.second, 7)).join('') +
    onOrbit[0].map((place) => wire(centre, place, colours.accent, 13)).join('') +
    onOrbit
      .flatMap((places, orbit) =>
        places.map((place) =>
          node(
            place,
            sizes[orbit] * dice.between(0.8, 1.3),
            dice.pick(orbit ? [colours.body, colours.light] : [colours.accent]),
            colours,
          ),
        ),
      )
      .join('') +
    hub(centre, dice.between(84, 104), colours)
  )
}

const honeycomb = (colours, dice) => {
  const size = dice.between(138, 170)
  const centreOf = (column, row) => [600 + column * size * 1.5, 300 + (row + (Math.abs(column) % 2) / 2) * size * 1.732]
  const cells = range(9, (column) => range(6, (row) => centreOf(column - 4, row - 3))).flat()
  const cornersOf = ([x, y], radius) => regularPolygon(6, radius, 0).map(([cx, cy]) => [x + cx, y + cy])
  const central = cells.filter(([x, y]) => Math.abs(x - 600) < 380 && Math.abs(y - 300) < 230)
  const filled = dice.shuffle(central).slice(0, 7)
  const fills = [
    colours.accent,
    colours.body,
    colours.body,
    colours.shade,
    colours.second,
    colours.second,
    colours.field,
  ]
  const corners = new Map(
    cells.flatMap((cell) => cornersOf(cell, size)).map(([x, y]) => [`${Math.round(x)} ${Math.round(y)}`, [x, y]]),
  )
  const knots = [...corners.values()].filter(() => dice.chance(0.7))
  const comb =
    filled.map((cell, position) => polygon(cornersOf(cell, size), fills[position])).join('') +
    filled
      .slice(0, 2)
      .map((cell) => polygon(cornersOf(cell, size * 0.55), colours.light))
      .join('') +
    cells.map((cell) => stroke(`${openLine(cornersOf(cell, size))}Z`, colours.second, 6)).join('') +
    knots
      .map((place) =>
        circle(...place, dice.pick([15, 15, 22, 32]), dice.pick([colours.light, colours.accent, colours.light])),
      )
      .join('')
  return group(group(comb, { x: -600, y: -300 }), {
    x: 600,
    y: 300,
    angle: dice.between(-16, 16),
    scale: dice.between(0.95, 1.15),
  })
}

const arcDiagram = (colours, dice) => {
  const places = range(9, (position) => -560 + position * 140)
  const pairs = dice.shuffle(range(9, (from) => range(8 - from, (gap) => [from, from + gap + 1])).flat()).slice(0, 10)
  const shades = [colours.second, colours.body, colours.second, colours.light]
  const arch = ([from, to], position) => {
    const radius = ((to - from) * 140) / 2
    const loud = position % 5 === 0
    const arc = trace`M${places[from]},0a${radius},${radius * 0.72} 0 0 ${position % 2} ${radius * 2},0`
    return stroke(arc, loud ? colours.accent : shades[position % 4], loud ? 20 : dice.pick([8, 12]))
  }
  const disc = (x, position) => {
    const radius = position === 4 ? 76 : dice.between(30, 54)
    return (
      node([x, 0], radius, position % 3 === 1 ? colours.accent : colours.light, colours) +
      circle(x, 0, radius * 0.45, colours.ink)
    )
  }
  const content = wire([-700, 0], [700, 0], colours.second, 6) + pairs.map(arch).join('') + places.map(disc).join('')
  return group(content, { x: 600, y: dice.between(280, 320), angle: dice.sign() * dice.between(4, 20) })
}

export const siec = (colours, dice) => dice.pick([scatter, orbits, honeycomb, arcDiagram])(colours, dice)

import { darker, lighter } from '../colours.mjs'
import { isometric as projection, range, rounded, trace } from '../geometry.mjs'
import { letters } from '../lettering.mjs'
import { ellipse, isoBox, path, polygon } from '../shapes.mjs'
import { composition, cropped } from './composition.mjs'

const UNIT = 40
const project = projection(600, 300, UNIT)
const AXIS = [0.866 * UNIT, 0.5 * UNIT]
/** Semi-axes of a circle that lies on the ground. */
const LYING = [1.2247 * UNIT, Math.SQRT1_2 * UNIT]

/** The light comes from above and the left: each face of a solid is a shade of the solid's colour. */
const facesOf = (colour) => [lighter(colour, 0.22), colour, darker(colour, 0.28)]

export const box = (corner, size, colour) => isoBox(project, corner, size, facesOf(colour))

/** A disc with its height: coins, tins, wheels that lie, towers. */
export const cylinder = ([x, y, z], radius, height, colour) => {
  const [top, side, dark] = facesOf(colour)
  const [cx, cy] = project(x, y, z + height)
  const [rx, ry] = [radius * LYING[0], radius * LYING[1]]
  const lift = height * UNIT
  const wall = trace`M${cx - rx},${cy}v${lift}a${rx},${ry} 0 0 0 ${rx * 2},0v${-lift}Z`
  const shaded = trace`M${cx + rx * 0.25},${cy}v${lift + ry * 0.968}A${rx},${ry} 0 0 0 ${cx + rx},${cy + lift}v${-lift}Z`
  return path(wall, side) + path(shaded, dark) + ellipse(cx, cy, rx, ry, top)
}

/** A coin shows its rim and a sunken field. */
export const coin = (place, radius, colour) => {
  const [cx, cy] = project(place[0], place[1], place[2] + 0.3)
  const inner = 0.72 * radius
  return cylinder(place, radius, 0.3, colour) + ellipse(cx, cy, inner * LYING[0], inner * LYING[1], darker(colour, 0.1))
}

export const coinStack = ([x, y, z], radius, count, colour) =>
  range(count, (level) => coin([x, y, z + level * 0.36], radius, colour)).join('')

/** Walls of any convex outline on the ground; its corners go clockwise as seen from above. */
export const prism = (corners, z, height, colour) => {
  const [top, left, right] = facesOf(colour)
  const walls = corners.map((from, position) => {
    const to = corners[(position + 1) % corners.length]
    const [nx, ny] = [to[1] - from[1], from[0] - to[0]]
    if (nx + ny <= 0.001) return ''
    const lit = ny >= nx ? left : right
    return polygon(
      [project(...from, z), project(...to, z), project(...to, z + height), project(...from, z + height)],
      lit,
    )
  })
  return (
    walls.join('') +
    polygon(
      corners.map((corner) => project(...corner, z + height)),
      top,
    )
  )
}

/** A flat drawing laid on a face: 1 is one unit of the space, `v` runs down the face. */
const laid = ([a, b, c, d], [e, f], content) =>
  `<g transform="matrix(${[a, b, c, d, e, f]
    .map((value) => rounded(value * 100))
    .map((value) => Number(value) / 100)
    .join(' ')})">${content}</g>`

export const onTop = (corner, content) => laid([AXIS[0], AXIS[1], -AXIS[0], AXIS[1]], project(...corner), content)

/** On the face that looks to the left; the corner is its upper left. */
export const onLeft = (corner, content) => laid([AXIS[0], AXIS[1], 0, UNIT], project(...corner), content)

/** On the face that looks to the right; the corner is its upper left. */
export const onRight = (corner, content) => laid([AXIS[0], -AXIS[1], 0, UNIT], project(...corner), content)

/** A soft-cornered plate for drawings on faces, in units of the space. */
export const plate = (x, y, width, height, fill, round = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"/>`

export const spot = (x, y, radius, fill) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

export const mark = (d, colour, weight) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Letters on a face; the size is in units of the space. */
export const lettering = (text, colour, { x, y, size, ...options }) =>
  `<g transform="translate(${x} ${y}) scale(0.01)">${letters(text, colour, { x: 0, y: 0, size: size * 100, face: 'wide', ...options })}</g>`

/** A note beside the solids, at a place of the space; the size is in units of the board. */
export const note = (text, corner, colour, { size = 50, dx = 0, dy = 0, ...options } = {}) => {
  const [x, y] = project(...corner)
  return letters(text, colour, { x: x + dx, y: y + dy, size, face: 'wide', ...options })
}

/** A telephone lying on its back; `screen` is drawn on its glass, 3.2 by 6.4 units. */
export const phone = ([x, y, z], colour, glass, screen = '') =>
  box([x, y, z], [3.6, 7, 0.36], colour) + onTop([x, y, z + 0.36], plate(0.2, 0.3, 3.2, 6.4, glass, 0.3) + screen)

/** A house with a gabled roof; the ridge runs along the depth. */
export const house = ([x, y, z], [width, depth, height], wall, roof) => {
  const [ridge, eaves] = [z + height + width * 0.5, z + height]
  const [top, , dark] = facesOf(roof)
  const middle = x + width / 2
  return (
    box([x, y, z], [width, depth, height], wall) +
    polygon(
      [
        project(x, y, eaves),
        project(middle, y, ridge),
        project(middle, y + depth, ridge),
        project(x, y + depth, eaves),
      ],
      top,
    ) +
    polygon(
      [project(x, y + depth, eaves), project(middle, y + depth, ridge), project(x + width, y + depth, eaves)],
      wall,
    ) +
    polygon(
      [
        project(x + width, y, eaves),
        project(middle, y, ridge),
        project(middle, y + depth, ridge),
        project(x + width, y + depth, eaves),
      ],
      dark,
    )
  )
}

/** A car that drives to the lower left or, with `along` x, to the lower right. */
export const car = ([x, y, z], colour, { glass, tyre, along = 'y' }) => {
  const turn = ([u, v, w]) => (along === 'y' ? [u, v, w] : [v, u, w])
  const at = ([u, v, w]) => {
    const [a, b, c] = turn([u, v, w])
    return [x + a, y + b, z + c]
  }
  const wheelOn = along === 'y' ? onRight : onLeft
  const side = along === 'y' ? [x + 2.2, y + 5, z + 0.95] : [x, y + 2.2, z + 0.95]
  const wheels = [1.05, 3.85]
    .map((place) => spot(place, 0.62, 0.58, tyre) + spot(place, 0.62, 0.24, lighter(tyre, 0.6)))
    .join('')
  const cabin = turn([1.8, 2.5, 0.85])
  const pane =
    along === 'y'
      ? plate(0.2, 0.16, 0.95, 0.52, glass, 0.08) + plate(1.3, 0.16, 1, 0.52, glass, 0.08)
      : plate(0.2, 0.16, 0.95, 0.52, glass, 0.08) + plate(1.3, 0.16, 1, 0.52, glass, 0.08)
  const cabinSide = along === 'y' ? [x + 2, y + 3.9, z + 2] : [x + 1.4, y + 2, z + 2]
  const cabinFront = along === 'y' ? [x + 0.2, y + 3.9, z + 2] : [x + 3.9, y + 2, z + 2]
  const front = along === 'y' ? onLeft : onRight
  return (
    box([x, y, z + 0.35], turn([2.2, 5, 0.85]), colour) +
    box(at([0.2, 1.4, 1.2]), cabin, lighter(colour, 0.1)) +
    wheelOn(cabinSide, pane) +
    front(cabinFront, plate(0.2, 0.16, 1.4, 0.54, glass, 0.08)) +
    wheelOn(side, wheels)
  )
}

/** An open notebook computer; `screen` is drawn on its glass, 5.4 by 3.2 units. */
export const laptop = ([x, y, z], colour, glass, keys, screen = '') => {
  const rows = range(3, (row) =>
    range(9, (column) => plate(0.35 + column * 0.6, 0.35 + row * 0.6, 0.46, 0.46, keys, 0.08)).join(''),
  ).join('')
  return (
    box([x, y, z], [6, 0.24, 3.9], darker(colour, 0.1)) +
    onLeft([x, y + 0.24, z + 3.9], plate(0.2, 0.2, 5.6, 3.4, glass, 0.1) + screen) +
    box([x, y + 0.24, z], [6, 4, 0.24], colour) +
    onTop([x, y + 0.24, z + 0.24], rows + plate(2, 2.5, 2, 1.2, darker(colour, 0.12), 0.1))
  )
}

/** The ground under a scene: a tile of the wall's second colour. */
export const tile = (x, y, width, depth, colour, height = 0.4) => box([x, y, -height], [width, depth, height], colour)

export const flat = (corners, z, colour) =>
  polygon(
    corners.map((corner) => project(...corner, z)),
    colour,
  )

/** A face at any slant, by its corners in space. */
export const solidFace = (corners, colour) =>
  polygon(
    corners.map((corner) => project(...corner)),
    colour,
  )

/** A scene of solids; what stands behind is written first. */
export const isometric = (wall, solids, crop) =>
  composition('isometric', wall, (colours, dice) => cropped(solids(colours, dice).join(''), crop))

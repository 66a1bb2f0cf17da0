import { isometric, openLine, range, starPolygon, trace } from './geometry.mjs'
import { circle, grain, group, isoBox, mount, path, polygon, rect, ring, stroke, VEIL } from './shapes.mjs'

/** Rows of writing: lengths differ as words do, a loud one now and then. */
const rows = ({ x, y, width, count, gap, thick }, colours, dice) =>
  range(count, (row) => {
    const share = row === count - 1 ? dice.between(0.3, 0.55) : dice.between(0.74, 1)
    return rect(x, y + row * gap, width * share, thick, dice.chance(0.16) ? colours.accent : colours.second, thick / 2)
  }).join('')

/** Rows of a ledger: a narrow entry, a long one and a sum at the right edge. */
const entries = ({ x, y, width, count, gap, thick }, colours, dice) =>
  range(count, (row) => {
    const top = y + row * gap
    const sum = width * dice.between(0.14, 0.24)
    return (
      rect(x, top, width * 0.16, thick, colours.ink, thick / 2) +
      rect(x + width * 0.22, top, width * dice.between(0.2, 0.44), thick, colours.second, thick / 2) +
      rect(x + width - sum, top, sum, thick, dice.chance(0.3) ? colours.accent : colours.ink, thick / 2)
    )
  }).join('')

/* ksiega: an open book with entries */

const CURVED_PAGE = 'M0,-150C90,-222 290,-226 420,-176V190C290,140 90,144 0,216Z'
const CURVED_COVER =
  'M0,-132C90,-204 300,-214 462,-160V236C300,190 90,196 0,262C-90,196 -300,190 -462,236V-160C-300,-214 -90,-204 0,-132Z'

const curvedRows = (colours, dice) =>
  range(5, (row) => {
    const [top, end] = [-116 + row * 62, dice.between(250, 380)]
    const line = trace`M44,${top + 4}C${end * 0.4},${top - 46} ${end * 0.75},${top - 50} ${end},${top - 42}`
    return stroke(line, dice.chance(0.2) ? colours.accent : colours.second, 17)
  }).join('')

const raisedBook = (colours, dice) => {
  const stance = {
    x: 600 + dice.between(-60, 60),
    y: 310,
    angle: dice.between(-11, 11),
    scale: dice.between(1.06, 1.22),
  }
  const page = (flip) => group(path(CURVED_PAGE, colours.light) + curvedRows(colours, dice), { flip })
  const gutter = path('M0,-150C18,-164 36,-175 54,-183V155C36,164 18,185 0,216Z', VEIL)
  const ribbon = path('M120,150h44V300l-22,-24l-22,24Z', colours.accent)
  const cover = (fill) => path(CURVED_COVER, fill)
  return mount(stance, colours, cover, ribbon + cover(colours.body) + page(true) + page(false) + gutter)
}

const flatBook = (colours, dice) => {
  const stance = {
    x: 600 + dice.between(-70, 70),
    y: 300,
    angle: dice.sign() * dice.between(8, 26),
    scale: dice.between(1.05, 1.25),
  }
  const cover = (fill) => rect(-440, -250, 880, 500, fill, 22)
  const leaf = (x, fill) => rect(x, -226, 410, 452, fill, 6)
  const columns = (x) => grain(trace`M${x + 92},-196V196M${x + 270},-196V196`, colours.line, 4)
  const sheet = (x) =>
    columns(x) + entries({ x: x + 4, y: -172, width: 342, count: 6, gap: 66, thick: 19 }, colours, dice)
  const content =
    cover(colours.body) +
    rect(-440, 200, 880, 50, colours.shade, 22) +
    leaf(-410, colours.light) +
    leaf(0, colours.light) +
    rect(0, -226, 26, 452, VEIL) +
    sheet(-380) +
    sheet(46) +
    path('M300,-250h54V-60l-27,-30l-27,30Z', colours.accent)
  return mount(stance, colours, cover, content)
}

/** Lying on a table and seen from a corner: two blocks of leaves on one cover. */
const lyingBook = (colours, dice) => {
  const unit = dice.between(158, 182)
  const project = isometric(600, 300, unit)
  const slab = (corner, size, faces) => isoBox(project, corner, size, faces)
  const written = (x, y) =>
    range(5, (row) => {
      const start = x + 0.26 + row * 0.37
      const tone = dice.chance(0.2) ? colours.accent : colours.second
      return stroke(
        openLine([project(start, y + 0.25, 0.3), project(start, y + dice.between(1.2, 1.75), 0.3)]),
        tone,
        20,
      )
    }).join('')
  const leaves = [colours.light, colours.line, colours.second]
  const shadow = polygon(
    [project(-1.2, -2.2, 0), project(1.4, -2.2, 0), project(1.4, 2.7, 0), project(-1.2, 2.7, 0)],
    colours.deep,
  )
  const book =
    group(shadow, { x: 26, y: 26 }) +
    slab([-1.15, -2.2, 0], [2.3, 4.4, 0.1], [colours.body, colours.body, colours.shade]) +
    slab([-1.02, -2.08, 0.1], [2.04, 2.04, 0.2], leaves) +
    slab([-1.02, 0.04, 0.1], [2.04, 2.04, 0.2], leaves) +
    written(-1.02, -2.08) +
    written(-1.02, 0.04) +
    polygon(
      [
        project(1.02, 0.9, 0.3),
        project(1.02, 1.15, 0.3),
        project(1.5, 1.15, 0.3),
        project(1.38, 1.02, 0.3),
        project(1.5, 0.9, 0.3),
      ],
      colours.accent,
    )
  return group(group(book, { x: -600, y: -300 }), {
    x: 600 + dice.between(-40, 40),
    y: 320,
    flip: dice.chance(0.5),
    angle: dice.between(-6, 6),
  })
}

export const ksiega = (colours, dice) => dice.pick([raisedBook, flatBook, lyingBook])(colours, dice)

/* dokument: a sheet with rows of text and a seal */

const seal = (radius, colours, dice) => {
  const tails = path(
    trace`M${-radius * 0.6},0L${-radius * 0.8},${radius * 1.9}L${-radius * 0.2},${radius * 1.55}L${radius * 0.1},0Z`,
    colours.shade,
  )
  const star = dice.pick([
    starPolygon(5, radius * 0.42, radius * 0.19),
    starPolygon(6, radius * 0.42, radius * 0.26),
    starPolygon(4, radius * 0.46, radius * 0.16),
  ])
  return (
    tails +
    group(tails, { flip: true }) +
    polygon(starPolygon(dice.pick([10, 12, 16]), radius, radius * 0.87), colours.accent) +
    ring(0, 0, radius * 0.64, colours.light, radius * 0.07) +
    polygon(star, colours.light)
  )
}

const SHEET = 'M-210,-290H110L210,-190V290H-210Z'

const sheet = (colours, dice) =>
  path(SHEET, colours.light) +
  path('M110,-290V-190H210Z', colours.second) +
  rect(-160, -240, dice.between(150, 210), 36, colours.ink, 8) +
  rows({ x: -160, y: -166, width: 320, count: 6, gap: 54, thick: 19 }, colours, dice)

const loneSheet = (colours, dice) => {
  const stance = {
    x: 600 + dice.between(-150, 150),
    y: 318,
    angle: dice.sign() * dice.between(6, 20),
    scale: dice.between(1, 1.16),
  }
  const content = sheet(colours, dice) + group(seal(88, colours, dice), { x: 112, y: 84 })
  return mount(stance, colours, (fill) => path(SHEET, fill), content)
}

const sheaf = (colours, dice) => {
  const turn = dice.sign() * dice.between(8, 13)
  const centre = { x: 600 + dice.between(-60, 60), y: 350, scale: dice.between(1.0, 1.12) }
  const under = [colours.body, colours.second].map((fill, position) =>
    group(path(SHEET, fill), {
      ...centre,
      x: centre.x + (position ? -80 : -170) * Math.sign(turn),
      angle: -turn * (2 - position),
    }),
  )
  const content = sheet(colours, dice) + group(seal(84, colours, dice), { x: 120, y: 110 })
  return under.join('') + mount({ ...centre, angle: turn * 0.5 }, colours, (fill) => path(SHEET, fill), content)
}

/** Lying sideways and close: a deed whose seal is the hero and whose text runs off the board. */
const closeDeed = (colours, dice) => {
  const stance = { x: 600, y: 320, angle: dice.between(-9, 9), scale: 1 }
  const left = dice.chance(0.5)
  const deed = (fill) => rect(-520, -230, 1040, 560, fill, 8)
  const signature = stroke('M0,0c30,-70 60,-60 46,0s-10,50 30,10s40,-60 44,-20s20,30 50,0s40,-10 90,-8', colours.ink, 9)
  const content =
    deed(colours.light) +
    `<path d="M-486,-196H486V330H-486Z" fill="none" stroke="${colours.line}" stroke-width="6"/>` +
    rect(left ? -80 : -430, -142, 330, 40, colours.ink, 8) +
    rows({ x: left ? -80 : -430, y: -62, width: 500, count: 4, gap: 58, thick: 20 }, colours, dice) +
    group(signature, { x: left ? 150 : -400, y: 226 }) +
    group(seal(132, colours, dice), { x: left ? -270 : 290, y: 20 })
  return mount(stance, colours, deed, content)
}

const clipboard = (colours, dice) => {
  const stance = {
    x: 600 + dice.between(-130, 130),
    y: 345,
    angle: dice.between(-14, 14),
    scale: dice.between(1.02, 1.15),
  }
  const board = (fill) => rect(-250, -300, 500, 640, fill, 34)
  const tick = (row) => {
    const y = -150 + row * 92
    const done = row < 3
    return (
      rect(-170, y, 56, 56, done ? colours.accent : colours.line, 10) +
      (done ? stroke(trace`M-158,${y + 30}l12,12l22,-26`, colours.ink, 9) : '') +
      rows({ x: -84, y: y + 6, width: 240, count: 2, gap: 32, thick: 15 }, colours, dice)
    )
  }
  const clip = path('M-90,-330h50a40,40 0 0 1 80,0h50v80H-90Z', colours.shade) + circle(0, -330, 16, colours.light)
  const content =
    board(colours.body) +
    rect(-210, -262, 420, 560, colours.light, 8) +
    range(5, tick).join('') +
    clip +
    group(seal(74, colours, dice), { x: 150, y: 196 })
  return mount(stance, colours, board, content)
}

export const dokument = (colours, dice) => dice.pick([loneSheet, sheaf, closeDeed, clipboard])(colours, dice)

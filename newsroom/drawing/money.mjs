import { onCircle, openLine, range, regularPolygon, starPolygon, trace } from './geometry.mjs'
import { circle, clipTo, ellipse, grain, group, mount, path, polygon, rect, ring, stroke, VEIL } from './shapes.mjs'

/* portfel: a wallet with a card slid out */

const card = (colours, fill, stripe) =>
  rect(-210, -130, 420, 260, fill, 22) + rect(-210, -86, 420, 44, stripe) + rect(-176, 50, 74, 50, colours.accent, 10)

const stitches = (d, colour) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="5" stroke-dasharray="20 14" stroke-linecap="round"/>`

const closedWallet = (colours, dice) => {
  const stance = {
    x: 600 + dice.between(-90, 90),
    y: 345,
    angle: dice.between(-13, 13),
    scale: dice.between(1.05, 1.25),
  }
  const silhouette = (fill) => rect(-300, -160, 600, 360, fill, 40)
  const cards = [
    [colours.second, colours.shade],
    [colours.light, colours.ink],
  ].map(([fill, stripe], position) =>
    group(card(colours, fill, stripe), {
      x: -50 + position * 70,
      y: -150 + position * 36,
      angle: dice.between(-12, -3) + position * 8,
    }),
  )
  const strap =
    rect(150, -36, 190, 112, colours.accent, 56) + circle(206, 20, 24, colours.ink) + circle(206, 20, 11, colours.light)
  const content =
    cards.join('') +
    silhouette(colours.body) +
    clipTo(silhouette('#000'), rect(-300, 120, 600, 90, colours.shade)) +
    stitches('M-266,-126H266M-266,86H120', colours.mark) +
    strap
  return mount(stance, colours, silhouette, content)
}

const openWallet = (colours, dice) => {
  const stance = {
    x: 600 + dice.between(-50, 50),
    y: 310,
    angle: dice.between(-10, 10),
    scale: dice.between(1.0, 1.12),
  }
  const silhouette = (fill) => rect(-440, -190, 880, 400, fill, 36)
  const pocket = (x, top, fill) => rect(x, top, 380, 200 - top, fill, 20)
  const slots = [colours.accent, colours.light, colours.second].map(
    (fill, position) =>
      rect(50, -150 + position * 66, 340, 190, fill, 18) +
      rect(50, -96 + position * 66, 340, 26, colours.ink) +
      pocket(34, -84 + position * 66, position % 2 ? colours.body : colours.shade),
  )
  const notes =
    rect(-410, -236, 400, 240, colours.second, 10) +
    rect(-400, -214, 380, 240, colours.light, 10) +
    circle(-210, -120, 54, colours.accent)
  const content =
    notes +
    silhouette(colours.body) +
    pocket(-414, -150, colours.shade) +
    stitches('M-392,-120H-60', colours.mark) +
    slots.join('') +
    rect(-8, -190, 16, 400, colours.deep)
  return mount(stance, colours, silhouette, content)
}

const spillingWallet = (colours, dice) => {
  const stance = {
    x: 600 + dice.between(-120, 120),
    y: 400,
    angle: dice.sign() * dice.between(8, 22),
    scale: dice.between(1.2, 1.4),
  }
  const silhouette = (fill) =>
    path('M-290,-110H230a50,50 0 0 1 50,50V170a50,50 0 0 1 -50,50H-240a50,50 0 0 1 -50,-50Z', fill)
  const discs = range(4, (position) => {
    const [x, y] = [-170 + position * 110, -190 - dice.between(-30, 60)]
    return circle(x + 8, y + 8, 48, colours.deep) + circle(x, y, 48, colours.accent) + ring(x, y, 32, colours.light, 6)
  })
  const content =
    group(card(colours, colours.light, colours.ink), { x: -40, y: -110, angle: -6 }) +
    discs.join('') +
    silhouette(colours.body) +
    path('M-290,-110H230a50,50 0 0 1 50,50V0H-160a130,130 0 0 1 -130,-110Z', colours.shade) +
    stitches('M-250,186H232', colours.mark) +
    circle(216, 56, 34, colours.accent) +
    circle(216, 56, 14, colours.ink)
  return mount(stance, colours, silhouette, content)
}

export const portfel = (colours, dice) => dice.pick([closedWallet, openWallet, spillingWallet])(colours, dice)

/* moneta: a coin */

const EMBLEMS = [
  (r, colours) =>
    polygon(regularPolygon(6, r), colours.ink) +
    polygon(regularPolygon(6, r * 0.62), colours.light) +
    polygon(regularPolygon(6, r * 0.34), colours.accent),
  (r, colours) => polygon(starPolygon(5, r * 1.1, r * 0.48), colours.ink),
  (r, colours) =>
    [-0.56, 0, 0.56]
      .map((x, bar) =>
        path(
          trace`M${(x - 0.34) * r},${r * 0.8}l${r * 0.34},${-r * 1.6}h${r * 0.34}l${-r * 0.34},${r * 1.6}Z`,
          bar === 1 ? colours.accent : colours.ink,
        ),
      )
      .join(''),
  (r, colours) =>
    [0, 90, 180, 270]
      .map((angle) => {
        const blade = path(trace`M0,0V${-r}A${r},${r} 0 0 1 ${r},0Z`, angle % 180 ? colours.accent : colours.ink)
        return group(blade, { angle, scale: 0.94 })
      })
      .join(''),
  (r, colours) =>
    path(trace`M0,${-r}a${r},${r} 0 0 1 0,${r * 2}Z`, colours.ink) + ring(0, 0, r - r * 0.08, colours.ink, r * 0.16),
  (r, colours) =>
    [1, 0.66, 0.32]
      .map((share, turn) => circle(0, 0, r * share, turn === 1 ? colours.light : turn ? colours.accent : colours.ink))
      .join(''),
]

const ribs = (radius, colour) => {
  const rib = (position) =>
    openLine([onCircle(0, 0, radius * 0.87, position * 15), onCircle(0, 0, radius * 0.93, position * 15)])
  return stroke(range(24, rib).join(''), colour, radius * 0.045)
}

/** Thinner than a veil: half of a coin's face turned from the light. */
const SHEEN = '#0000001c'

/** The rim is one thick round-ended line: a disc pulled sideways. */
const coin = (radius, thickness, emblem, colours) => {
  const pulled = (dx, dy, fill) => stroke(trace`M0,0l${dx},${dy}`, fill, radius * 2)
  const face = circle(0, 0, radius, '#000')
  return (
    pulled(thickness + 34, thickness * 0.5 + 34, colours.deep) +
    pulled(thickness, thickness * 0.5, colours.shade) +
    circle(0, 0, radius, colours.accent) +
    ribs(radius, colours.ink) +
    circle(0, 0, radius * 0.8, colours.light) +
    clipTo(face, group(rect(-radius * 2, 0, radius * 4, radius * 2, SHEEN), { angle: -38 })) +
    emblem(radius * 0.46, colours)
  )
}

const giantCoin = (colours, dice) => {
  const radius = dice.between(255, 330)
  const content = coin(radius, dice.between(40, 80), dice.pick(EMBLEMS), colours)
  return group(content, {
    x: 600 + dice.between(-190, 130),
    y: 300 + dice.between(-20, 60),
    angle: dice.between(-24, 12),
  })
}

const coinRow = (colours, dice) => {
  const radius = dice.between(165, 195)
  const emblems = dice.shuffle(EMBLEMS)
  const rise = dice.between(-60, 60)
  const one = (position) =>
    group(coin(radius, 26, emblems[position], colours), {
      x: 250 + position * 330 + dice.between(-24, 24),
      y: 300 + (position - 1) * rise,
      angle: dice.between(-20, 20),
    })
  return group([0, 1, 2].map(one).join(''), { x: 20 })
}

const stack = (x, base, count, breadth, colours, dice) => {
  const [rx, ry, height] = [breadth / 2, breadth * 0.17, breadth * 0.2]
  const slice = (position) => {
    const [cx, cy] = [x + dice.between(-12, 12), base - position * height]
    const fill = dice.chance(0.2) ? colours.body : colours.accent
    const side = trace`M${cx - rx},${cy - height}v${height}a${rx},${ry} 0 0 0 ${rx * 2},0v${-height}Z`
    const notches = range(
      4,
      (notch) => trace`M${cx - rx * 0.72 + notch * rx * 0.48},${cy - height + ry * 0.9}v${height * 0.62}`,
    ).join('')
    return (
      path(side, fill) +
      path(side, VEIL) +
      grain(notches, colours.ink, 9) +
      ellipse(cx, cy - height, rx, ry, fill) +
      ellipse(cx, cy - height, rx * 0.74, ry * 0.68, colours.light)
    )
  }
  return ellipse(x + 40, base + 14, rx * 1.1, ry * 1.2, colours.deep) + range(count, slice).join('')
}

const coinStacks = (colours, dice) => {
  const counts = dice.pick([
    [3, 5, 7],
    [7, 5, 2],
    [4, 7, 5],
    [6, 3, 7],
  ])
  const breadth = dice.between(255, 290)
  const pillars = counts.map((count, position) =>
    stack(290 + position * 310, 520 + (position % 2) * 26, count, breadth, colours, dice),
  )
  return pillars.join('')
}

export const moneta = (colours, dice) => dice.pick([giantCoin, giantCoin, coinRow, coinStacks])(colours, dice)

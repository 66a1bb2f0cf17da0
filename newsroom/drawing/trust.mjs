import { closedLine, onCircle, range, regularPolygon, starPolygon, trace } from './geometry.mjs'
import { circle, clipTo, group, mount, path, polygon, rect, ring, shadedHalf, stroke, VEIL } from './shapes.mjs'

const circlePath = (x, y, radius) =>
  trace`M${x - radius},${y}a${radius},${radius} 0 1 0 ${radius * 2},0a${radius},${radius} 0 1 0 ${-radius * 2},0Z`

/* klucz: a key */

const petals = closedLine(
  range(72, (step) => onCircle(0, 0, 118 + 30 * Math.cos((step * 5 * Math.PI * 4) / 180), step * 5)),
)

const BOWS = [
  circlePath(0, 0, 140) + circlePath(-26, 0, 72),
  closedLine(regularPolygon(6, 156, 0)) + circlePath(-14, 0, 70),
  closedLine(regularPolygon(4, 172, 0)) + closedLine(regularPolygon(4, 80, 0)),
  petals + circlePath(0, 0, 56),
  circlePath(0, 0, 146) + closedLine(regularPolygon(6, 84, 30)),
  `M-130,-130H70a60,60 0 0 1 60,60V70a60,60 0 0 1 -60,60H-130Z${circlePath(-46, 0, 50)}`,
]

const teeth = (dice) => {
  const bites = [dice.between(56, 96), dice.between(30, 64), dice.between(66, 100)]
  const tooth = (depth, position) => trace`M${400 + position * 62},10h44v${depth + 14}h-44Z`
  return bites.slice(0, dice.integer(2, 3)).map(tooth).join('')
}

const keyOutline = (dice) => {
  const bow = dice.pick(BOWS)
  const bit = teeth(dice)
  const shaft = 'M120,-26H590V26H120Z'
  const collar = 'M150,-46h32V46h-32Z'
  return (fill) => path(bow, fill) + path(shaft, fill) + path(collar, fill) + path(bit, fill)
}

const key = (outline, colours) => {
  const half = rect(-220, 4, 900, 260, '#000')
  return (
    shadedHalf(outline, colours, half) +
    rect(182, -14, 380, 9, colours.mark, 4.5) +
    rect(154, -46, 24, 50, colours.accent)
  )
}

const centredKey = (outline, colours, stance) =>
  mount(stance, colours, (fill) => group(outline(fill), { x: -230 }), group(key(outline, colours), { x: -230 }))

const loneKey = (colours, dice) => {
  const stance = {
    x: 600 + dice.between(-40, 40),
    y: 300,
    angle: dice.pick([-38, -24, -12, 14, 28, 142, 160, 205]),
    scale: dice.between(1.1, 1.35),
  }
  const halo = circle(stance.x, 300, dice.between(235, 280), colours.light)
  const quiet = { ...colours, deep: colours.second }
  return dice.chance(0.45)
    ? halo + centredKey(keyOutline(dice), quiet, stance)
    : centredKey(keyOutline(dice), colours, stance)
}

const crossedKeys = (colours, dice) => {
  const angle = dice.between(22, 36)
  const other = { ...colours, body: colours.accent, mark: colours.light, accent: colours.body }
  return (
    centredKey(keyOutline(dice), other, { x: 600, y: 310, angle: 180 - angle, scale: 1.05 }) +
    centredKey(keyOutline(dice), colours, { x: 600, y: 310, angle, scale: 1.05 })
  )
}

/** The keyhole is the second shape: a plate as tall as the board, and the key on its way to it. */
const keyAndLock = (colours, dice) => {
  const right = dice.chance(0.5)
  const plate = rect(-150, -400, 300, 800, colours.second, 150) + ring(0, 0, 124, colours.line, 5)
  const hole =
    circle(0, -34, 62, colours.ink) +
    polygon(
      [
        [-30, -10],
        [30, -10],
        [54, 130],
        [-54, 130],
      ],
      colours.ink,
    )
  const stance = {
    x: right ? 470 : 730,
    y: 300 + dice.between(-20, 20),
    angle: (right ? 0 : 180) + dice.between(-14, 14),
    scale: 1.05,
  }
  return group(plate + hole, { x: right ? 900 : 300, y: 290 }) + centredKey(keyOutline(dice), colours, stance)
}

export const klucz = (colours, dice) => dice.pick([loneKey, loneKey, crossedKeys, keyAndLock])(colours, dice)

/* tarcza: a shield */

const SHIELDS = [
  'M0,-250C70,-210 150,-196 220,-196V0C220,130 120,210 0,262C-120,210 -220,130 -220,0V-196C-150,-196 -70,-210 0,-250Z',
  'M-215,-230H215V20C215,150 110,220 0,266C-110,220 -215,150 -215,20Z',
  'M-200,-238Q-90,-180 0,-246Q90,-180 200,-238L232,-150Q196,-60 214,20Q190,170 0,266Q-190,170 -214,20T-232,-150Z',
  'M0,-256L210,-170V40L0,262L-210,40V-170Z',
]

const FIELDS = [
  (colours) => rect(0, -300, 300, 600, colours.shade),
  (colours) => rect(0, -300, 300, 300, colours.shade) + rect(-300, 0, 300, 300, colours.shade),
  (colours) =>
    path('M-300,40L0,-140L300,40V180L0,0L-300,180Z', colours.shade) +
    path('M-300,180L0,0L300,180V600H-300Z', colours.accent),
  (colours) => [-150, 0, 150].map((x) => rect(x, -300, 75, 600, colours.shade)).join(''),
  (colours) => path('M-300,-300H300L-300,300Z', colours.shade),
]

const CHARGES = [
  (colours) => stroke('M-84,6L-22,72L98,-72', colours.mark, 46),
  (colours) =>
    circle(0, -38, 54, colours.mark) +
    polygon(
      [
        [-26, -20],
        [26, -20],
        [46, 104],
        [-46, 104],
      ],
      colours.mark,
    ),
  (colours) => polygon(starPolygon(5, 116, 50), colours.mark),
  (colours) => circle(0, 0, 92, colours.mark) + circle(0, 0, 44, colours.accent),
  (colours) =>
    rect(-84, -18, 168, 130, colours.mark, 16) +
    stroke('M-50,-20V-58a50,50 0 0 1 100,0V-20', colours.mark, 26) +
    circle(0, 44, 22, colours.body),
]

const shield = (outline, colours, dice) => {
  const silhouette = (fill) => path(outline, fill)
  const inner = clipTo(silhouette('#000'), silhouette(colours.body) + dice.pick(FIELDS)(colours))
  return silhouette(colours.light) + group(inner, { scale: 0.89 }) + dice.pick(CHARGES)(colours)
}

const standingShield = (colours, dice) => {
  const outline = dice.pick(SHIELDS)
  const stance = {
    x: 600 + dice.between(-150, 150),
    y: 306,
    angle: dice.between(-12, 12),
    scale: dice.between(0.98, 1.22),
  }
  const echoes = dice.chance(0.55)
    ? [1.75, 1.5, 1.25]
        .map((scale, position) =>
          group(path(outline, position % 2 ? colours.field : colours.line), { ...stance, scale: scale * stance.scale }),
        )
        .join('')
    : ''
  return echoes + mount(stance, colours, (fill) => path(outline, fill), shield(outline, colours, dice))
}

const shieldWall = (colours, dice) => {
  const outline = dice.pick(SHIELDS)
  const lean = dice.between(-8, 8)
  const pale = {
    ...colours,
    body: colours.second,
    shade: VEIL,
    light: colours.field,
    mark: colours.field,
    accent: colours.second,
  }
  const side = (x) => {
    const stance = { x, y: 320, angle: lean, scale: 0.82 }
    return mount(stance, colours, (fill) => path(outline, fill), shield(outline, pale, dice))
  }
  const front = { x: 600, y: 306, angle: lean, scale: 1.08 }
  return side(290) + side(910) + mount(front, colours, (fill) => path(outline, fill), shield(outline, colours, dice))
}

/** Things thrown at a shield bend off it: lines that stop at its edge. */
const deflecting = (colours, dice) => {
  const outline = dice.pick(SHIELDS)
  const right = dice.chance(0.5)
  const stance = { x: right ? 720 : 480, y: 304, angle: dice.between(-6, 6), scale: dice.between(1.0, 1.12) }
  const ray = (row) => {
    const y = 70 + row * 92
    const wide = dice.pick([14, 22, 22, 30])
    return stroke(
      trace`M-40,${y}H${dice.between(380, 520)}`,
      dice.pick([colours.second, colours.accent, colours.line]),
      wide,
    )
  }
  const rays = group(range(6, ray).join(''), right ? {} : { x: 1200, flip: true })
  return rays + mount(stance, colours, (fill) => path(outline, fill), shield(outline, colours, dice))
}

export const tarcza = (colours, dice) =>
  dice.pick([standingShield, standingShield, shieldWall, deflecting])(colours, dice)

import { openLine, range, smoothLine, trace, waveLine } from './geometry.mjs'
import { circle, clipTo, grain, group, mount, path, polygon, rect, stroke, VEIL } from './shapes.mjs'

/* ekran: a screen; each content fills a box of 640x360 whose corner is the origin */

const code = (colours, dice) =>
  range(7, (line) => {
    const indent = 34 + [0, 1, 2, 2, 1, 1, 0][line] * 44
    const words = [dice.between(60, 130), dice.between(50, 170), dice.between(40, 110)].slice(
      0,
      line % 4 === 3 ? 1 : dice.integer(2, 3),
    )
    const inks = dice.shuffle([colours.accent, colours.light, colours.second])
    const starts = words.map((_, word) => indent + words.slice(0, word).reduce((sum, width) => sum + width + 16, 0))
    return words.map((width, word) => rect(starts[word], 32 + line * 45, width, 20, inks[word], 10)).join('')
  }).join('')

const plot = (colours, dice) => {
  const points = range(9, (position) => [-20 + position * 85, 250 - position * 15 + dice.between(-64, 64)])
  return (
    grain('M0,90H640M0,180H640M0,270H640', colours.line, 3) +
    path(`${openLine(points)}L700,360V400H-60Z`, colours.field) +
    stroke(openLine(points), colours.accent, 10) +
    circle(...points[6], 20, colours.light) +
    stroke(smoothLine(points.map(([x, y]) => [x, y * 0.5 + 90])), colours.second, 6)
  )
}

const player = (colours) =>
  circle(320, 166, 92, colours.accent) +
  polygon(
    [
      [292, 116],
      [292, 216],
      [378, 166],
    ],
    colours.light,
  ) +
  rect(40, 312, 560, 12, colours.second, 6) +
  rect(40, 312, 230, 12, colours.light, 6) +
  circle(270, 318, 17, colours.light)

const framed = (colours) =>
  `<rect x="64" y="52" width="512" height="256" rx="14" fill="none" stroke="${colours.light}" stroke-width="12"/>` +
  stroke('M290,180h60M320,150v60', colours.accent, 10)

const landscape = (colours, dice) =>
  circle(dice.between(180, 460), 150, 76, colours.accent) +
  polygon(
    [
      [-20, 380],
      [170, 150],
      [330, 380],
    ],
    colours.line,
  ) +
  polygon(
    [
      [190, 380],
      [430, 110],
      [680, 380],
    ],
    colours.second,
  ) +
  polygon(
    [
      [430, 110],
      [680, 380],
      [470, 380],
    ],
    VEIL,
  )

const panes = (colours, dice) => {
  const pane = (cell) =>
    rect(
      34 + (cell % 3) * 196,
      40 + Math.floor(cell / 3) * 146,
      178,
      128,
      dice.pick([colours.second, colours.second, colours.accent, colours.light]),
      10,
    )
  return range(6, pane).join('')
}

/** A streak of light across the glass. */
const GLOSS = '#ffffff1a'

const CONTENTS = [code, code, plot, player, framed, landscape, panes]

const display = (colours, dice) => {
  const window = rect(0, 0, 640, 360, '#000', 10)
  const shine = path('M430,0H560L340,360H210Z', GLOSS)
  return (
    rect(0, 0, 640, 360, colours.ink, 10) +
    clipTo(window, (dice.chance(0.4) ? shine : '') + dice.pick(CONTENTS)(colours, dice))
  )
}

const inkWall = (colours) => ({ ...colours, field: colours.shade })

const monitor = (colours, dice) => {
  const stance = { x: 600 + dice.between(-90, 90), y: 290, angle: dice.between(-4, 4), scale: dice.between(1.06, 1.2) }
  const shell = (fill) =>
    rect(-352, -216, 704, 424, fill, 26) + path('M-70,200H70L92,290H-92Z', fill) + rect(-190, 282, 380, 26, fill, 13)
  const content =
    path('M-70,200H70L92,290H-92Z', colours.shade) +
    rect(-190, 282, 380, 26, colours.body, 13) +
    rect(-352, -216, 704, 424, colours.light, 26) +
    group(display(inkWall(colours), dice), { x: -320, y: -188 })
  return mount(stance, colours, shell, content)
}

const laptop = (colours, dice) => {
  const stance = { x: 600 + dice.between(-80, 80), y: 272, scale: dice.between(1.1, 1.2), angle: 0 }
  const shell = (fill) => rect(-346, -216, 692, 412, fill, 24) + path('M-440,190H440L410,238H-410Z', fill)
  const content =
    rect(-346, -216, 692, 412, colours.light, 24) +
    group(display(inkWall(colours), dice), { x: -320, y: -192 }) +
    path('M-440,190H440L410,238H-410Z', colours.body) +
    rect(-90, 190, 180, 18, colours.shade, 9)
  return mount(stance, colours, shell, content)
}

const windows = (colours, dice) => {
  const lean = dice.between(-9, 9)
  const frame = (x, y, scale, front) => {
    const shell = (fill) => rect(-350, -240, 700, 470, fill, 22)
    const buttons = [0, 1, 2]
      .map((dot) => circle(-316 + dot * 34, -207, 9, dot ? colours.second : colours.accent))
      .join('')
    const inner = front
      ? group(display(inkWall(colours), dice), { x: -320, y: -166 })
      : rect(-320, -166, 640, 360, colours.shade, 10)
    return mount(
      { x, y, angle: lean, scale },
      colours,
      shell,
      shell(front ? colours.light : colours.body) + buttons + inner,
    )
  }
  const aside = dice.sign()
  return frame(600 - aside * 190, 220, 0.86, false) + frame(600 + aside * 70, 325, 1.02, true)
}

const television = (colours, dice) => {
  const stance = { x: 600 + dice.between(-60, 60), y: 310, angle: dice.between(-6, 6), scale: dice.between(1.04, 1.14) }
  const shell = (fill) =>
    rect(-430, -216, 860, 436, fill, 60) + path('M-250,210l-50,90h40l60,-90ZM250,210l50,90h-40l-60,-90Z', fill)
  const aerial = stroke('M-20,-210L-150,-330M20,-210L110,-330', colours.second, 12)
  const knobs =
    circle(352, -90, 42, colours.accent) +
    circle(352, 20, 42, colours.light) +
    stroke('M352,-90v-26M352,20l20,18', colours.ink, 10) +
    grain('M316,110h72M316,134h72M316,158h72', colours.mark, 8)
  const content =
    aerial +
    shell(colours.body) +
    rect(-396, -184, 672, 372, colours.light, 40) +
    group(display(inkWall(colours), dice), { x: -370, y: -166, scale: 0.96 }) +
    knobs
  return mount(stance, colours, shell, content)
}

export const ekran = (colours, dice) => dice.pick([monitor, laptop, windows, windows, television])(colours, dice)

/* bateria: a partly charged battery */

const flash = (colours) => {
  const bolt = (fill) => path('M30,-150L-84,24H-8L-34,150L84,-36H6Z', fill)
  return group(bolt(colours.ink), { x: 12, y: 12 }) + bolt(colours.light)
}

const lyingBattery = (colours, dice) => {
  const stance = {
    x: 585 + dice.between(-50, 50),
    y: 300,
    angle: dice.sign() * dice.between(4, 20),
    scale: dice.between(1.08, 1.25),
  }
  const filled = dice.integer(3, 4)
  const shell = (fill) => rect(-400, -160, 770, 320, fill, 46) + rect(380, -70, 54, 140, fill, 20)
  const cell = (position) => {
    const x = -352 + position * 138
    const full = position < filled
    const inner = rect(x, -112, 118, 224, full ? colours.accent : colours.shade, 16)
    return inner + (full ? clipTo(rect(x, -112, 118, 224, '#000', 16), rect(x, 44, 118, 90, VEIL)) : '')
  }
  return mount(
    stance,
    colours,
    shell,
    shell(colours.body) + rect(-372, -132, 714, 264, colours.ink, 28) + range(5, cell).join(''),
  )
}

const cellRow = (colours, dice) => {
  const count = dice.integer(4, 5)
  const breadth = 150
  const step = 205
  const cell = (position) => {
    const level = dice.between(0.25, 0.95)
    const height = 380
    const box = rect(-breadth / 2, -height / 2, breadth, height, '#000', 26)
    const charge = rect(
      -breadth / 2,
      height / 2 - height * level,
      breadth,
      height,
      position % 2 ? colours.accent : colours.second,
    )
    const body =
      rect(-30, -height / 2 - 32, 60, 50, colours.light, 10) +
      rect(-breadth / 2, -height / 2, breadth, height, colours.body, 26) +
      clipTo(
        box,
        charge +
          rect(breadth * 0.22, -height, breadth, height * 2, VEIL) +
          rect(-breadth * 0.36, -height * 0.4, 14, height * 0.8, colours.mark, 7),
      )
    const stance = { x: 600 + (position - (count - 1) / 2) * step, y: 315 + (position % 2 ? 22 : -22), angle: 0 }
    return mount(stance, colours, (fill) => rect(-breadth / 2, -height / 2, breadth, height, fill, 26), body, 22)
  }
  const tilt = dice.between(-12, 12)
  return group(group(range(count, cell).join(''), { x: -600, y: -300 }), { x: 600, y: 295, angle: tilt, scale: 1.08 })
}

const liquidBattery = (colours, dice) => {
  const stance = {
    x: 600 + dice.between(-130, 130),
    y: 330,
    angle: dice.sign() * dice.between(3, 12),
    scale: dice.between(1.02, 1.14),
  }
  const shell = (fill) => rect(-190, -250, 380, 540, fill, 56) + rect(-76, -300, 152, 66, fill, 22)
  const tank = rect(-158, -218, 316, 476, '#000', 34)
  const surface = (y, phase) => `${waveLine({ y, amplitude: 34, length: 120, phase, from: -300, to: 400 })}V400H-400Z`
  const level = dice.between(-130, -20)
  const charge = path(surface(level - 26, 0.4), colours.second) + path(surface(level, 0), colours.accent)
  const content =
    shell(colours.body) + rect(-158, -218, 316, 476, colours.ink, 34) + clipTo(tank, charge) + flash(colours)
  return mount(stance, colours, shell, content)
}

const chargingBattery = (colours, dice) => {
  const right = dice.sign()
  const [fall, rise] = [dice.between(420, 540), dice.between(60, 160)]
  const socket = trace`M${600 - right * 660},${fall}`
  const cable = socket + trace`C${600 - right * 420},${rise} ${600 - right * 430},300 ${600 - right * 250},300`
  const stance = { x: 600 + right * 60, y: 300, angle: 0, scale: 1.1 }
  const shell = (fill) => rect(-270, -170, 560, 340, fill, 60)
  const share = dice.between(0.74, 0.88)
  const charge = clipTo(
    rect(-236, -136, 492, 272, '#000', 36),
    rect(-236, -136, 492 * share, 272, colours.accent) + rect(-236, 46, 492 * share, 100, VEIL),
  )
  const content =
    shell(colours.body) +
    rect(-236, -136, 492, 272, colours.ink, 36) +
    charge +
    group(flash(colours), { x: 10, scale: 0.95 }) +
    rect(right > 0 ? 290 : -322, -64, 34, 128, colours.shade, 12)
  return stroke(cable, colours.deep, 40) + stroke(cable, colours.second, 26) + mount(stance, colours, shell, content)
}

export const bateria = (colours, dice) =>
  dice.pick([lyingBattery, cellRow, liquidBattery, chargingBattery])(colours, dice)

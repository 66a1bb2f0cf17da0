import { onCircle, openLine, range, trace } from './geometry.mjs'
import { circle, clipTo, group, path, rect, stroke } from './shapes.mjs'

/* samochod: a car from the side; it drives right, its wheels stand on y = 56 */

const CARS = [
  {
    length: 430,
    body: 'M4,12L0,-58Q2,-90 30,-98L96,-172Q108,-188 132,-188H240Q262,-188 275,-172L322,-102L396,-86Q424,-78 428,12Z',
    panes: ['M58,-104L112,-166H170V-104Z', 'M186,-166H238Q250,-166 258,-156L296,-104H186Z'],
    wheels: [88, 334],
    radius: 50,
  },
  {
    length: 552,
    body: 'M6,12Q-14,-20 4,-62Q40,-102 110,-114Q160,-192 252,-194Q334,-194 374,-120Q480,-118 522,-82Q552,-52 548,12Z',
    panes: ['M142,-118Q178,-174 244,-176V-118Z', 'M262,-176Q318,-174 348,-118H262Z'],
    wheels: [110, 430],
    radius: 58,
  },
  {
    length: 566,
    body: 'M8,12Q-8,-30 10,-86L58,-168Q70,-188 100,-190H270Q312,-188 342,-162L412,-98Q500,-88 540,-62Q568,-42 562,12Z',
    panes: ['M70,-100L106,-166H206V-100Z', 'M222,-166H274Q300,-164 318,-146L372,-100H222Z'],
    wheels: [118, 442],
    radius: 60,
  },
  {
    length: 596,
    body: 'M6,12Q-6,-40 6,-98L24,-180Q30,-196 54,-196H336Q360,-196 380,-176L446,-106Q534,-96 572,-72Q596,-56 592,12Z',
    panes: ['M40,-108L54,-172H150V-108Z', 'M168,-172H256V-108H168Z', 'M274,-172H332Q346,-172 356,-162L404,-108H274Z'],
    wheels: [126, 470],
    radius: 60,
  },
]

const wheel = (x, radius, colours, dice) => {
  const spokes = dice.pick([4, 5, 6, 8])
  const spoke = (position) => openLine([[0, 0], onCircle(0, 0, radius * 0.52, (360 / spokes) * position)])
  return group(
    circle(0, 0, radius, colours.ink) +
      circle(0, 0, radius * 0.64, colours.light) +
      stroke(range(spokes, spoke).join(''), colours.second, radius * 0.13) +
      circle(0, 0, radius * 0.2, colours.accent),
    { x },
  )
}

const car = (model, colours, dice) => {
  const { body, panes, wheels, radius, length } = model
  const sill = rect(-20, -34, length + 40, 60, colours.shade)
  const arches = wheels.map((x) => circle(x, 0, radius + 13, colours.ink)).join('')
  return (
    path(body, colours.body) +
    clipTo(path(body, '#000'), sill + arches) +
    panes.map((pane) => path(pane, colours.light)).join('') +
    clipTo(
      panes.map((pane) => path(pane, '#000')).join(''),
      path('M0,-80L180,-200H260L80,-80ZM300,-80L420,-200H440L330,-80Z', colours.second),
    ) +
    stroke(trace`M${length * 0.34},-74h34`, colours.mark, 8) +
    rect(length - 40, -66, 40, 22, colours.accent, 11) +
    rect(0, -66, 22, 24, colours.accent, 8) +
    wheels.map((x) => wheel(x, radius, colours, dice)).join('')
  )
}

const hills = (colours, dice, level) => {
  const hill = (position) =>
    circle(
      dice.between(80, 300) + position * 340,
      level + 190,
      dice.between(230, 330),
      position % 2 ? colours.field : colours.line,
    )
  return range(4, hill).join('')
}

const roofs = (colours, dice, level) =>
  range(13, (position) => {
    const height = dice.between(90, 300)
    return rect(
      -20 + position * 96,
      level - height,
      dice.between(70, 97),
      height,
      position % 3 ? colours.field : colours.line,
    )
  }).join('')

const speed = (colours, dice) =>
  range(6, (line) => {
    const [x, y] = [dice.between(40, 500), 120 + line * 62]
    return rect(x, y, dice.between(160, 420), dice.pick([6, 10, 16]), line % 2 ? colours.line : colours.field, 8)
  }).join('')

const road = (colours, dice, level) => {
  const dashes = range(8, (dash) => rect(-40 + dash * 170, level + 62, 96, 10, colours.light)).join('')
  return (
    rect(0, level, 1200, 300, colours.deep) + (dice.chance(0.6) ? dashes : rect(0, level, 1200, 10, colours.second))
  )
}

export const samochod = (colours, dice) => {
  const model = dice.pick(CARS)
  const scale = dice.between(1.45, 1.68) * (model.length < 450 ? 1.14 : 1)
  const level = dice.between(462, 500)
  const scene = dice.pick([hills, roofs, speed])
  const sun = circle(
    600 + dice.sign() * dice.between(150, 380),
    dice.between(150, 230),
    dice.between(120, 190),
    dice.chance(0.5) ? colours.accent : colours.second,
  )
  const centre = 600 + dice.between(-50, 50)
  const flip = dice.chance(0.4)
  const length = model.length * scale
  const left = flip ? centre + length / 2 : centre - length / 2
  const place = { x: left, y: level - model.radius * scale + 22, scale, flip }
  const shadow = path(trace`M${centre - length * 0.48},${level + 22}h${length}l46,22h${-length}Z`, colours.ink)
  return (
    sun + scene(colours, dice, level) + road(colours, dice, level) + shadow + group(car(model, colours, dice), place)
  )
}

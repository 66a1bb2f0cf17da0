import { isometric, openLine, range, trace } from './geometry.mjs'
import { circle, grain, group, isoBox, path, polygon, rect } from './shapes.mjs'

/* miasto: buildings */

const lights = ({ x, y, width, height }, colour, dice) => {
  const gap = 34
  const [columns, floors] = [Math.floor((width - 24) / gap), Math.floor((height - 30) / (gap * 1.3))]
  const margin = (width - (columns * gap - 16)) / 2
  const pane = (cell) =>
    dice.chance(0.55)
      ? trace`M${x + margin + (cell % columns) * gap},${y + 28 + Math.floor(cell / columns) * gap * 1.3}h18v24h-18Z`
      : ''
  return columns > 0 && floors > 0 ? path(range(columns * floors, pane).join(''), colour) : ''
}

const ROOFS = [
  () => '',
  (x, y, width, fill) =>
    polygon(
      [
        [x, y + 1],
        [x + width, y + 1],
        [x + width, y - width * 0.4],
      ],
      fill,
    ),
  (x, y, width, fill) =>
    polygon(
      [
        [x, y + 1],
        [x + width / 2, y - width * 0.5],
        [x + width, y + 1],
      ],
      fill,
    ),
  (x, y, width, fill) =>
    rect(x + width * 0.25, y - 34, width * 0.5, 35, fill) + rect(x + width * 0.48, y - 100, 6, 70, fill),
  (x, y, width, fill) => circle(x + width / 2, y, width / 2, fill),
]

const skyline = (colours, dice) => {
  const layer = (low, high, count, fill, side, glow) => {
    const step = 1240 / count
    return range(count, (position) => {
      const [width, height] = [step * dice.between(0.78, 1.02), dice.between(low, high)]
      const [x, y] = [-20 + position * step, 600 - height]
      const tower = rect(x, y, width, height, fill) + dice.pick(ROOFS)(x, y, width, fill)
      return (
        tower +
        (side ? rect(x + width * 0.72, y, width * 0.28, height, side) : '') +
        (glow ? lights({ x, y, width: width * 0.72, height }, glow, dice) : '')
      )
    }).join('')
  }
  const disc = circle(dice.between(300, 900), dice.between(170, 260), dice.between(120, 180), colours.accent)
  return (
    disc +
    layer(230, 430, 11, colours.second) +
    layer(170, 380, dice.integer(7, 8), colours.body, colours.shade, colours.mark) +
    layer(50, 170, 9, colours.deep, null, colours.accent)
  )
}

/** A street of tenement houses: the oldest drawing of a Polish town. */
const tenements = (colours, dice) => {
  const count = 5
  const step = 1060 / count
  const fills = dice.shuffle([colours.body, colours.accent, colours.second, colours.light, colours.body])
  const house = (position) => {
    const [x, height, width] = [70 + position * step, dice.between(260, 390), step - 4]
    const y = 540 - height
    const fill = fills[position]
    const trim = fill === colours.body ? colours.mark : colours.ink
    const [side, crown] = [width * 0.26, width * 0.24]
    const gable = dice.pick([
      trace`M${x},${y + 1}L${x + width / 2},${y - 96}L${x + width},${y + 1}Z`,
      trace`M${x},${y + 1}v-37h${width * 0.22}v-34h${width * 0.56}v34h${width * 0.22}v37Z`,
      trace`M${x},${y + 1}q0,-60 ${side},-60q0,-50 ${crown},-50t${crown},50q${side},0 ${side},60Z`,
    ])
    const pane = (cell) => {
      const [px, py] = [x + width * (0.16 + (cell % 3) * 0.26), y + 24 + Math.floor(cell / 3) * 76]
      return py > 420 ? '' : trace`M${px},${py + 48}V${py + 14}a${width * 0.08},14 0 0 1 ${width * 0.16},0V${py + 48}Z`
    }
    const door = trace`M${x + width * 0.38},540V470a${width * 0.12},26 0 0 1 ${width * 0.24},0V540Z`
    return (
      rect(x + 24, y + 10, width, height, colours.deep) +
      rect(x, y, width, height, fill) +
      path(gable, fill === colours.accent ? colours.shade : colours.accent) +
      rect(x + width - 26, y, 26, height, fill === colours.body ? colours.shade : colours.line) +
      path(range(15, pane).join(''), trim) +
      path(door, trim)
    )
  }
  const row = rect(0, 540, 1200, 60, colours.deep) + range(count, house).join('')
  return group(row, { x: dice.between(-20, 20), y: 14 })
}

const cityFromAbove = (colours, dice) => {
  const unit = dice.between(128, 156)
  const project = isometric(600, 60, unit)
  const plots = range(8, (x) => range(8, (y) => ({ x: x * 1.42 - 2.6, y: y * 1.42 - 2.6 }))).flat()
  const tower = ({ x, y }) => {
    if (dice.chance(0.14)) {
      return isoBox(project, [x, y, 0], [0.95, 0.95, 0.06], [colours.second, colours.line, colours.line])
    }
    const height = dice.pick([0.4, 0.7, 1, 1.3, 1.9])
    const faces = dice.pick([
      [colours.light, colours.body, colours.shade],
      [colours.light, colours.body, colours.shade],
      [colours.light, colours.accent, colours.shade],
      [colours.second, colours.body, colours.shade],
    ])
    const floor = (z) => openLine([project(x + 0.12, y + 0.95, z), project(x + 0.83, y + 0.95, z)])
    const floors = range(Math.floor(height / 0.42), (level) => floor(0.3 + level * 0.42)).join('')
    return (
      isoBox(project, [x, y, 0], [0.95, 0.95, height], faces) + (floors && grain(floors, colours.shade, unit * 0.12))
    )
  }
  const inView = plots
    .filter(({ x, y }) => Math.abs(x - y) * 0.866 * unit < 780)
    .sort((a, b) => a.x + a.y - (b.x + b.y))
  return group(inView.map(tower).join(''), dice.chance(0.5) ? { x: 1200, flip: true } : {})
}

export const miasto = (colours, dice) => dice.pick([skyline, skyline, tenements, cityFromAbove])(colours, dice)

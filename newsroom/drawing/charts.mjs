import { isometric, openLine, range, smoothLine, trace } from './geometry.mjs'
import { circle, grain, group, isoBox, path, rect, stroke, VEIL } from './shapes.mjs'

/* wykres: a chart */

const levels = (colours, gap) =>
  grain(range(Math.ceil(600 / gap), (row) => trace`M0,${row * gap + gap / 2}H1200`).join(''), colours.line, 2.5)

/** Strides with the trend, every third against it; stretched to the middle of the board whatever the sum of them is. */
const walk = (count, trend, dice) => {
  const strides = range(count, (position) => (position % 3 === 2 ? 0.8 : -1) * trend * dice.between(0.55, 1.3))
  const sums = strides.map((_, position) => strides.slice(0, position + 1).reduce((sum, stride) => sum + stride, 0))
  const [low, high] = [Math.min(...sums), Math.max(...sums)]
  return sums.map((sum) => 130 + ((sum - low) / (high - low)) * 340)
}

const candle = (x, opening, closing, breadth, colours, dice) => {
  const [top, bottom] = [Math.min(opening, closing), Math.max(opening, closing)]
  const [left, height, rising] = [x - breadth / 2, bottom - top, closing <= opening]
  const fill = rising ? colours.accent : colours.body
  const wick = openLine([
    [x, top - dice.between(24, 76)],
    [x, bottom + dice.between(24, 76)],
  ])
  const reach = Math.min(breadth * 0.16, 20)
  return (
    stroke(wick, fill, Math.max(breadth * 0.1, 7)) +
    rect(left + reach, top + reach, breadth, height, colours.deep, 5) +
    rect(left, top, breadth, height, fill, 5) +
    rect(left + breadth * 0.7, top, breadth * 0.3, height, VEIL, 5)
  )
}

const candleSeries = (count, widen) => (colours, dice) => {
  const step = 1240 / count
  const closes = walk(count + 1, dice.pick([1, 1, -1]), dice)
  const x = (position) => (position + 0.5) * step - 20
  const body = (position) => candle(x(position), closes[position], closes[position + 1], step * widen, colours, dice)
  const average = range(count + 2, (position) => {
    const near = closes.slice(Math.max(position - 2, 0), position + 2)
    return [x(position - 1), near.reduce((sum, level) => sum + level, 0) / near.length + 30]
  })
  const curve = dice.chance(0.6) ? stroke(smoothLine(average), colours.second, 12) : ''
  return levels(colours, dice.pick([60, 75, 100])) + curve + range(count, body).join('')
}

const bars = (colours, dice) => {
  const count = dice.integer(6, 9)
  const step = 1000 / count
  const loud = dice.integer(count - 3, count - 1)
  const heights = range(count, (position) => 130 + (position / (count - 1)) * 220 + dice.between(-40, 70))
  const ordered = dice.chance(0.7) ? heights : [...heights].reverse()
  const bar = (position) => {
    const [x, height] = [110 + position * step, ordered[position]]
    const [fill, side] = position === loud ? [colours.accent, VEIL] : [colours.body, colours.shade]
    return (
      rect(x + 22, 600 - height + 22, step * 0.7, height, colours.deep) +
      rect(x, 600 - height, step * 0.7, height, fill) +
      rect(x + step * 0.42, 600 - height, step * 0.28, height, side)
    )
  }
  const peaks = ordered.map((height, position) => [110 + position * step + step * 0.35, 600 - height - 74])
  const line =
    stroke(smoothLine(peaks), colours.second, 10) +
    peaks.map(([x, y]) => circle(x, y, 20, colours.second) + circle(x, y, 10, colours.light)).join('')
  return levels(colours, 75) + range(count, bar).join('') + line
}

const columnsInDepth = (colours, dice) => {
  const unit = dice.between(74, 88)
  const project = isometric(600, 210, unit)
  const towers = range(5, (x) =>
    range(3, (y) => ({
      x: x * 1.5 - 3.6,
      y: y * 1.5 - 1.8,
      height: dice.between(0.4, 1) + (6 - x - y) * dice.between(0.16, 0.46),
    })),
  ).flat()
  const sorted = towers.sort((a, b) => a.x + a.y - (b.x + b.y))
  const loud = dice.pick([5, 8, 10, 12])
  const slab = isoBox(project, [-4.3, -2.5, -0.35], [8.2, 5.6, 0.35], [colours.field, colours.deep, colours.deep])
  const tower = ({ x, y, height }, position) => {
    const faces =
      position === loud ? [colours.light, colours.accent, colours.accent] : [colours.light, colours.body, colours.shade]
    return isoBox(project, [x, y, 0], [1, 1, height], faces)
  }
  return group(group(slab + sorted.map(tower).join(''), { x: -600, y: -300 }), {
    x: 600,
    y: 410,
    flip: dice.chance(0.5),
    scale: dice.between(1, 1.12),
  })
}

const slopes = (colours, dice) => {
  const falling = dice.chance(0.6)
  const ridge = (base, rough, count) =>
    range(count + 1, (position) => {
      const share = position / count
      return [-20 + share * 1240, base + (falling ? share : 1 - share) * 240 + dice.between(-rough, rough)]
    })
  const area = (points, fill) => path(`${openLine(points)}L1220,640L-20,640Z`, fill)
  const front = ridge(190, 54, dice.integer(7, 10))
  const back = ridge(110, 60, 6)
  const focus = front[dice.integer(3, 5)]
  return (
    levels(colours, 75) +
    area(back, colours.second) +
    area(
      front.map(([x, y]) => [x + 14, y + 30]),
      colours.deep,
    ) +
    area(front, colours.body) +
    area(ridge(400, 26, 8), colours.shade) +
    stroke(openLine(front), colours.light, 10) +
    stroke(trace`M${focus[0]},${focus[1]}V640`, colours.accent, 6) +
    circle(...focus, 44, colours.light) +
    circle(...focus, 26, colours.accent)
  )
}

const WYKRES = [candleSeries(12, 0.6), candleSeries(5, 0.52), candleSeries(8, 0.6), bars, columnsInDepth, slopes]

export const wykres = (colours, dice) => dice.pick(WYKRES)(colours, dice)

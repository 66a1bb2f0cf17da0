import { readable } from '../colours.mjs'
import { BOARD, openLine, range, trace } from '../geometry.mjs'
import { letters } from '../lettering.mjs'
import { circle, grain, path, rect, ring, stroke } from '../shapes.mjs'
import { composition } from './composition.mjs'

const { width, height } = BOARD

/** Smaller would not be read on a card of 306 px. */
const LABEL = 52

const inkOf = (colours) => readable(colours.ground, colours.light, colours.ink)

const label = (text, colour, options) => letters(text, colour, { size: LABEL, face: 'wide', ...options })

/** `notes` are few and large: `[text, x, y]` with an anchor, a size and a tone. */
const notes = (list, colours) =>
  list
    .map(([text, x, y, { tone, ...options } = {}]) =>
      label(text, tone ? colours[tone] : inkOf(colours), { x, y, ...options }),
    )
    .join('')

/** `over` draws a thing of the article beside its numbers. */
const plotted = (wall, { notes: list = [], frame = {}, over }, content) =>
  composition(
    'plotted',
    wall,
    (colours) =>
      content(colours, { left: 80, right: 1120, top: 90, bottom: 510, ...frame }) +
      notes(list, colours) +
      (over?.(colours) ?? ''),
  )

const scaleOf =
  (values, { low = 0, high = Math.max(...values) }, { top, bottom }) =>
  (value) =>
    bottom - ((value - low) / (high - low)) * (bottom - top)

const spread =
  (count, { left, right }) =>
  (position) =>
    left + ((right - left) / (count - 1)) * position

/** Bars from the base line; the loud one is the article's point. */
export const bars = (wall, { values, loud = [], gap = 0.28, round = 0, quiet = 'second', ...rest }) =>
  plotted(wall, rest, (colours, frame) => {
    const y = scaleOf(values, rest, frame)
    const step = (frame.right - frame.left) / values.length
    const base = y(Math.max(0, rest.low ?? 0))
    const bar = (value, position) => {
      const top = Math.min(y(value), base)
      const x = frame.left + step * (position + gap / 2)
      const colour = loud.includes(position) ? colours.accent : colours[quiet]
      return rect(x, top, step * (1 - gap), Math.max(6, Math.abs(y(value) - base)), colour, round)
    }
    return values.map(bar).join('') + rect(frame.left, base - 3, frame.right - frame.left, 6, inkOf(colours))
  })

/** Bars that lie: long names of the article stay out, their length is the message. */
export const lanes = (wall, { values, loud = [], starts, rules = [], quiet = 'second', thick = 0.6, ...rest }) =>
  plotted(wall, rest, (colours, frame) => {
    const most = rest.high ?? Math.max(...values.map((value, position) => value + (starts?.[position] ?? 0)))
    const unit = (frame.right - frame.left) / most
    const step = (frame.bottom - frame.top) / values.length
    const lane = (value, position) => {
      const colour = loud.includes(position) ? colours.accent : colours[quiet]
      const x = frame.left + (starts?.[position] ?? 0) * unit
      return rect(x, frame.top + step * (position + (1 - thick) / 2), Math.max(8, value * unit), step * thick, colour)
    }
    const columns = rules.map((part) =>
      rect(frame.left + part * (frame.right - frame.left) - 3, 0, 6, height, colours.line),
    )
    return columns.join('') + values.map(lane).join('')
  })

/** Lines of values over equal steps; the first is loud, others are quiet. An area may hang under the loud one. */
export const curves = (
  wall,
  { series, filled = true, between = false, zero = false, rule, marks = [], stepped = false, ...rest },
) =>
  plotted(wall, rest, (colours, frame) => {
    const y = scaleOf(series.flat(), rest, frame)
    const pointsOf = (values) => {
      const x = spread(values.length, frame)
      return values.map((value, position) => [x(position), y(value)])
    }
    const lineOf = (points) =>
      stepped
        ? points.map(([x, level], position) => (position ? trace`H${x}V${level}` : trace`M${x},${level}`)).join('')
        : openLine(points)
    const [loudest, ...others] = series.map(pointsOf)
    const levels = range(4, (row) => trace`M0,${frame.top + ((frame.bottom - frame.top) / 3) * row}H${width}`).join('')
    const base = y(Math.max(0, rest.low ?? 0))
    const area = trace`${lineOf(loudest)}L${loudest.at(-1)[0]},${base}L${loudest[0][0]},${base}Z`
    return (
      grain(levels, colours.field, 4) +
      (filled ? path(area, colours.line) : '') +
      (between
        ? path(trace`${lineOf(loudest)}${lineOf(others[0].toReversed()).replace('M', 'L')}Z`, colours.line)
        : '') +
      (rule === undefined ? '' : stroke(trace`M0,${y(rule)}H${width}`, inkOf(colours), 6)) +
      (zero ? rect(0, y(0) - 4, width, 8, inkOf(colours)) : '') +
      others.map((points) => stroke(lineOf(points), colours.second, 10)).join('') +
      stroke(lineOf(loudest), colours.accent, 16) +
      marks
        .map(
          (position) =>
            circle(...loudest[position], 24, colours.accent) + circle(...loudest[position], 11, colours.ground),
        )
        .join('')
    )
  })

/** Events on a line of time; `at` are years (or any unit). */
export const timeline = (wall, { at, from, to, loud = [], level = 300, ...rest }) =>
  plotted(wall, rest, (colours, frame) => {
    const x = (moment) => frame.left + ((moment - from) / (to - from)) * (frame.right - frame.left)
    const event = (moment, position) =>
      loud.includes(position)
        ? rect(x(moment) - 5, level - 150, 10, 150, colours.accent) + circle(x(moment), level, 30, colours.accent)
        : rect(x(moment) - 3, level - 70, 6, 70, colours.second) + circle(x(moment), level, 16, colours.second)
    return rect(0, level - 4, width, 8, inkOf(colours)) + at.map(event).join('')
  })

/** Shares of a whole as a ring, from the top, clockwise. */
export const shares = (wall, { parts, tones, x = 600, y = 300, radius = 190, thick = 110, ...rest }) =>
  plotted(wall, rest, (colours) => {
    const whole = parts.reduce((sum, part) => sum + part, 0)
    const around = 2 * Math.PI * radius
    let turned = 0
    const arcs = parts.map((part, position) => {
      const length = (part / whole) * around
      const dash = `stroke-dasharray="${(length - 8).toFixed(1)} ${(around - length + 8).toFixed(1)}"`
      const turn = `transform="rotate(${((turned / around) * 360 - 90).toFixed(1)} ${x} ${y})"`
      turned += length
      return ring(x, y, radius, colours[tones[position]], thick).replace('/>', ` ${dash} ${turn}/>`)
    })
    return arcs.join('')
  })

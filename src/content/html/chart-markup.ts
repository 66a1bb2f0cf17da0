import { scaleLinear } from 'd3-scale'
import { arc, line, pie } from 'd3-shape'
import type { Language } from '../../languages/language.ts'
import type { Messages } from '../../languages/messages.ts'
import { formatNumber } from '../../languages/texts.ts'
import type { SafeHtml } from '../../system/escape.ts'
import type { ChartBlock } from '../block.ts'
import { labelsThatFit, textWidth } from '../text-width.ts'
import { tag, text } from './markup.ts'
import { bodyRow, headRow } from './table-markup.ts'

/** In units of the drawing, which scales. */
const WIDTH = 420
const LINE = { height: 260, top: 34, right: 12, bottom: 36, tickGap: 8 }
const PIE = { size: 220, hole: 56 }
const TICKS = 4
/** For phones, with the smallest drawing (views/styles/features/chart.css). */
const LETTERS = 18
const LABEL_GAP = 10
/** Smaller ones lose precision, and are zero. */
const SMALLEST = 1e-100
/** Larger ones differ by infinity. */
const LARGEST = 1e150
const SHADES = [100, 72, 50, 86, 36, 62]

/** Pages and AMP share it (BLOCK-27); screen readers get the table. */
export function chartDrawing(chart: ChartBlock, language: Language): SafeHtml {
  if (chart.kind === 'line' && chart.series.length > 1) return lineDrawing(chart, language)
  if (chart.kind === 'pie') return pieDrawing(chart, language)
  return barDrawing(chart, language)
}

/** For screen readers, without the source. */
export function chartTitle({ title }: ChartBlock): SafeHtml | undefined {
  return title ? tag('figcaption', { class: 'chart-title' }, text(title)) : undefined
}

const NUMBERS: ReadonlySet<number> = new Set([1])

export function chartTable({ series, unit }: ChartBlock, { chart }: Messages, language: Language): SafeHtml {
  const rows = series.map(({ label, value }) => bodyRow(text(label), [formatNumber(value, language)], NUMBERS))
  const names = [chart.label, unit ? `${chart.value} (${unit})` : chart.value]
  return tag('table', {}, headRow(names, NUMBERS), tag('tbody', {}, ...rows))
}

export function chartSource({ source }: ChartBlock, { chart }: Messages): SafeHtml | undefined {
  return source ? tag('p', { class: 'chart-source' }, text(chart.source({ source }))) : undefined
}

/** Its labels are text, and wrap. */
function barDrawing({ series, unit }: ChartBlock, language: Language): SafeHtml {
  const values = series.map(({ value }) => drawable(value))
  const scale = scaleLinear([Math.min(0, ...values), Math.max(0, ...values) || 1], [0, 100])
  const bars = series.map(({ label, value }) => {
    const [from, to] = [scale(Math.min(0, drawable(value))), scale(Math.max(0, drawable(value)))]
    const style = `margin-inline-start:${round(from)}%;width:${round(to - from)}%`
    return tag(
      'li',
      {},
      tag('span', {}, text(label)),
      text(' '),
      tag('span', { class: 'chart-value' }, text(shown(value, unit, language))),
      tag('span', { class: 'chart-track' }, tag('span', { class: 'chart-bar', style })),
    )
  })
  return tag('ul', { class: 'chart-bars', 'aria-hidden': 'true' }, ...bars)
}

function lineDrawing({ series, unit }: ChartBlock, language: Language): SafeHtml {
  const values = series.map(({ value }) => drawable(value))
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [LINE.height - LINE.bottom, LINE.top]).nice(TICKS)
  const ticks = y.ticks(TICKS).map((tick) => ({ tick, label: formatNumber(tick, language) }))
  const left = Math.min(WIDTH / 2, lengthOf(ticks.map(({ label }) => label)) + LINE.tickGap)
  const x = scaleLinear([0, series.length - 1], [left, WIDTH - LINE.right])
  const path = line<number>(
    (_, index) => round(x(index)),
    (value) => round(y(value)),
  )(values)
  const labels = labelsThatFit(
    values.map((_, index) => x(index)),
    series.map(({ label }) => textWidth(label) * LETTERS),
    LABEL_GAP,
  )
  return tag(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${LINE.height}`, 'aria-hidden': 'true', class: 'chart-svg' },
    unit === undefined ? undefined : tag('text', { y: 14, class: 'chart-value' }, text(unit)),
    ...ticks.map(({ tick, label }) => {
      const at = round(y(tick))
      const place = { x: round(left - LINE.tickGap), y: at + 5, 'text-anchor': 'end', class: 'chart-value' }
      return tag(
        'g',
        {},
        tag('line', { x1: round(left), x2: WIDTH - LINE.right, y1: at, y2: at, class: 'chart-grid' }),
        tag('text', place, text(label)),
      )
    }),
    tag('path', { d: path ?? '', class: 'chart-line' }),
    ...values.map((value, index) =>
      tag('circle', { cx: round(x(index)), cy: round(y(value)), r: 3.5, class: 'chart-dot' }),
    ),
    ...labels.map(({ index, anchor }) => {
      const place = { x: round(x(index)), y: LINE.height - 10, 'text-anchor': anchor, class: 'chart-label' }
      return tag('text', place, text(series[index]?.label ?? ''))
    }),
  )
}

function lengthOf(labels: readonly string[]): number {
  return Math.max(0, ...labels.map(textWidth)) * LETTERS
}

function pieDrawing({ series, unit }: ChartBlock, language: Language): SafeHtml {
  const slices = pie<ChartBlock['series'][number]>()
    .value((item) => drawable(item.value))
    .sort(null)(series)
  const draw = arc<(typeof slices)[number]>()
    .innerRadius(PIE.hole)
    .outerRadius(PIE.size / 2)
    .digits(2)
  const paths = slices.map((slice, index) =>
    tag('path', { d: draw(slice) ?? '', class: 'chart-slice', style: `fill:${shade(index)}` }),
  )
  const half = PIE.size / 2
  return tag(
    'div',
    { class: 'chart-pie' },
    tag(
      'svg',
      { viewBox: `0 0 ${PIE.size} ${PIE.size}`, 'aria-hidden': 'true', class: 'chart-svg' },
      tag('g', { transform: `translate(${half} ${half})` }, ...paths),
    ),
    tag(
      'ul',
      { class: 'chart-legend', 'aria-hidden': 'true' },
      ...series.map(({ label, value }, index) =>
        tag('li', { style: `--slice:${shade(index)}` }, text(`${label}: ${shown(value, unit, language)}`)),
      ),
    ),
  )
}

function drawable(value: number): number {
  if (Math.abs(value) < SMALLEST) return 0
  return Math.sign(value) * Math.min(Math.abs(value), LARGEST)
}

function shade(index: number): string {
  return `color-mix(in srgb, var(--accent) ${SHADES[index % SHADES.length]}%, var(--paper))`
}

function shown(value: number, unit: string | undefined, language: Language): string {
  const number = formatNumber(value, language)
  return unit ? `${number}\u00a0${unit}` : number
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

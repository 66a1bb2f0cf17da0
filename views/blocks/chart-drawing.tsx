import { scaleLinear } from 'd3-scale'
import { arc, line, pie } from 'd3-shape'
import type { CSSProperties, ReactNode } from 'react'
import type { ChartBlock } from '../../src/content/block.ts'
import type { Language } from '../../src/languages/language.ts'
import { formatNumber } from '../../src/languages/texts.ts'
import { useService } from '../context.ts'
import { labelsThatFit, textWidth } from './text-width.ts'

/** Units of the drawing, which scales with the page. */
const WIDTH = 420
const LINE = { height: 260, top: 34, right: 12, bottom: 36, tickGap: 8 }
const PIE = { size: 220, hole: 56 }
const TICKS = 4
/** The largest size of a label, on phones (views/styles/features/chart.css), where the drawing is smallest. Units. */
const LETTERS = 18
const LABEL_GAP = 10
/** Smaller numbers lose precision in divisions: they are drawn as zero. */
const SMALLEST = 1e-100
/** Shades of the accent, strongest first. */
const SHADES = [100, 72, 50, 86, 36, 62]

/** Drawn on the server; hidden from screen readers, which get the table next to it. */
export function ChartDrawing({ chart }: { chart: ChartBlock }): ReactNode {
  if (chart.kind === 'line' && chart.series.length > 1) return <LineDrawing chart={chart} />
  if (chart.kind === 'pie') return <PieDrawing chart={chart} />
  return <BarDrawing chart={chart} />
}

/** Its labels are text of the page, as large as any other, and wrap. */
function BarDrawing({ chart }: { chart: ChartBlock }) {
  const { language } = useService()
  const values = chart.series.map(({ value }) => drawable(value))
  const scale = scaleLinear([Math.min(0, ...values), Math.max(0, ...values) || 1], [0, 100])
  return (
    <ul className="chart-bars" aria-hidden="true">
      {chart.series.map(({ label, value }, index) => {
        const [from, to] = [scale(Math.min(0, drawable(value))), scale(Math.max(0, drawable(value)))]
        return (
          <li key={index}>
            <span>{label}</span> <span className="chart-value">{shown(value, chart.unit, language)}</span>
            <span className="chart-track">
              <span
                className="chart-bar"
                style={{ marginInlineStart: `${round(from)}%`, width: `${round(to - from)}%` }}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function LineDrawing({ chart }: { chart: ChartBlock }) {
  const { language } = useService()
  const values = chart.series.map(({ value }) => drawable(value))
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [LINE.height - LINE.bottom, LINE.top]).nice(TICKS)
  const ticks = y.ticks(TICKS).map((tick) => ({ tick, label: formatNumber(tick, language) }))
  const left = Math.min(WIDTH / 2, lengthOf(ticks.map(({ label }) => label)) + LINE.tickGap)
  const x = scaleLinear([0, chart.series.length - 1], [left, WIDTH - LINE.right])
  const path = line<number>(
    (_, index) => round(x(index)),
    (value) => round(y(value)),
  )(values)
  const labels = labelsThatFit(
    values.map((_, index) => x(index)),
    chart.series.map(({ label }) => textWidth(label) * LETTERS),
    LABEL_GAP,
  )
  return (
    <svg viewBox={`0 0 ${WIDTH} ${LINE.height}`} aria-hidden="true" className="chart-svg">
      {chart.unit && (
        <text y="14" className="chart-value">
          {chart.unit}
        </text>
      )}
      {ticks.map(({ tick, label }) => (
        <g key={tick}>
          <line
            x1={round(left)}
            x2={WIDTH - LINE.right}
            y1={round(y(tick))}
            y2={round(y(tick))}
            className="chart-grid"
          />
          <text x={round(left - LINE.tickGap)} y={round(y(tick)) + 5} textAnchor="end" className="chart-value">
            {label}
          </text>
        </g>
      ))}
      <path d={path ?? ''} className="chart-line" />
      {values.map((value, index) => (
        <circle key={index} cx={round(x(index))} cy={round(y(value))} r="3.5" className="chart-dot" />
      ))}
      {labels.map(({ index, anchor }) => (
        <text key={index} x={round(x(index))} y={LINE.height - 10} textAnchor={anchor} className="chart-label">
          {chart.series[index]?.label}
        </text>
      ))}
    </svg>
  )
}

/** Of the longest label. Units. */
function lengthOf(labels: readonly string[]): number {
  return Math.max(0, ...labels.map(textWidth)) * LETTERS
}

function PieDrawing({ chart }: { chart: ChartBlock }) {
  const { language } = useService()
  const slices = pie<ChartBlock['series'][number]>()
    .value((item) => drawable(item.value))
    .sort(null)(chart.series)
  const draw = arc<(typeof slices)[number]>()
    .innerRadius(PIE.hole)
    .outerRadius(PIE.size / 2)
    .digits(2)
  return (
    <div className="chart-pie" aria-hidden="true">
      <svg viewBox={`0 0 ${PIE.size} ${PIE.size}`} aria-hidden="true" className="chart-svg">
        <g transform={`translate(${PIE.size / 2} ${PIE.size / 2})`}>
          {slices.map((slice, index) => (
            <path key={index} d={draw(slice) ?? ''} className="chart-slice" style={{ fill: shade(index) }} />
          ))}
        </g>
      </svg>
      <ul className="chart-legend">
        {chart.series.map(({ label, value }, index) => (
          <li key={index} style={{ '--slice': shade(index) } as CSSProperties}>
            {`${label}: ${shown(value, chart.unit, language)}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

function drawable(value: number): number {
  return Math.abs(value) < SMALLEST ? 0 : value
}

function shade(index: number): string {
  return `color-mix(in srgb, var(--accent) ${SHADES[index % SHADES.length]}%, var(--paper))`
}

function shown(value: number, unit: string | undefined, language: Language): string {
  const number = formatNumber(value, language)
  return unit ? `${number}\u00a0${unit}` : number
}

/** Two decimals exceed the resolution of any screen. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}

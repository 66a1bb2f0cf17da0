import { scaleLinear } from 'd3-scale'
import { arc, line, pie } from 'd3-shape'
import type { CSSProperties, ReactNode } from 'react'
import type { ChartBlock } from '../../src/content/block.ts'
import type { Language } from '../../src/languages/language.ts'
import { formatNumber } from '../../src/languages/texts.ts'
import { useService } from '../context.ts'

/** Units of the drawing, which scales with the page. */
const WIDTH = 420
const BAR = { height: 26, gap: 14, label: 18 }
const LINE = { height: 250, top: 16, right: 12, bottom: 34, left: 58 }
const PIE = { size: 220, hole: 56 }
const TICKS = 4
/** Width of a character of a label, with some space. */
const CHARACTER = 8
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

function BarDrawing({ chart }: { chart: ChartBlock }) {
  const { language } = useService()
  const values = chart.series.map(({ value }) => drawable(value))
  const scale = scaleLinear([Math.min(0, ...values), Math.max(0, ...values) || 1], [0, WIDTH])
  const row = BAR.height + BAR.gap + BAR.label
  const height = chart.series.length * row
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true" className="chart-svg">
      {chart.series.map(({ label, value }, index) => {
        const [from, to] = [scale(Math.min(0, drawable(value))), scale(Math.max(0, drawable(value)))]
        return (
          <g key={index} transform={`translate(0 ${index * row})`}>
            <text y="13" className="chart-label">
              {label}
            </text>
            <text x={WIDTH} y="13" textAnchor="end" className="chart-value">
              {shown(value, chart.unit, language)}
            </text>
            <rect x="0" y={BAR.label} width={WIDTH} height={BAR.height} className="chart-track" />
            <rect x={round(from)} y={BAR.label} width={round(to - from)} height={BAR.height} className="chart-bar" />
          </g>
        )
      })}
    </svg>
  )
}

function LineDrawing({ chart }: { chart: ChartBlock }) {
  const { language } = useService()
  const values = chart.series.map(({ value }) => drawable(value))
  const x = scaleLinear([0, chart.series.length - 1], [LINE.left, WIDTH - LINE.right])
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [LINE.height - LINE.bottom, LINE.top]).nice(TICKS)
  const path = line<number>(
    (_, index) => round(x(index)),
    (value) => round(y(value)),
  )(values)
  const longest = Math.max(1, ...chart.series.map(({ label }) => label.length)) * CHARACTER
  const room = Math.max(1, Math.floor((WIDTH - LINE.left - LINE.right) / longest))
  // As many labels as fit without overlap.
  const step = Math.max(Math.ceil(chart.series.length / 5), Math.ceil((chart.series.length - 1) / room))
  return (
    <svg viewBox={`0 0 ${WIDTH} ${LINE.height}`} aria-hidden="true" className="chart-svg">
      {y.ticks(TICKS).map((tick) => (
        <g key={tick}>
          <line x1={LINE.left} x2={WIDTH - LINE.right} y1={round(y(tick))} y2={round(y(tick))} className="chart-grid" />
          <text x={LINE.left - 8} y={round(y(tick)) + 4} textAnchor="end" className="chart-value">
            {formatNumber(tick, language)}
          </text>
        </g>
      ))}
      <path d={path ?? ''} className="chart-line" />
      {chart.series.map(({ label, value }, index) => (
        <g key={index}>
          <circle cx={round(x(index))} cy={round(y(drawable(value)))} r="3.5" className="chart-dot" />
          {index % step === 0 && (
            <text x={round(x(index))} y={LINE.height - 10} textAnchor={anchorOf(index, chart)} className="chart-label">
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

function anchorOf(index: number, chart: ChartBlock): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start'
  return index === chart.series.length - 1 ? 'end' : 'middle'
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

import { copy, formatNumber } from '../../src/config/copy.ts'
import type { ChartBlock } from '../../src/content/block.ts'
import { ChartDrawing } from './chart-drawing.tsx'
import type { BlockProps } from './props.ts'

/** A drawing, and the same numbers as a table for everyone. */
export function Chart({ block }: BlockProps<'chart'>) {
  return (
    <figure className="chart">
      {block.title && <p className="chart-title">{block.title}</p>}
      <ChartDrawing chart={block} />
      <details>
        <summary>{copy.chart.data}</summary>
        <ChartTable chart={block} />
      </details>
      {block.source && <figcaption>{copy.chart.source(block.source)}</figcaption>}
    </figure>
  )
}

function ChartTable({ chart }: { chart: ChartBlock }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{copy.chart.label}</th>
          <th scope="col">{chart.unit ? `${copy.chart.value} (${chart.unit})` : copy.chart.value}</th>
        </tr>
      </thead>
      <tbody>
        {chart.series.map((item, index) => (
          <tr key={index}>
            <th scope="row">{item.label}</th>
            <td className="align-right">{formatNumber(item.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

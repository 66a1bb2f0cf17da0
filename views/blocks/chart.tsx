import type { ChartBlock } from '../../src/content/block.ts'
import { NUMERIC } from '../../src/content/html/table-markup.ts'
import { formatNumber } from '../../src/languages/texts.ts'
import { useMessages, useService } from '../context.ts'
import { ChartDrawing } from './chart-drawing.tsx'
import type { BlockProps } from './props.ts'

/** A drawing, and the same numbers as a table for everyone. */
export function Chart({ block }: BlockProps<'chart'>) {
  const messages = useMessages()
  return (
    <figure className="chart">
      {block.title && <p className="chart-title">{block.title}</p>}
      <ChartDrawing chart={block} />
      <details>
        <summary>{messages.chart.data}</summary>
        <ChartTable chart={block} />
      </details>
      {block.source && <figcaption>{messages.chart.source({ source: block.source })}</figcaption>}
    </figure>
  )
}

function ChartTable({ chart }: { chart: ChartBlock }) {
  const messages = useMessages()
  const { language } = useService()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{messages.chart.label}</th>
          <th scope="col" className={NUMERIC}>
            {chart.unit ? `${messages.chart.value} (${chart.unit})` : messages.chart.value}
          </th>
        </tr>
      </thead>
      <tbody>
        {chart.series.map((item, index) => (
          <tr key={index}>
            <th scope="row">{item.label}</th>
            <td className={NUMERIC}>{formatNumber(item.value, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

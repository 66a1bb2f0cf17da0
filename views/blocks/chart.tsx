import { chartDrawing, chartSource, chartTable, chartTitle } from '../../src/content/html/chart-markup.ts'
import { join, tag, text } from '../../src/content/html/markup.ts'
import { useService } from '../context.ts'
import type { BlockProps } from './props.ts'

export function Chart({ block }: BlockProps<'chart'>) {
  const { language, messages } = useService()
  const data = tag('details', {}, tag('summary', {}, text(messages.chart.data)), chartTable(block, messages, language))
  const source = chartSource(block, messages)
  const caption = source && tag('figcaption', {}, source)
  const parts = [chartTitle(block), chartDrawing(block, language), data, caption]
  return <figure className="chart" dangerouslySetInnerHTML={{ __html: join(parts) }} />
}

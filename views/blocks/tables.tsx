import type { TableCell } from '../../src/content/block.ts'
import { chartDrawing, chartSource, chartTable, chartTitle } from '../../src/content/html/chart-markup.ts'
import { join, tag, text } from '../../src/content/html/markup.ts'
import { cellClass } from '../../src/content/html/table-markup.ts'
import { ScrollBox } from '../components/groups.tsx'
import { useMessages, useService } from '../context.ts'
import type { BlockProps } from './props.ts'

export function Table({ block }: BlockProps<'table'>) {
  const messages = useMessages()
  return (
    <figure className="table">
      <ScrollBox className="table-box" label={messages.article.tableScroll}>
        <table>
          {block.head.length > 0 && (
            <thead>
              <Rows rows={block.head} />
            </thead>
          )}
          {block.body.length > 0 && (
            <tbody>
              <Rows rows={block.body} />
            </tbody>
          )}
          {block.foot.length > 0 && (
            <tfoot>
              <Rows rows={block.foot} />
            </tfoot>
          )}
        </table>
      </ScrollBox>
      {block.caption && <figcaption dangerouslySetInnerHTML={{ __html: block.caption }} />}
    </figure>
  )
}

function Rows({ rows }: { rows: TableCell[][] }) {
  return rows.map((row, index) => (
    <tr key={index}>
      {row.map((cell, column) => (
        <Cell key={column} cell={cell} />
      ))}
    </tr>
  ))
}

function Cell({ cell }: { cell: TableCell }) {
  const Tag = cell.isHeader ? 'th' : 'td'
  return (
    <Tag
      scope={cell.isHeader ? cell.scope : undefined}
      colSpan={cell.colSpan}
      rowSpan={cell.rowSpan}
      className={cellClass(cell)}
      dangerouslySetInnerHTML={{ __html: cell.html }}
    />
  )
}

export function Chart({ block }: BlockProps<'chart'>) {
  const { language, messages } = useService()
  const data = tag('details', {}, tag('summary', {}, text(messages.chart.data)), chartTable(block, messages, language))
  const parts = [chartTitle(block), chartDrawing(block, language), data, chartSource(block, messages)]
  return <figure className="chart" dangerouslySetInnerHTML={{ __html: join(parts) }} />
}

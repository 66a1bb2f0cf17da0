import type { TableCell } from '../../src/content/block.ts'
import { chartDrawing, chartSource, chartTable, chartTitle } from '../../src/content/html/chart-markup.ts'
import { tag, text } from '../../src/content/html/markup.ts'
import { cellClass, offerTableMarkup } from '../../src/content/html/table-markup.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import type { AmpEntry } from './entry.ts'

export const table: AmpEntry<'table'> = {
  style: 'table',
  render: (block) =>
    figure(
      tag('table', {}, section('thead', block.head), section('tbody', block.body), section('tfoot', block.foot)),
      block.caption,
    ),
}

/** AMP cannot close a table. */
export const chart: AmpEntry<'chart'> = {
  style: 'chart',
  render: (block, { messages, language }) =>
    tag(
      'figure',
      { class: 'chart' },
      chartTitle(block),
      chartDrawing(block, language),
      chartTable(block, messages, language),
      chartSource(block, messages),
    ),
}

export const offerTable: AmpEntry<'offer-table'> = {
  style: 'table',
  render: (block, { messages: { offers } }) => figure(offerTableMarkup(block, offers.offer), text(offers.affiliate)),
}

function figure(content: SafeHtml, caption: SafeHtml | undefined): SafeHtml {
  return tag(
    'figure',
    { class: 'table' },
    tag('div', { class: 'table-box' }, content),
    caption && tag('figcaption', {}, caption),
  )
}

function section(name: 'thead' | 'tbody' | 'tfoot', rows: readonly TableCell[][]): SafeHtml | undefined {
  return rows.length === 0 ? undefined : tag(name, {}, ...rows.map((row) => tag('tr', {}, ...row.map(cell))))
}

function cell({ isHeader, scope, colSpan, rowSpan, html, ...looks }: TableCell): SafeHtml {
  return tag(
    isHeader ? 'th' : 'td',
    { scope: isHeader ? scope : undefined, colspan: colSpan, rowspan: rowSpan, class: cellClass(looks) },
    html,
  )
}

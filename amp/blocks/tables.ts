import type { TableCell } from '../../src/content/block.ts'
import type { SafeHtml } from '../../src/content/html/escape.ts'
import { tag, text } from '../../src/content/html/markup.ts'
import { bodyRow, CHART_NUMBERS, cellClass, headRow, offerTableMarkup } from '../../src/content/html/table-markup.ts'
import { formatNumber } from '../../src/languages/texts.ts'
import type { AmpEntry } from './entry.ts'

export const table: AmpEntry<'table'> = {
  style: 'table',
  render: (block) =>
    figure(
      tag('table', {}, section('thead', block.head), section('tbody', block.body), section('tfoot', block.foot)),
      block.caption,
    ),
}

/** The chart's numbers as a table, without a drawing. */
export const chart: AmpEntry<'chart'> = {
  style: 'table',
  render: (block, { messages: { chart }, language }) =>
    tag(
      'figure',
      { class: 'chart' },
      block.title ? tag('p', { class: 'chart-title' }, text(block.title)) : undefined,
      tag(
        'table',
        {},
        headRow([chart.label, block.unit ? `${chart.value} (${block.unit})` : chart.value], CHART_NUMBERS),
        tag(
          'tbody',
          {},
          ...block.series.map(({ label, value }) =>
            bodyRow(text(label), [formatNumber(value, language)], CHART_NUMBERS),
          ),
        ),
      ),
      block.source ? tag('figcaption', {}, text(chart.source({ source: block.source }))) : undefined,
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
    tag('div', { class: 'table-scroll' }, content),
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

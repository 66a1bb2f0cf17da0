import type { SafeHtml } from '../../system/escape.ts'
import type { OfferTableBlock, TableCell } from '../block.ts'
import { numericColumns } from '../numeric-columns.ts'
import { tag, text } from './markup.ts'

export const NUMERIC = 'numeric'

export function cellClass({ align, isNumeric }: Pick<TableCell, 'align' | 'isNumeric'>): string | undefined {
  return [isNumeric && NUMERIC, align && `align-${align}`].filter(Boolean).join(' ') || undefined
}

export function headRow(names: readonly string[], numeric: ReadonlySet<number>): SafeHtml {
  const cells = names.map((name, column) => tag('th', { scope: 'col', class: classAt(column, numeric) }, text(name)))
  return tag('thead', {}, tag('tr', {}, ...cells))
}

/** The first cell is the header. @param numeric columns of numbers, from 0 */
export function bodyRow(head: SafeHtml, values: readonly string[], numeric: ReadonlySet<number>): SafeHtml {
  const cells = values.map((value, index) => tag('td', { class: classAt(index + 1, numeric) }, text(value)))
  return tag('tr', {}, tag('th', { scope: 'row' }, head), ...cells)
}

export function classAt(column: number, numeric: ReadonlySet<number>): string | undefined {
  return numeric.has(column) ? NUMERIC : undefined
}

export function offerNumbers({ offers }: Pick<OfferTableBlock, 'offers'>): Set<number> {
  return numericColumns(offers.map(({ name, values }) => [{ text: name }, ...values.map((value) => ({ text: value }))]))
}

/** @param offer heading of the offers' column */
export function offerTableMarkup({ header, columns, offers }: OfferTableBlock, offer: string): SafeHtml {
  const numeric = offerNumbers({ offers })
  return tag(
    'table',
    {},
    header ? tag('caption', {}, text(header)) : undefined,
    headRow([offer, ...columns], numeric),
    tag(
      'tbody',
      {},
      ...offers.map(({ name, link, values }) =>
        bodyRow(link ? tag('a', { ...link }, text(name)) : text(name), values, numeric),
      ),
    ),
  )
}

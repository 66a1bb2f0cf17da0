import type { OfferTableBlock } from '../block.ts'
import type { SafeHtml } from './escape.ts'
import { tag, text } from './markup.ts'

/** The header row of a table. */
export function headRow(names: readonly string[]): SafeHtml {
  return tag('thead', {}, tag('tr', {}, ...names.map((name) => tag('th', { scope: 'col' }, text(name)))))
}

/** A row whose first cell is its header. */
export function bodyRow(head: SafeHtml, values: readonly string[]): SafeHtml {
  return tag('tr', {}, tag('th', { scope: 'row' }, head), ...values.map((value) => tag('td', {}, text(value))))
}

/** A table of offers, one per row. @param offer heading of the offers' column */
export function offerTableMarkup({ header, columns, offers }: OfferTableBlock, offer: string): SafeHtml {
  return tag(
    'table',
    {},
    header ? tag('caption', {}, text(header)) : undefined,
    headRow([offer, ...columns]),
    tag(
      'tbody',
      {},
      ...offers.map(({ name, link, values }) => bodyRow(link ? tag('a', { ...link }, text(name)) : text(name), values)),
    ),
  )
}

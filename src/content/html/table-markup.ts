import { copy } from '../../copy.ts'
import type { OfferTableBlock } from '../block.ts'
import type { SafeHtml } from './escape.ts'
import { tag, text } from './markup.ts'

/** The first row of a table: names of its columns. */
export function headRow(names: readonly string[]): SafeHtml {
  return tag('thead', {}, tag('tr', {}, ...names.map((name) => tag('th', { scope: 'col' }, text(name)))))
}

/** A row that its first cell names. */
export function bodyRow(head: SafeHtml, values: readonly string[]): SafeHtml {
  return tag('tr', {}, tag('th', { scope: 'row' }, head), ...values.map((value) => tag('td', {}, text(value))))
}

/** Offers side by side, one a row. */
export function offerTableMarkup({ header, columns, offers }: OfferTableBlock): SafeHtml {
  return tag(
    'table',
    {},
    header ? tag('caption', {}, text(header)) : undefined,
    headRow([copy.offers.offer, ...columns]),
    tag(
      'tbody',
      {},
      ...offers.map(({ name, link, values }) => bodyRow(link ? tag('a', { ...link }, text(name)) : text(name), values)),
    ),
  )
}

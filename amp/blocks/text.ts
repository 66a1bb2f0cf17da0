import { type ColumnsBlock, embedRow, type GroupBlock } from '../../src/content/block.ts'
import { join, openTag, spaced, tag, text } from '../../src/content/html/markup.ts'
import { isKeyEvent } from '../../src/content/live.ts'
import { sortTimeOf } from '../../src/content/live-history.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import type { AmpContext, AmpEntry } from './entry.ts'

export const paragraph: AmpEntry<'paragraph'> = {
  render: ({ align, dropCap, id, html }) => {
    const classes = [align && `align-${align}`, dropCap && 'drop-cap'].filter(Boolean).join(' ')
    return tag('p', { id, class: classes || undefined }, html)
  },
}

export const heading: AmpEntry<'heading'> = {
  render: ({ level, id, align, html }) => tag(`h${level}`, { id, class: align && `align-${align}` }, html),
}

export const list: AmpEntry<'list'> = {
  render: (block, { inner }) =>
    tag(
      block.ordered ? 'ol' : 'ul',
      // AMP allows no negative start.
      {
        start: block.start !== undefined && block.start >= 0 && block.start,
        reversed: block.reversed,
        type: block.numerals,
      },
      ...block.items.map((item) => tag('li', {}, item.html, inner(item.blocks))),
    ),
}

export const quote: AmpEntry<'quote'> = {
  render: (block, { inner }) =>
    tag(
      'figure',
      { class: 'quote' },
      tag('blockquote', {}, inner(block.blocks)),
      block.cite && tag('figcaption', {}, tag('cite', {}, block.cite)),
    ),
}

export const html: AmpEntry<'html'> = { render: (block) => tag('div', { class: 'html' }, block.html) }

export const separator: AmpEntry<'separator'> = {
  render: (block) =>
    openTag('hr', { class: `separator-${block.size}`, style: block.color && `border-color:${block.color}` }),
}

export const spacer: AmpEntry<'spacer'> = {
  render: (block) => tag('div', { style: `height:${block.height}px` }),
}

export const code: AmpEntry<'code'> = {
  style: 'code',
  render: (block) =>
    tag(
      'figure',
      { class: 'code' },
      tag('pre', {}, tag('code', {}, block.html)),
      block.description ? tag('figcaption', {}, text(block.description)) : undefined,
    ),
}

export const columns: AmpEntry<'columns'> = {
  render: (block, context) =>
    embedRowOf(block, context) ??
    tag(
      'div',
      { class: 'columns' },
      ...block.columns.map((column) =>
        tag('div', { style: column.width && `flex-basis:${column.width}` }, context.inner(column.blocks)),
      ),
    ),
}

export const group: AmpEntry<'group'> = {
  render: (block, context) =>
    embedRowOf(block, context) ?? tag('div', { class: 'group', id: block.id }, context.inner(block.blocks)),
}

/** Scrolls sideways (EMB-14). */
function embedRowOf(block: ColumnsBlock | GroupBlock, { inner, messages }: AmpContext): SafeHtml | undefined {
  const row = embedRow(block)
  if (!row) return undefined
  const id = 'id' in block ? block.id : undefined
  const items = row.map((embed) => tag('li', {}, inner([embed])))
  return tag('ul', { class: 'embed-row', id, tabindex: '0', 'aria-label': messages.embeds.row }, ...items)
}

export const correction: AmpEntry<'correction'> = {
  style: 'correction',
  render: ({ id, published, blocks }, { inner, messages }) =>
    tag(
      'div',
      { class: 'correction', id, role: 'note' },
      tag(
        'p',
        { class: 'correction-label' },
        spaced([
          tag('strong', {}, text(messages.article.correction)),
          published && tag('time', { datetime: published.time.iso }, text(published.day)),
        ]),
      ),
      inner(blocks),
    ),
}

export const liveUpdate: AmpEntry<'live-update'> = {
  style: 'live',
  render: (update, { inner, messages, revisedAt }) => {
    const { id, published, isPinned, heading, blocks } = update
    return tag(
      'div',
      {
        class: [
          'live-update',
          isPinned && 'live-pinned',
          isKeyEvent(update) && 'live-key',
          update.isOfSameDay && 'is-same-day',
        ]
          .filter(Boolean)
          .join(' '),
        id,
        'data-sort-time': sortTimeOf(update),
        'data-update-time': revisedAt(id),
      },
      published || isPinned
        ? tag(
            'p',
            { class: 'live-time' },
            spaced([
              isPinned ? tag('strong', {}, text(messages.article.live.pinned)) : undefined,
              published &&
                tag(
                  'a',
                  { href: `#${encodeURIComponent(id)}` },
                  tag(
                    'time',
                    { datetime: published.time.iso },
                    tag('span', { class: 'live-day' }, text(`${published.day}, `)),
                    tag('b', {}, text(published.clock)),
                  ),
                ),
            ]),
          )
        : undefined,
      inner(heading ? [heading, ...blocks] : blocks),
    )
  },
}

export const transparent: AmpEntry<'reusable-block' | 'unknown'> = {
  render: (block, { inner }) => join([inner(block.blocks)]),
}

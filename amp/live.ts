import type { LiveUpdateBlock } from '../src/content/block.ts'
import type { Published } from '../src/content/dates.ts'
import { join, spaced, tag, text } from '../src/content/html/markup.ts'
import { isFilterable, type Live, livePath, titleOfUpdate, UPDATES_PER_PAGE, updateHref } from '../src/content/live.ts'
import type { LiveHistory } from '../src/content/live-history.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'

/** AMP's least. Milliseconds. */
const POLL_INTERVAL = 15_000
const LIVE_LIST_ID = 'live-list'

interface LiveDocument {
  live: Live
  path: string
  service: Service
  absolute(url: string): string
  history?: LiveHistory
}

export interface RenderedUpdate {
  update: LiveUpdateBlock
  html: SafeHtml
}

/** AMP polls while the coverage goes on (LIVE-13). */
export function liveList(shown: LiveDocument, updates: readonly RenderedUpdate[]): SafeHtml {
  const { live, service, history } = shown
  const list = live.isOver ? htmlOf(updates) : listWithOlder(live, updates, service, history)
  return join([top(shown), filtered(shown, list), furtherPages(shown)])
}

const [ALL, KEY] = ['wszystkie-wpisy', 'najwazniejsze-wpisy'] as const

/** AMP has no field without a form (LIVE-16). */
function filtered({ live, service }: LiveDocument, list: SafeHtml): SafeHtml {
  if (!isFilterable(live, 1)) return list
  const { onlyKey, all } = service.messages.article.live
  const link = (id: string, words: string): SafeHtml => tag('a', { href: `#${id}`, class: id }, text(words))
  const links = tag('p', { class: 'live-filter', 'data-interface': true }, link(KEY, onlyKey), link(ALL, all))
  return tag('div', { id: ALL }, tag('div', { id: KEY }, links, list))
}

function htmlOf(updates: readonly RenderedUpdate[]): SafeHtml {
  return join(updates.map(({ html }) => html))
}

/** Documents look in the list alone. */
function listWithOlder(
  live: Live,
  updates: readonly RenderedUpdate[],
  service: Service,
  history: LiveHistory | undefined,
): SafeHtml {
  const isListed = ({ update }: RenderedUpdate): boolean => history?.known.get(update.id)?.isListed ?? true
  const others = updates.filter((one) => !isListed(one))
  const withdrawn = (history?.withdrawn ?? []).map(({ id, sortTime }) =>
    tag('div', { id, 'data-sort-time': sortTime, 'data-tombstone': true }),
  )
  const items = join([htmlOf(updates.filter(isListed)), ...withdrawn])
  return join([
    htmlOf(others.filter(({ update }) => update.isPinned)),
    asking(live, items, service),
    htmlOf(others.filter(({ update }) => !update.isPinned)),
  ])
}

function asking({ pages }: Live, items: SafeHtml, { messages }: Service): SafeHtml {
  return tag(
    'amp-live-list',
    {
      id: LIVE_LIST_ID,
      layout: 'container',
      'data-poll-interval': POLL_INTERVAL,
      'data-max-items-per-page': Math.max(UPDATES_PER_PAGE, pages[0]?.length ?? 0),
    },
    tag(
      'button',
      { class: 'live-show', update: true, on: `tap:${LIVE_LIST_ID}.update` },
      text(messages.article.live.show),
    ),
    tag('div', { items: true }, items),
  )
}

function top({ live, path, service, absolute }: LiveDocument): SafeHtml {
  const { now, over, latest, keyEvents } = service.messages.article.live
  return tag(
    'div',
    { class: 'live-top', 'data-interface': true },
    tag(
      'p',
      { class: 'live-state' },
      spaced([
        tag('strong', { class: live.isOver ? 'live-over' : 'live-now' }, text(live.isOver ? over : now)),
        live.updated && join([text(`${latest}: `), time(live.updated)]),
      ]),
    ),
    live.keyEvents.length > 0
      ? tag(
          'nav',
          { class: 'live-key-events', 'aria-label': keyEvents },
          tag('p', { class: 'live-key-title' }, text(keyEvents)),
          tag(
            'ol',
            {},
            ...live.keyEvents.map((update) => keyEvent(update, hrefOf(live, update, path, absolute), service)),
          ),
        )
      : undefined,
  )
}

/** Later pages are no AMP documents. */
function hrefOf(live: Live, update: LiveUpdateBlock, path: string, absolute: (url: string) => string): string {
  const href = updateHref(live, update, path, 1)
  return href.startsWith('#') ? href : absolute(href)
}

function keyEvent(update: LiveUpdateBlock, href: string, { messages }: Service): SafeHtml {
  const { published } = update
  return tag(
    'li',
    {},
    tag(
      'a',
      { href },
      spaced([
        published && tag('time', { datetime: published.time.iso }, text(published.clock)),
        text(titleOfUpdate(update) || messages.article.live.pinned),
      ]),
    ),
  )
}

function furtherPages({ live, path, service, absolute }: LiveDocument): SafeHtml | undefined {
  if (live.pages.length <= 1) return undefined
  const { article, pagination } = service.messages
  return tag(
    'nav',
    { class: 'live-pages', 'aria-label': article.live.older, 'data-interface': true },
    tag('a', { href: absolute(livePath(path, 2)), rel: 'next' }, text(pagination.next)),
  )
}

function time({ time: { iso }, day, clock }: Published): SafeHtml {
  return tag('time', { datetime: iso }, text(`${day}, ${clock}`))
}

import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Article } from '../../src/content/article.ts'
import type { LiveUpdateBlock } from '../../src/content/block.ts'
import { openTag, tag, text } from '../../src/content/html/markup.ts'
import { isFilterable, type Live, livePath, seenIn, titleOfUpdate, updateHref } from '../../src/content/live.ts'
import type { Service } from '../../src/services/service.ts'
import { PublishedTime, Spaced } from '../components/inline.tsx'
import { Pagination } from '../components/pagination.tsx'
import { ServiceProvider, useMessages } from '../context.ts'

export interface LivePage {
  article: Article
  live: Live
  /** From 1. */
  page: number
  service: Service
}

/**
 * Works without a script (LIVE-4, LIVE-5).
 * @param updates rendered
 */
export function liveSection(shown: LivePage, updates: Buffer): Buffer[] {
  const { live, page, service } = shown
  const asks = !live.isOver && page === 1
  const { label } = service.messages.article.live
  const open = openTag('section', { class: 'live', 'aria-label': label })
  const list = openTag('div', { class: 'live-updates', 'data-live-updates': true, 'data-seen': asks && seenIn(live) })
  const elsewhere = page < live.pages.length ? elsewhereOf(shown) : ''
  const rendered = (part: ReactNode): string =>
    renderToStaticMarkup(<ServiceProvider service={service}>{part}</ServiceProvider>)
  return [
    Buffer.from(
      `${open}${rendered(<LiveTop {...shown} />)}${rendered(<Filter {...shown} />)}${elsewhere}${asks ? rendered(<Arrived />) : ''}${list}`,
    ),
    updates,
    Buffer.from(`</div>${rendered(<Pages {...shown} />)}</section>`),
  ]
}

export function LiveTop({ article, live, page }: LivePage) {
  const messages = useMessages()
  const { now, over, latest, refresh } = messages.article.live
  return (
    <div className="live-top" data-live-top="" data-interface="">
      <p className="live-state">
        <Spaced>
          <strong className={live.isOver ? 'live-over' : 'live-now'}>{live.isOver ? over : now}</strong>
          {live.updated && (
            <span>
              {latest}: <PublishedTime published={live.updated} withClock />
            </span>
          )}
          {!live.isOver && <a href={article.path}>{refresh}</a>}
        </Spaced>
      </p>
      <KeyEvents article={article} live={live} page={page} />
    </div>
  )
}

/** Pages list the oldest of thousands. */
const MAX_ELSEWHERE = 400

/** Links old anchors to their pages (LIVE-18). Components would take longer than the rest of the page. */
function elsewhereOf({ article, live, page, service }: LivePage): string {
  const { elsewhere } = service.messages.article.live
  const links = live.pages
    .slice(page)
    .flat()
    .slice(0, MAX_ELSEWHERE)
    .map((update) => {
      const { id, published } = update
      const when = published ? `: ${published.day}, ${published.clock}` : ''
      return tag('a', { id, href: updateHref(live, update, article.path, page) }, text(`${elsewhere}${when}`))
    })
  return tag('p', { class: 'live-elsewhere', 'data-feature': 'live', 'data-interface': true }, ...links)
}

/** Works without a script and outlives the part above (LIVE-16). */
function Filter({ live, page }: LivePage) {
  const { onlyKey } = useMessages().article.live
  if (!isFilterable(live, page)) return null
  return (
    <p className="live-filter" data-interface="">
      <label>
        <input type="checkbox" /> {onlyKey}
      </label>
    </p>
  )
}

function KeyEvents({ article, live, page }: Omit<LivePage, 'service'>) {
  const { keyEvents } = useMessages().article.live
  if (live.keyEvents.length === 0) return null
  return (
    <nav className="live-key-events" aria-label={keyEvents}>
      <p className="live-key-title">{keyEvents}</p>
      <ol>
        {live.keyEvents.map((update) => (
          <li key={update.id}>
            <KeyEvent update={update} href={updateHref(live, update, article.path, page)} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function KeyEvent({ update, href }: { update: LiveUpdateBlock; href: string }) {
  const { pinned } = useMessages().article.live
  const { published } = update
  return (
    <a href={href}>
      <Spaced>
        {published && <time dateTime={published.time.iso}>{published.clock}</time>}
        <span>{titleOfUpdate(update) || pinned}</span>
      </Spaced>
    </a>
  )
}

/** Empty, it takes no room (LIVE-9). */
function Arrived() {
  const { arrived, revised } = useMessages().article.live
  return (
    <div className="live-arrived" data-interface="">
      <button
        type="button"
        hidden
        data-live-show=""
        data-forms={JSON.stringify(arrived.forms)}
        data-revised={revised}
      />
      <p className="visually-hidden" role="status" data-live-status="" />
    </div>
  )
}

function Pages({ article, live, page }: LivePage) {
  const { older } = useMessages().article.live
  if (live.pages.length <= 1) return null
  return (
    <div data-interface="">
      <Pagination current={page} max={live.pages.length} label={older} hrefOf={(one) => livePath(article.path, one)} />
    </div>
  )
}

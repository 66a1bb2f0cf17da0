import { memoizeByIdentity } from '../system/memoize.ts'
import { shortHash } from '../system/short-hash.ts'
import { atOnce } from '../system/steps.ts'
import type { Block, LiveUpdateBlock } from './block.ts'
import type { Published } from './dates.ts'
import { beginningOfText } from './graphemes.ts'
import { encodePath } from './links.ts'
import { cmsPath } from './public-paths.ts'
import { textIn } from './words.ts'

/** Pinned ones are on the first page in addition. */
export const UPDATES_PER_PAGE = 20
const MAX_KEY_EVENTS = 12

export interface Live {
  updates: LiveUpdateBlock[]
  newest: LiveUpdateBlock
  /** Pinned or with a heading, newest first. */
  keyEvents: LiveUpdateBlock[]
  pages: LiveUpdateBlock[][]
  before: Block[]
  after: Block[]
  updated?: Published
  started?: Published
  /** Absent: it goes on. */
  ended?: Published
  isOver: boolean
}

const coverages = memoizeByIdentity<readonly Block[], Live | undefined>()

export function liveIn(body: readonly Block[]): Live | undefined {
  return coverages(body, [], () => coverageOf(body))
}

export function isLive(body: readonly Block[]): boolean {
  return liveIn(body)?.isOver === false
}

function coverageOf(body: readonly Block[]): Live | undefined {
  const first = body.findIndex(isUpdate)
  if (first === -1) return undefined
  const shown = body.filter(isUpdate)
  const updates = shown.toSorted((one, other) => one.position - other.position)
  const [newest] = updates
  if (!newest) return undefined
  const dated = updates.flatMap(({ published }) => published ?? [])
  const [updated] = dated
  const started = dated.at(-1)
  const last = updates.find(({ isLast }) => isLast)
  const ended = last && (last.published ?? updated)
  return {
    updates,
    newest,
    keyEvents: updates.filter(isKeyEvent).slice(0, MAX_KEY_EVENTS),
    pages: pagesOf(shown),
    before: body.slice(0, first),
    after: body.slice(first).filter((block) => !isUpdate(block)),
    isOver: last !== undefined,
    updated,
    started,
    ended,
  }
}

export function isUpdate(block: Block): block is LiveUpdateBlock {
  return block.type === 'live-update'
}

export function isKeyEvent({ isPinned, heading }: LiveUpdateBlock): boolean {
  return isPinned || heading !== undefined
}

/** A page has both kinds, so that a reader may choose (LIVE-16). */
export function isFilterable({ pages }: Live, page: number): boolean {
  const updates = pages[page - 1] ?? []
  return updates.some(isKeyEvent) && !updates.every(isKeyEvent)
}

function pagesOf(shown: readonly LiveUpdateBlock[]): LiveUpdateBlock[][] {
  const pinned = shown.filter(({ isPinned }) => isPinned)
  const others = shown.filter(({ isPinned }) => !isPinned)
  const count = Math.max(1, Math.ceil(others.length / UPDATES_PER_PAGE))
  return Array.from({ length: count }, (_, index) => {
    const page = others.slice(index * UPDATES_PER_PAGE, (index + 1) * UPDATES_PER_PAGE)
    return index === 0 ? [...pinned, ...page] : page
  })
}

/** Follows an article's path: `/live-page-2`. */
const LIVE_PAGE = /^(.+)\/live-page-([1-9]\d{0,3})$/

export function livePath(articlePath: string, page: number): string {
  return page > 1 ? `${articlePath}/live-page-${page}` : articlePath
}

/** Any other path is an article's first page. */
export function livePageIn(path: string): { path: string; page: number } {
  const [, articlePath, page] = LIVE_PAGE.exec(path) ?? []
  return articlePath === undefined ? { path, page: 1 } : { path: articlePath, page: Number(page) }
}

export function liveFragmentPath(articlePath: string): string {
  return `/fragment/live${encodePath(cmsPath(articlePath))}`
}

/** Characters. */
const MAX_TITLE = 100

export function titleOfUpdate({ heading, blocks }: LiveUpdateBlock): string {
  const [line = ''] = atOnce(textIn(heading ? [heading] : blocks)).split('\n')
  if (line.length <= MAX_TITLE) return line
  return `${beginningOfText(line, line.lastIndexOf(' ', MAX_TITLE) + 1 || MAX_TITLE).trim()}…`
}

export function updateHref({ pages }: Live, { id }: LiveUpdateBlock, articlePath: string, current: number): string {
  const page = pages.findIndex((updates) => updates.some((update) => update.id === id)) + 1
  return `${page === current ? '' : livePath(articlePath, page)}#${encodeURIComponent(id)}`
}

const seen = memoizeByIdentity<Live, string[]>()

export function versionOf({ revision, isPinned, isLast }: LiveUpdateBlock): string {
  return `${revision}${isPinned ? '.pinned' : ''}${isLast ? '.last' : ''}`
}

/** Hashes the newest update and all below it, `live-20260304-1430.Xb3_k0aQ` (LIVE-7): newer ones change nothing. */
export function seenIn(live: Live): string {
  return seenFrom(live)[0] ?? ''
}

/**
 * @param known a value of `seenIn`, or the id of the newest update seen
 * @returns undefined: `known` is not recent, or something from it on has changed
 */
export function updatesSince(live: Live, known: string): LiveUpdateBlock[] | undefined {
  const exact = seenFrom(live).indexOf(known)
  const recent = live.updates.slice(0, UPDATES_PER_PAGE)
  const place = exact === -1 ? recent.findIndex(({ id }) => id === known) : exact
  return place === -1 ? undefined : live.updates.slice(0, place)
}

function seenFrom(live: Live): string[] {
  return seen(live, [], () => {
    let below = ''
    const all = live.updates.toReversed().map((update) => {
      below = shortHash(`${update.id} ${versionOf(update)} ${below}`, 8)
      return `${update.id}.${below}`
    })
    return all.reverse().slice(0, UPDATES_PER_PAGE)
  })
}

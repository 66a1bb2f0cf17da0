import { epochOf, parseDate } from '../../content/dates.ts'
import { datedBlock, isCorrection } from '../../content/normalise/correction.ts'
import { isLastUpdate, isLiveUpdate } from '../../content/normalise/live-update.ts'
import { text, wireBlock } from '../../content/wire.ts'
import type { TimeZone } from '../../system/time-zone.ts'
import { parseBlocks, topLevelParts } from '../block-grammar.ts'
import type { ArticleMeta } from './article-fields.ts'

export interface CatalogueArticle {
  slug: string
  /** `/{yyyy}/{mm}/{slug}`, or `/{slug}` of a page. */
  path: string
  file: string
  /** Dates are local times of the site's zone. */
  meta: ArticleMeta
  /** Milliseconds since 1970; local times of an hour that clocks repeat have no order. */
  at: number
  /** Lazy where an index knows the file (SRC-62). */
  readonly body: string
  /** The body's plain text; undefined, or absent: it has to be parsed. */
  plainWords?: (() => string | undefined) | undefined
  /** Digest of the file and of what is public. */
  version: string
  mayHaveUpdates: boolean
  /** Only development and previews have it. */
  isScheduled?: boolean
  isExpired?: boolean
}

export function isUnpublished({ meta, isScheduled, isExpired }: CatalogueArticle): boolean {
  return (meta.draft ?? false) || (isScheduled ?? false) || (isExpired ?? false)
}

const DAY = 86_400_000

/** Which dates have come at one moment: a later date means "not before" (SRC-39). */
export interface Calendar {
  /** @param date local time of the site's zone, or with an offset */
  hasCome(date: string): boolean
  /** `YYYY-MM-DDTHH:MM`, local time of the site's zone; an hour that clocks repeat keeps its offset. */
  localOf(date: string): string
  /** Milliseconds since 1970. */
  at(date: string): number
  /** Whether responses are still right: no further date has come, and nobody set the clock back. */
  holdsAt(now: number): boolean
  /** When the next date comes, of those that were looked at. Milliseconds since 1970; undefined: none. */
  next(): number | undefined
}

/** @param now milliseconds since 1970 */
export function calendarAt(now: number, zone: TimeZone): Calendar {
  let [latest, next] = [now - DAY, Number.POSITIVE_INFINITY]
  return {
    hasCome(date) {
      const at = epochOf(date, zone) ?? latest
      if (at <= now) latest = Math.max(latest, at)
      else next = Math.min(next, at)
      return at <= now
    },
    localOf(date) {
      const time = hasOffset(date) ? parseDate(date, zone) : undefined
      if (!time) return date
      const local = withoutOffset(time.iso)
      return parseDate(local, zone)?.epoch === time.epoch ? local : time.iso
    },
    at: (date) => epochOf(date, zone) ?? Number.NEGATIVE_INFINITY,
    holdsAt: (later) => latest <= later && later < next,
    next: () => (next === Number.POSITIVE_INFINITY ? undefined : next),
  }
}

const OFFSET = /[+-]\d{2}:\d{2}$/
const hasOffset = (date: string): boolean => OFFSET.test(date)
const withoutOffset = (date: string): string => date.replace(OFFSET, '').replace(/(T\d{2}:\d{2}):00$/, '$1')

export const WITHOUT_CALENDAR: Calendar = {
  hasCome: () => true,
  localOf: withoutOffset,
  at: (date) => epochOf(date, 'UTC') ?? Number.NEGATIVE_INFINITY,
  holdsAt: () => true,
  next: () => undefined,
}

interface DatedPart {
  before: string
  update: string
  date: string
  isUpdate: boolean
  isLast: boolean
}

interface Dated {
  parts: DatedPart[]
  rest: string
}

const MARK = 'live-update'
const LIVE = /^:{2,}[ \t]{0,9}(?:live|correction)\b/im
/** In HTML or in Markdown. */
export const mentionsUpdates = (written: string): boolean => written.includes(MARK) || LIVE.test(written)
const CORRECTION = 'correction'
export const isDatedMarkup = (markup: string): boolean => markup.includes(MARK) || markup.includes(CORRECTION)
export const mentionsDates = (written: string): boolean => mentionsUpdates(written) || written.includes(CORRECTION)
/** Open pages and cards no longer treat a coverage as running (CARD-45). */
const FORGOTTEN = DAY
/** Reads no text without updates (SRC-62). @param now milliseconds since 1970 */
export function isRunning(article: CatalogueArticle, now: number, zone: TimeZone): boolean {
  if (!article.mayHaveUpdates) return false
  const { parts } = datedParts(article)
  const updates = parts.filter(({ isUpdate }) => isUpdate)
  if (updates.some(({ isLast }) => isLast)) return false
  return updates.some(({ date }) => now - (parseDate(date, zone)?.epoch ?? 0) <= FORGOTTEN)
}
const dated = new WeakMap<CatalogueArticle, Dated>()
/** Keeps the object until a date of the article comes. */
const shown = new WeakMap<CatalogueArticle, { key: string; article: CatalogueArticle }>()

/**
 * Leaves out revision, corrections and live updates of later dates (SRC-39).
 * @param showsAll development shows them, and marks the article if it is planned
 */
export function shownAt(article: CatalogueArticle, calendar: Calendar, showsAll: boolean): CatalogueArticle {
  const { meta } = article
  const isScheduled = !calendar.hasCome(meta.date)
  const isRevised = meta.updated === undefined || calendar.hasCome(meta.updated)
  const corrections = meta.corrections?.filter(({ date }) => calendar.hasCome(date))
  // Reads no text without dated parts (SRC-62).
  const { parts, rest } = article.mayHaveUpdates ? datedParts(article) : { parts: [], rest: undefined }
  const come = parts.filter(({ date }) => calendar.hasCome(date))
  const isWhole =
    showsAll || (isRevised && corrections?.length === meta.corrections?.length && come.length === parts.length)
  const isExpired = meta.expires !== undefined && calendar !== WITHOUT_CALENDAR && calendar.hasCome(meta.expires)
  if (isWhole && !isScheduled && !isExpired) return article
  const key = JSON.stringify([isScheduled, isExpired, isWhole, isRevised, corrections?.length, come.length])
  const before = shown.get(article)
  if (before?.key === key) return before.article
  const { updated, corrections: _, ...always } = meta
  const partial: CatalogueArticle = isWhole
    ? article
    : {
        ...article,
        plainWords: undefined,
        // Versions are compared deeply, and a difference purges lists, so fields are absent, not undefined.
        meta: { ...always, ...(isRevised && { updated }), ...(corrections?.length && { corrections }) },
        body:
          parts.map((part) => part.before + (come.includes(part) ? part.update : '')).join('') + (rest ?? article.body),
      }
  const version = `${article.version} ${key}`
  const made = { ...partial, version, ...(isScheduled && { isScheduled }), ...(isExpired && { isExpired }) }
  shown.set(article, { key, article: made })
  return made
}

function datedParts(article: CatalogueArticle): Dated {
  const before = dated.get(article)
  if (before) return before
  const parts: DatedPart[] = []
  let rest = ''
  for (const part of topLevelParts(article.body)) {
    const facts = isDatedMarkup(part) ? datedIn(part) : undefined
    if (facts === undefined) rest += part
    else {
      parts.push({ before: rest, update: part, ...facts })
      rest = ''
    }
  }
  const all = { parts, rest }
  dated.set(article, all)
  return all
}

function datedIn(part: string): Pick<DatedPart, 'date' | 'isUpdate' | 'isLast'> | undefined {
  const [block] = parseBlocks(part)
  const wire = block && wireBlock(block)
  const isUpdate = wire !== undefined && isLiveUpdate(wire)
  if (!wire || !(isUpdate || isCorrection(wire))) return undefined
  const date = (isUpdate ? text.parse(wire.attrs.time) : undefined) ?? datedBlock(wire).date
  return date === undefined ? undefined : { date, isUpdate, isLast: isUpdate && isLastUpdate(wire) }
}

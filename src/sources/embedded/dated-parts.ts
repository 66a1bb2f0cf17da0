import { epochOf, parseDate } from '../../content/dates.ts'
import { datedBlock, isCorrection } from '../../content/normalise/correction.ts'
import { isLastUpdate, isLiveUpdate } from '../../content/normalise/live-update.ts'
import { text, wireBlock } from '../../content/wire.ts'
import type { TimeZone } from '../../system/time-zone.ts'
import { parseBlocks, topLevelParts } from '../block-grammar.ts'
import type { ArticleMeta } from './article-fields.ts'

export interface CatalogueArticle {
  slug: string
  /** `/{yyyy}/{mm}/{slug}`, or `/{slug}` for a page. */
  path: string
  /** Its file in the folder. */
  file: string
  /** Its dates are local times of the site's zone. */
  meta: ArticleMeta
  /** Milliseconds since 1970 of its date: local times of an hour that clocks have twice are in no order. */
  at: number
  /** Read lazily where an index knows the file (SRC-62). */
  readonly body: string
  /** The body's text for a search; undefined, or absent: it has to be parsed. */
  plainWords?: (() => string | undefined) | undefined
  /** Digest of its file, and what of it is public: two instances that show the same have the same. */
  version: string
  mayHaveUpdates: boolean
  /** Its date has not come: only development and previews have it. */
  isScheduled?: boolean
  /** Its time is over. */
  isExpired?: boolean
}

export function isUnpublished({ meta, isScheduled, isExpired }: CatalogueArticle): boolean {
  return (meta.draft ?? false) || (isScheduled ?? false) || (isExpired ?? false)
}

const DAY = 86_400_000

/** Which dates of the newsroom have come at one moment: a later one means "not before" (SRC-39). */
export interface Calendar {
  /** @param date local time of the site's zone, or with an offset */
  hasCome(date: string): boolean
  /** Local time of the site's zone, `YYYY-MM-DDTHH:MM`; an hour that clocks have twice keeps its offset. */
  localOf(date: string): string
  /** Milliseconds since 1970. */
  at(date: string): number
  /** Whether all responses so far are still right: no date has come since, and the clock was not set back. */
  holdsAt(now: number): boolean
}

/** @param now milliseconds since 1970 */
export function calendarAt(now: number, zone: TimeZone): Calendar {
  // Scans of the folder compare, as the next date may be further away than a timer can wait.
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
}

interface DatedPart {
  before: string
  update: string
  date: string
  /** False: a correction. */
  isUpdate: boolean
  isLast: boolean
}

interface Dated {
  parts: DatedPart[]
  rest: string
}

const MARK = 'live-update'
const LIVE = /^:{2,}[ \t]{0,9}(?:live|correction)\b/im
/** As it is written, in HTML or in Markdown. */
export const mentionsUpdates = (written: string): boolean => written.includes(MARK) || LIVE.test(written)
const CORRECTION = 'correction'
export const isDatedMarkup = (markup: string): boolean => markup.includes(MARK) || markup.includes(CORRECTION)
/** As it is written: whether a text may have parts whose date has not come. */
export const mentionsDates = (written: string): boolean => mentionsUpdates(written) || written.includes(CORRECTION)
/** An open page no longer asks for updates then, and a card no longer says that a coverage goes on (CARD-45). */
const FORGOTTEN = DAY
/** A text without updates is not read for this (SRC-62). @param now milliseconds since 1970 */
export function isRunning(article: CatalogueArticle, now: number, zone: TimeZone): boolean {
  if (!article.mayHaveUpdates) return false
  const { parts } = datedParts(article)
  const updates = parts.filter(({ isUpdate }) => isUpdate)
  if (updates.some(({ isLast }) => isLast)) return false
  return updates.some(({ date }) => now - (parseDate(date, zone)?.epoch ?? 0) <= FORGOTTEN)
}
const dated = new WeakMap<CatalogueArticle, Dated>()
/** The same object while no date of an article comes. */
const shown = new WeakMap<CatalogueArticle, { key: string; article: CatalogueArticle }>()

/**
 * Leaves out what is dated later than now: revision, corrections and live updates (SRC-39).
 * @param showsAll development shows them, and marks the article whose own date has not come
 */
export function shownAt(article: CatalogueArticle, calendar: Calendar, showsAll: boolean): CatalogueArticle {
  const { meta } = article
  const isScheduled = !calendar.hasCome(meta.date)
  const isRevised = meta.updated === undefined || calendar.hasCome(meta.updated)
  const corrections = meta.corrections?.filter(({ date }) => calendar.hasCome(date))
  // A text without dated parts is not read for this (SRC-62).
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
        // Absent, not undefined: versions are compared deeply, and a page of lists is purged when they differ.
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

import { type Archive, cardsIn } from '../../content/archive.ts'
import type { Card } from '../../content/card.ts'
import { type ContentRepository, isMissing, type MonthsOfList } from '../../content/repository.ts'
import { type ListMonth, type ListName, NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'
import { latestOf, monthOfCard } from './dates.ts'
import type { DatedKind } from './paths.ts'
import { createPlaces, type Places } from './places.ts'

const LOOK_TTL_MS = 3_600_000

/** Articles by month (MAP-16). Calls reject when the source fails. */
export interface Months {
  /** Newest first, as last known while it looks again. */
  all(reader: ContentRepository, service: Service, kind: DatedKind): Promise<readonly ListMonth[]>
  known(service: Service, kind: DatedKind): readonly ListMonth[] | undefined
  newest(reader: ContentRepository, kind: DatedKind): Promise<string | undefined>
  /**
   * At places that later articles do not change.
   * @param offset places to skip, from the oldest on
   * @returns undefined where the month has no such places
   */
  cards(
    reader: ContentRepository,
    service: Service,
    kind: DatedKind,
    part: { month: string; offset: number; count: number },
  ): Promise<AsyncIterable<Card> | undefined>
}

export function createMonths(now: () => number): Months {
  const looks = new Map<string, { months: Promise<readonly ListMonth[]>; revision: unknown; until: number }>()
  const done = new Map<string, readonly ListMonth[]>()
  const places = new Map<string, Places>()
  const placesOf = ({ name }: Service, list: ListName): Places => {
    const key = `${name} ${list.kind} ${list.slug}`
    const known = places.get(key) ?? createPlaces(list)
    places.set(key, known)
    return known
  }
  const look = async (reader: ContentRepository, service: Service, kind: DatedKind): Promise<readonly ListMonth[]> => {
    const all = new Map<string, ListMonth>()
    for (const list of listsOf(reader, kind)) {
      const own = reader.months(list.kind, list.slug)
      const months = own ? await own.all() : await placesOf(service, list).months(reader)
      for (const { month, count, modified } of months) {
        const before = all.get(month)
        const latest = latestOf([before?.modified, modified])
        all.set(month, {
          month,
          count: count + (before?.count ?? 0),
          modified: latest,
        })
      }
    }
    return [...all.values()].sort((one, other) => (one.month < other.month ? 1 : -1))
  }
  return {
    all(reader, service, kind) {
      const key = `${service.name} ${kind}`
      const revision = reader.revision?.()
      const before = looks.get(key)
      if (before && now() < before.until && before.revision === revision) return before.months
      const months = look(reader, service, kind)
      const own = { months, revision, until: now() + LOOK_TTL_MS }
      looks.set(key, own)
      const isNewest = (): boolean => looks.get(key) === own
      months.then(
        (value) => {
          if (isNewest() || !done.has(key)) done.set(key, value)
        },
        () => {
          if (isNewest()) looks.delete(key)
        },
      )
      const known = done.get(key)
      return known && before?.revision === revision ? Promise.resolve(known) : months
    },
    known: ({ name }, kind) => done.get(`${name} ${kind}`),
    async newest(reader, kind) {
      const months = await Promise.all(
        listsOf(reader, kind).map(async (list) => {
          const first = await reader.archive(list.kind, list.slug, 0)
          const cards = isMissing(first) ? [] : cardsIn(first)
          return cards[0] && monthOfCard(cards, cards[0])
        }),
      )
      return months
        .filter((month) => month !== undefined)
        .sort()
        .at(-1)
    },
    async cards(reader, service, kind, { month, offset, count }) {
      const parts: Array<AsyncIterable<Card>> = []
      let [skipped, left] = [offset, count]
      for (const list of listsOf(reader, kind)) {
        const own = reader.months(list.kind, list.slug)
        const ofList = placesOf(service, list)
        const listed = own ? await monthOf(own, month) : await rangeIn(ofList, reader, month)
        const taken = Math.min(left, Math.max(0, listed.total - skipped))
        if (taken > 0) parts.push(listed.cards(skipped, taken))
        skipped = Math.max(0, skipped - listed.total)
        left -= taken
      }
      return parts.length > 0 ? joined(parts) : undefined
    },
  }
}

function listsOf(reader: ContentRepository, kind: DatedKind): ListName[] {
  if (kind === 'articles') return [{ kind: 'category', slug: NEWEST_CATEGORY }]
  return reader.separateLists().map(({ slug }) => ({ kind: 'path', slug }))
}

interface ListedMonth {
  total: number
  cards(offset: number, count: number): AsyncIterable<Card>
}

async function rangeIn(places: Places, reader: ContentRepository, month: string): Promise<ListedMonth> {
  const { from, to } = await places.rangeOf(reader, month)
  return {
    total: to - from,
    cards: (offset, count) => places.cards(reader, { from: from + offset, to: Math.min(to, from + offset + count) }),
  }
}

async function monthOf(own: MonthsOfList, month: string): Promise<ListedMonth> {
  const pages = own.pages(month, 1)
  const first = await pages.next()
  if (first.done) return { total: 0, cards: () => joined([]) }
  return {
    total: first.value.total,
    cards: (offset, count) => cardsOf(own, month, { first: first.value, rest: pages }, offset, count),
  }
}

async function* cardsOf(
  own: MonthsOfList,
  month: string,
  { first, rest }: { first: Archive; rest: AsyncGenerator<Archive, void> },
  offset: number,
  count: number,
): AsyncGenerator<Card, void> {
  const { perPage } = own
  const skippedPages = Math.floor(offset / perPage)
  let place = skippedPages * perPage
  const take = function* (page: Archive): Generator<Card, void> {
    for (const [index, card] of cardsIn(page).entries()) {
      const at = place + Math.min(index, perPage - 1)
      if (at >= offset && at < offset + count) yield card
    }
    place += perPage
  }
  if (skippedPages === 0) yield* take(first)
  for await (const page of skippedPages === 0 ? rest : own.pages(month, skippedPages + 1)) {
    if (place >= offset + count) return
    yield* take(page)
  }
}

async function* joined(parts: ReadonlyArray<AsyncIterable<Card>>): AsyncGenerator<Card, void> {
  for (const part of parts) yield* part
}

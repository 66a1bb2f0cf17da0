import type * as z from 'zod'
import type { ListMonth } from '../../services/list-kind.ts'
import { SourceError } from '../upstream/errors.ts'
import { utc } from './card.ts'
import type { WordPressClient } from './client.ts'
import { MONTH_QUERY, type Query } from './fields.ts'
import { monthQuery } from './period.ts'
import type { CallBudget } from './rest-calls.ts'
import { restDated } from './wire.ts'

const AT_ONCE = 4
/** After more changed posts every month is counted. */
const MOST_CHANGED = 100
/** Two centuries: older dates are wrong. */
const MAX_MONTHS = 2400

interface Known {
  total: number
  modified: string
  months: Map<string, ListMonth>
}

export function createMonths(client: WordPressClient) {
  const known = new Map<string, Known>()

  const posts = (route: string, query: Query, about: () => CallBudget) =>
    client.list(route, { status: 'publish', ...query, ...MONTH_QUERY }, restDated, about())

  const count = async (route: string, month: string, about: () => CallBudget): Promise<ListMonth> => {
    const query = { per_page: '1', orderby: 'modified', ...monthQuery(month) }
    const { items, total } = await present(route, posts(route, query, about))
    return { month, count: total, modified: utc(items[0]?.modified_gmt) }
  }
  const recount = async (
    route: string,
    names: readonly string[],
    months: Map<string, ListMonth>,
    about: () => CallBudget,
  ): Promise<void> => {
    for (let from = 0; from < names.length; from += AT_ONCE) {
      const some = names.slice(from, from + AT_ONCE).map((name) => count(route, name, about))
      for (const one of await Promise.all(some)) {
        if (one.count > 0) months.set(one.month, one)
        else months.delete(one.month)
      }
    }
  }

  return async (route: string, about: () => CallBudget): Promise<ListMonth[]> => {
    const latest = await posts(route, { per_page: String(MOST_CHANGED), orderby: 'modified' }, about)
    if (!latest) return []
    const { items, total } = latest
    const modified = items[0]?.modified_gmt ?? ''
    const before = known.get(route)
    const months = new Map(before?.months)
    if (total <= items.length) fill(months, items)
    else if (before?.total !== total || before.modified !== modified) {
      const changed = items.filter((post) => (post.modified_gmt ?? '') >= (before?.modified ?? ''))
      const names = new Set(changed.flatMap(({ date }) => monthOf(date)))
      const isListed = changed.length < items.length
      if (isListed) await recount(route, [...names], months, about)
      // Posts were deleted, published as planned, or imported.
      if (!isListed || totalOf(months) !== total) {
        months.clear()
        await recount(route, await allMonths(route, about), months, about)
      }
    }
    known.set(route, { total, modified, months })
    return [...months.values()].sort((one, other) => (one.month < other.month ? 1 : -1))
  }

  async function allMonths(route: string, about: () => CallBudget): Promise<string[]> {
    const [oldest, newest] = await Promise.all(
      ['asc', 'desc'].map(async (order) => {
        const listed = await present(route, posts(route, { per_page: '1', orderby: 'date', order }, about))
        return listed.items.flatMap(({ date }) => monthOf(date))[0]
      }),
    )
    return oldest === undefined || newest === undefined ? [] : monthsBetween(oldest, newest)
  }
}

/** A missing count is not 0. @throws {SourceError} */
async function present<T>(route: string, listing: Promise<T | undefined>): Promise<T> {
  const listed = await listing
  if (listed === undefined) throw new SourceError(`GET ${route}`, 'not-json', 'no list of a month')
  return listed
}

/** @param posts all of them, the last modified first */
function fill(months: Map<string, ListMonth>, posts: ReadonlyArray<z.output<typeof restDated>>): void {
  months.clear()
  for (const { date, modified_gmt } of posts) {
    for (const month of monthOf(date)) {
      const { count = 0, modified = utc(modified_gmt) } = months.get(month) ?? {}
      months.set(month, { month, count: count + 1, modified })
    }
  }
}

function totalOf(months: ReadonlyMap<string, ListMonth>): number {
  return [...months.values()].reduce((sum, { count }) => sum + count, 0)
}

function monthOf(date: string | undefined): string[] {
  return date !== undefined && /^\d{4}-\d{2}-/.test(date) ? [date.slice(0, 7)] : []
}

/** Newest first, both included. */
function monthsBetween(oldest: string, newest: string): string[] {
  const number = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
  const length = Math.min(MAX_MONTHS, Math.max(0, number(newest) - number(oldest) + 1))
  return Array.from({ length }, (_, index) => {
    const one = number(newest) - index
    return `${String(Math.floor(one / 12)).padStart(4, '0')}-${String((one % 12) + 1).padStart(2, '0')}`
  })
}

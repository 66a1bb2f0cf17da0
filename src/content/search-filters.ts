import { isDate } from './dates.ts'

/** Browsers run this module, which imports nothing heavy. */
export interface SearchFilters {
  category?: string
  /** `YYYY-MM-DD`, inclusive. */
  from?: string
  to?: string
}

/** In the cache key's order. */
export const FILTER_NAMES = ['category', 'from', 'to'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

const MAX_SLUG = 80
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** A day must exist too. */
export const FILTER_FORMS: Readonly<Record<FilterName, RegExp>> = {
  category: /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
  from: DAY,
  to: DAY,
}

export function isFilterValue(name: FilterName, value: string): boolean {
  if (!FILTER_FORMS[name].test(value)) return false
  return name === 'category' ? value.length <= MAX_SLUG : isDate(`${value}T00:00`)
}

export function searchFilters(parameters: URLSearchParams): SearchFilters {
  const filters: SearchFilters = {}
  for (const name of FILTER_NAMES) {
    const value = parameters.get(name)
    if (value !== null && isFilterValue(name, value)) filters[name] = value
  }
  return filters
}

/** @returns `category=bitcoin&from=2026-01-01` */
export function filterQuery(filters: SearchFilters): string {
  return FILTER_NAMES.flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : `${name}=${value}`
  }).join('&')
}

import { countedIn } from './parameters.ts'

/** A URL with only what the cache key has, in a fixed order, so that all requests with one key get one page. */
export interface Target {
  url: string
  isWhole: boolean
}

export function targetOf(url: string): Target {
  const mark = url.indexOf('?')
  if (mark === -1) return { url, isWhole: true }
  const path = url.slice(0, mark)
  const query = new URLSearchParams(url.slice(mark))
  const counted = countedIn(path, query)
  return { url: counted.length === 0 ? path : `${path}?${counted.join('&')}`, isWhole: query.size === counted.length }
}

import { isNewsletterNotice } from '../config/copy.ts'
import { NOTICE_PARAMETER } from '../content/newsletter.ts'

/** Query parameters that make a page another page, where they do. All others are left out of the key. */
const KEY_PARAMETERS: ReadonlyArray<{ path: RegExp; names: readonly string[] }> = [
  { path: /^\/search$/, names: ['s', 'page'] },
  { path: /^\/api\/feed\//, names: ['cat', 'page'] },
]
/** What has no place for a notice: what is no page of the site, or has no form (COST-65). */
const WITHOUT_NOTICE =
  /^\/(?:api|wp-json|amp|fragment|search\/[^/]+)\/|^\/(?:offline|[^/]+\.(?:xml|txt|js|webmanifest|svg|ico))$/
/** A page of results that is none of the further ones is the first. */
const FURTHER_PAGE = /^(?!0*1?$)\d{1,6}$/

/** What a page is made for: nothing of an address that others under the same key do not have. */
export interface Target {
  /** Path and the parameters that count, in one order. */
  url: string
  /** False: the address has other parameters. */
  isWhole: boolean
}

export function targetOf(url: string): Target {
  const mark = url.indexOf('?')
  if (mark === -1) return { url, isWhole: true }
  const path = url.slice(0, mark)
  const query = new URLSearchParams(url.slice(mark))
  const names = KEY_PARAMETERS.find((known) => known.path.test(path))?.names ?? []
  const counted = names.flatMap((name) =>
    valuesOf(query, name, path).map((value) => `${name}=${encodeURIComponent(value)}`),
  )
  // Few notices and no others, so that nobody can fill the cache by making them up.
  const notice = WITHOUT_NOTICE.test(path) ? null : query.get(NOTICE_PARAMETER)
  if (isNewsletterNotice(notice)) counted.push(`${NOTICE_PARAMETER}=${notice}`)
  return { url: counted.length === 0 ? path : `${path}?${counted.join('&')}`, isWhole: query.size === counted.length }
}

/** Feeds that are asked for two categories are not there; of a search nothing reads a second one (COST-66). */
function valuesOf(query: URLSearchParams, name: string, path: string): string[] {
  const values = query.getAll(name)
  if (path !== '/search') return values
  const [first = ''] = values
  const isLeftOut = values.length === 0 || (name === 'page' && !FURTHER_PAGE.test(first))
  return isLeftOut ? [] : [first]
}

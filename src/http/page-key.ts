import { NOTICE_PARAMETER } from '../content/newsletter.ts'
import { isNewsletterNotice } from '../copy.ts'

/** Query parameters that make a page another page, where they do. All others are left out of the key. */
const KEY_PARAMETERS: ReadonlyArray<{ path: RegExp; names: readonly string[] }> = [
  { path: /^\/search$/, names: ['s', 'page'] },
  { path: /^\/api\/feed\//, names: ['cat', 'page'] },
]
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
  const counted = names.flatMap((name) => query.getAll(name).map((value) => `${name}=${encodeURIComponent(value)}`))
  // Few notices and no others, so that nobody can fill the cache by making them up.
  const notice = query.get(NOTICE_PARAMETER)
  if (isNewsletterNotice(notice)) counted.push(`${NOTICE_PARAMETER}=${notice}`)
  return { url: counted.length === 0 ? path : `${path}?${counted.join('&')}`, isWhole: query.size === counted.length }
}

import type { MenuItem } from '../../src/services/service.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import type { PageData } from '../page-data.ts'

const linkSets = memoizeByIdentity<readonly MenuItem[], Set<string>>()

/** SHELL-9. */
export interface MenuPlace {
  link: string
  /** The entry leads to the page itself, or to a list that has it. */
  is: 'page' | 'section'
}

/** The narrowest category of an article. */
export function menuPlaceOf(
  menu: readonly MenuItem[],
  path: string,
  data: PageData | undefined,
): MenuPlace | undefined {
  const links = linksOf(menu)
  if (data?.page === 'article') {
    const link = data.article.trail.flatMap(({ href }) => href ?? []).findLast((href) => links.has(href))
    return link === undefined ? undefined : { link, is: 'section' }
  }
  const own = data?.page === 'archive' ? data.basePath : path
  return links.has(own) ? { link: own, is: 'page' } : undefined
}

function linksOf(menu: readonly MenuItem[]): Set<string> {
  return linkSets(
    menu,
    [],
    () => new Set(menu.flatMap(({ link, items = [] }) => [link, ...items.map((item) => item.link)])),
  )
}

/** The entry above the current one is current too. */
export function currentOf({ link, items = [] }: MenuItem, place: MenuPlace | undefined): 'page' | 'true' | undefined {
  if (link === place?.link) return place.is === 'page' ? 'page' : 'true'
  return items.some((item) => item.link === place?.link) ? 'true' : undefined
}

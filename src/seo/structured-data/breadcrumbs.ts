import type { BreadcrumbList } from 'schema-dts'
import type { Service } from '../../services/service.ts'
import { originOf } from '../head.ts'

export interface Crumb {
  name: string
  /** Path of the page; absent: it has none. */
  href?: string
}

/**
 * The way from the home page to a page; the last one is the page itself. A step before it that has no page is left out:
 * Google requires an address of every one but the last (its documentation, "Breadcrumb").
 */
export function breadcrumbs(crumbs: readonly Crumb[], canonical: string, service: Service): BreadcrumbList {
  const origin = originOf(service)
  const way = [{ name: service.title, href: '/' }, ...crumbs].filter(
    ({ href }, index) => href !== undefined || index === crumbs.length,
  )
  return {
    '@type': 'BreadcrumbList',
    '@id': `${canonical}#breadcrumbs`,
    itemListElement: way.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(href !== undefined && { item: new URL(href, origin).href }),
    })),
  }
}

import type { BreadcrumbList } from 'schema-dts'
import type { Service } from '../../services/service.ts'
import { originOf } from '../head.ts'

export interface Crumb {
  name: string
  /** Path of the page; absent: it has none. */
  href?: string
}

/** The way from the home page to a page; the last one is the page itself. */
export function breadcrumbs(crumbs: readonly Crumb[], canonical: string, service: Service): BreadcrumbList {
  const origin = originOf(service)
  const way = [{ name: service.title, href: '/' }, ...crumbs]
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

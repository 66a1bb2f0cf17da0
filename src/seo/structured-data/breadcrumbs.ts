import type { BreadcrumbList } from 'schema-dts'
import type { Service } from '../../services/service.ts'
import { originOf } from '../head.ts'

export interface Crumb {
  name: string
  /** Absent: the step has no page. */
  href?: string
}

export const breadcrumbsId = (canonical: string): string => `${canonical}#breadcrumbs`

/**
 * The page is the last step. Other steps without a page are dropped: Google requires a URL for all but the last (its
 * documentation, "Breadcrumb").
 */
export function breadcrumbs(crumbs: readonly Crumb[], canonical: string, service: Service): BreadcrumbList {
  const origin = originOf(service)
  const way = [{ name: service.title, href: '/' }, ...crumbs].filter(
    ({ href }, index) => href !== undefined || index === crumbs.length,
  )
  return {
    '@type': 'BreadcrumbList',
    '@id': breadcrumbsId(canonical),
    itemListElement: way.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: href === undefined ? undefined : new URL(href, origin).href,
    })),
  }
}

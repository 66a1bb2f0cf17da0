import type { BreadcrumbList, ContactPoint, Organization, PostalAddress, WebSite } from 'schema-dts'
import type { Service } from '../../services/service.ts'
import { siteNameOf } from '../brand.ts'
import { originOf } from '../head.ts'

export const organizationId = (service: Service): string => `${originOf(service)}/#organization`
export const websiteId = (service: Service): string => `${originOf(service)}/#website`
export const articleId = (canonical: string): string => `${canonical}#article`
/** @param url absolute, of the first page */
export const personId = (url: string): string => `${url}#person`

const LOGO_SIDE = 512

/** schema-dts lacks what Google demands. */
interface Search {
  '@type': 'SearchAction'
  target: { '@type': 'EntryPoint'; urlTemplate: string }
  'query-input': string
}

/** Google shows these fields; the home has the rest (docs/decisions/125). */
export function publisher(service: Service): Organization {
  return {
    '@type': 'Organization',
    '@id': organizationId(service),
    name: siteNameOf(service),
    logo: logoOf(service),
  }
}

function logoOf(service: Service): string {
  return `${originOf(service)}/icons/${service.name}-${LOGO_SIDE}.png`
}

export function organization(service: Service): Organization {
  const origin = originOf(service)
  return {
    '@type': 'Organization',
    '@id': organizationId(service),
    name: siteNameOf(service),
    alternateName: service.group.name,
    url: `${origin}/`,
    logo: {
      '@type': 'ImageObject',
      url: logoOf(service),
      width: `${LOGO_SIDE}`,
      height: `${LOGO_SIDE}`,
    },
    sameAs: service.group.profiles.map(({ link }) => link),
    ...companyOf(service),
  }
}

function companyOf(service: Service) {
  const { organisation: { legalName, description, email, telephone, address } = {}, contact } = service.group
  const contactUrl = contact === undefined ? undefined : new URL(contact, originOf(service)).href
  const isReachable = email !== undefined || telephone !== undefined || contactUrl !== undefined
  const point: ContactPoint = {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    email,
    telephone,
    url: contactUrl,
    availableLanguage: service.language,
  }
  const place: PostalAddress = {
    '@type': 'PostalAddress',
    streetAddress: address?.street,
    postalCode: address?.postalCode,
    addressLocality: address?.city,
    addressRegion: address?.region,
    addressCountry: address?.country,
  }
  return {
    legalName,
    description,
    email,
    telephone,
    address: address && place,
    contactPoint: isReachable ? point : undefined,
  }
}

export function website(service: Service): WebSite {
  const origin = originOf(service)
  const search: Search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?s={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': websiteId(service),
    name: siteNameOf(service),
    url: `${origin}/`,
    inLanguage: service.language,
    publisher: { '@id': organizationId(service) },
    potentialAction: search,
  }
}

interface Crumb {
  name: string
  href?: string
}

export const breadcrumbsId = (canonical: string): string => `${canonical}#breadcrumbs`

/** The page is last; Google demands URLs of others. */
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

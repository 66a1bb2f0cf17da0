import type { Picture } from '../content/block.ts'
import type { Seo } from '../content/seo.ts'
import { copy } from '../copy.ts'
import type { Service } from '../services/service.ts'

/** What a page says of itself in its head. One model for every output. */
export interface HeadModel {
  title: string
  description?: string
  /** Absolute. */
  canonical: string
  /** `noindex`, or absent. */
  robots?: string
  ogType: 'website' | 'article' | 'profile'
  /** Absolute. */
  image?: { url: string; alt: string }
  publishedTime?: string
  modifiedTime?: string
  /** Absolute addresses of the neighbours of a list's page. */
  prev?: string
  next?: string
  /** Absolute address of the AMP document. */
  amphtml?: string
  siteName: string
}

export interface HeadPage {
  service: Service
  /** Public path with its query, as it is canonical. */
  path: string
  /** The page's own title; absent: the service's. */
  title?: string
  description?: string
  seo?: Seo
  isNoindex?: boolean
  ogType?: HeadModel['ogType']
  image?: Picture
  publishedTime?: string
  modifiedTime?: string
  ampPath?: string
  prevPath?: string
  nextPath?: string
}

/**
 * The head of a page. Scheme and host of every address come from configuration, never from the request or the CMS
 * (decisions 2 and 48).
 */
export function buildHead(page: HeadPage): HeadModel {
  const { service } = page
  const name = page.seo?.title ?? page.title
  const description = page.seo?.description || page.description || (name ? undefined : service.seo.description)
  const absolute = (path: string): string => new URL(path, originOf(service)).href
  return {
    title: name ? `${name} – ${siteNameOf(service)}` : service.seo.title,
    canonical: absolute(page.path),
    ogType: page.ogType ?? 'website',
    siteName: siteNameOf(service),
    ...(description && { description }),
    ...(page.isNoindex && { robots: 'noindex' }),
    ...(page.image && { image: { url: absolute(page.image.src), alt: page.image.alt } }),
    ...(page.publishedTime && { publishedTime: page.publishedTime }),
    ...(page.modifiedTime && { modifiedTime: page.modifiedTime }),
    ...(page.ampPath && { amphtml: absolute(page.ampPath) }),
    ...(page.prevPath && { prev: absolute(page.prevPath) }),
    ...(page.nextPath && { next: absolute(page.nextPath) }),
  }
}

/** `Szpalta Tech`; a name that stands for itself keeps it. */
export function siteNameOf(service: Service): string {
  return `${copy.group} ${service.title}`
}

/** The service's public origin; a service without one is only ever shown as another's sister. */
function originOf(service: Service): string {
  return service.serviceUrl ?? 'http://localhost'
}

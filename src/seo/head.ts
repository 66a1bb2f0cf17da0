import type { Picture } from '../content/block.ts'
import type { Seo } from '../content/seo.ts'
import { copy } from '../copy.ts'
import type { Service } from '../services/service.ts'
import { FEED_TYPES, type FeedFormat, feedPath } from './feed-path.ts'
import { oEmbedPath } from './oembed-path.ts'

/** What a page says of itself in its head. One model for every output. */
export interface HeadModel {
  title: string
  description?: string
  /** Absolute. */
  canonical: string
  robots: string
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
  /** `summary_large_image` where there is a picture to be large. */
  twitterCard: 'summary' | 'summary_large_image'
  /** Where a site that embeds the page asks about it; absolute. */
  oEmbed?: { json: string; xml: string }
  /** Feeds of the service, and of the category the page is about. */
  feeds: FeedLink[]
}

export interface FeedLink {
  type: string
  title: string
  /** Absolute. */
  href: string
}

/** Lets a search engine show the page's picture at its full width. */
const LARGE_PREVIEWS = 'max-image-preview:large'

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
  /** The category that the page lists: its own feeds are named first. */
  category?: { slug: string; name: string }
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
    robots: page.isNoindex ? 'noindex' : LARGE_PREVIEWS,
    ogType: page.ogType ?? 'website',
    siteName: siteNameOf(service),
    twitterCard: page.image ? 'summary_large_image' : 'summary',
    feeds: feedLinks(service, page.category),
    ...(description && { description }),
    ...(page.ogType === 'article' && { oEmbed: oEmbedLinks(service, absolute(page.path)) }),
    ...(page.image && { image: { url: absolute(page.image.src), alt: page.image.alt } }),
    ...(page.publishedTime && { publishedTime: page.publishedTime }),
    ...(page.modifiedTime && { modifiedTime: page.modifiedTime }),
    ...(page.ampPath && { amphtml: absolute(page.ampPath) }),
    ...(page.prevPath && { prev: absolute(page.prevPath) }),
    ...(page.nextPath && { next: absolute(page.nextPath) }),
  }
}

function oEmbedLinks(service: Service, canonical: string): NonNullable<HeadModel['oEmbed']> {
  const link = (format: 'json' | 'xml'): string => originOf(service) + oEmbedPath(canonical, format)
  return { json: link('json'), xml: link('xml') }
}

function feedLinks(service: Service, category: HeadPage['category']): FeedLink[] {
  const site = siteNameOf(service)
  const link = (format: FeedFormat, title: string, slug?: string): FeedLink => ({
    type: FEED_TYPES[format],
    title,
    href: originOf(service) + feedPath(format, slug),
  })
  return [
    ...(category ? [link('atom', copy.feed.category(site, category.name), category.slug)] : []),
    link('atom', copy.feed.title(site)),
    link('rss', copy.feed.rss(site)),
  ]
}

/** `Szpalta Tech`; a name that stands for itself keeps it. */
export function siteNameOf(service: Service): string {
  return `${copy.group} ${service.title}`
}

/** The service's public origin; a service without one is only ever shown as another's sister. */
export function originOf(service: Service): string {
  return service.serviceUrl ?? 'http://localhost'
}

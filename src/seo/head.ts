import { plainLine } from '../content/plain-line.ts'
import { MARKDOWN_SUFFIX, MARKDOWN_TYPE, oEmbedPath } from '../content/public-paths.ts'
import { licencesOf } from '../services/crawlers.ts'
import type { ListName } from '../services/list-kind.ts'
import type { Service } from '../services/service.ts'
import { siteNameOf, withSiteName } from './brand.ts'
import { FEED_TYPES, type FeedFormat, feedPath, podcastPath } from './feed-path.ts'
import { type HeadPage, type MetaTag, metaTags } from './meta-tags.ts'

export interface HeadModel {
  title: string
  description?: string
  /** Absolute. */
  canonical: string
  /** Absolute. */
  image: string
  /** In output order; only `article:tag` repeats. */
  metas: readonly MetaTag[]
  /** Absolute, of every form of the page. */
  links: readonly LinkTag[]
  /** Absolute, of the canonical page alone. */
  pageLinks: readonly LinkTag[]
}

export interface LinkTag {
  rel: 'canonical' | 'amphtml' | 'alternate' | 'license' | 'prev' | 'next'
  href: string
  type?: string
  title?: string
  hrefLang?: string
}

/** Requests decide neither scheme nor host (HEAD-12). */
export function buildHead(page: HeadPage): HeadModel {
  const { service } = page
  const name = plainLine(page.seo?.title ?? page.title ?? '')
  const written = page.seo?.description || page.description || (page.title ? undefined : service.seo.description)
  const description = plainLine(written ?? '')
  const absolute = (path: string): string => new URL(path, originOf(service)).href
  const canonical = absolute(page.canonicalPath ?? page.path)
  const { metas, image } = metaTags(page, { canonical, description, absolute })
  return {
    title: name ? withSiteName(name, service) : service.seo.title,
    description: description || undefined,
    canonical,
    image,
    metas,
    links: [{ rel: 'canonical', href: canonical }, ...feedLinks(service, page.category)],
    pageLinks: [
      ...(page.path === '/' && !page.isNoindex ? translationLinks(service) : []),
      ...articleTranslations(page, canonical),
      ...(page.ampPath ? [{ rel: 'amphtml' as const, href: absolute(page.ampPath) }] : []),
      ...(page.ogType === 'article' ? oEmbedLinks(service, absolute(page.path)) : []),
      ...machineLinks(page, absolute),
      ...(page.prevPath ? [{ rel: 'prev' as const, href: absolute(page.prevPath) }] : []),
      ...(page.nextPath ? [{ rel: 'next' as const, href: absolute(page.nextPath) }] : []),
    ],
  }
}

/** With this language (LANG-7). */
function translationLinks(service: Service): LinkTag[] {
  const others = service.translations.flatMap(({ language, serviceUrl }) =>
    serviceUrl === undefined ? [] : [{ language, url: serviceUrl }],
  )
  if (others.length === 0) return []
  return [{ language: service.language, url: originOf(service) }, ...others].map(({ language, url }) => ({
    rel: 'alternate',
    hrefLang: language,
    href: `${url}/`,
  }))
}

/** With the article's own language (LANG-7). */
function articleTranslations({ translations = [], language, service, isNoindex }: HeadPage, own: string): LinkTag[] {
  if (translations.length === 0 || isNoindex) return []
  const all = [{ language: language ?? service.language, url: own }, ...translations]
  return all.map(({ language: hrefLang, url: href }) => ({ rel: 'alternate', hrefLang, href }))
}

function oEmbedLinks(service: Service, pageUrl: string): LinkTag[] {
  const link = (type: string, format: 'json' | 'xml'): LinkTag => ({
    rel: 'alternate',
    type,
    href: originOf(service) + oEmbedPath(pageUrl, format),
  })
  return [link('application/json+oembed', 'json'), link('text/xml+oembed', 'xml')]
}

/** For machines (MACH-4, MACH-6). */
function machineLinks({ service, ogType, path }: HeadPage, absolute: (path: string) => string): LinkTag[] {
  const { crawlers } = service
  const markdown = ogType === 'article' && crawlers?.markdown
  return [
    ...(markdown ? [{ rel: 'alternate' as const, type: MARKDOWN_TYPE, href: absolute(path + MARKDOWN_SUFFIX) }] : []),
    ...licencesOf(crawlers).map((href) => ({
      rel: 'license' as const,
      type: 'application/rsl+xml',
      href: absolute(href),
    })),
  ]
}

function feedLinks(service: Service, category: HeadPage['category']): LinkTag[] {
  const site = siteNameOf(service)
  const { feed } = service.messages
  const link = (format: FeedFormat, title: string, list?: ListName): LinkTag => ({
    rel: 'alternate',
    type: FEED_TYPES[format],
    title,
    href: originOf(service) + feedPath(format, list),
  })
  return [
    ...(category
      ? [
          link('atom', feed.category({ site, category: category.name }), {
            kind: category.kind ?? 'category',
            slug: category.slug,
          }),
          ...podcastLinks(service, category),
        ]
      : []),
    link('atom', feed.title({ site })),
    link('rss', feed.rss({ site })),
  ]
}

function podcastLinks(
  service: Service,
  { kind = 'category', slug, name }: NonNullable<HeadPage['category']>,
): LinkTag[] {
  const podcast = service.podcasts?.find(({ list }) => list.kind === kind && list.slug === slug)
  if (!podcast) return []
  const href = originOf(service) + podcastPath(podcast.list)
  return [{ rel: 'alternate', type: FEED_TYPES.rss, title: podcast.title ?? name, href }]
}

export function originOf(service: Service): string {
  return service.serviceUrl ?? 'http://localhost'
}

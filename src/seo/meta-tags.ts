import { isNoindex, parseRobots, type Robots, robotsText, strictest } from '../content/robots.ts'
import { CRAWLERS, SEO_TAGS, type SeoTag, type SeoTags } from '../content/seo.ts'
import { LANGUAGE_RULES } from '../languages/language.ts'
import { siteNameOf, withoutSiteName } from './brand.ts'
import type { HeadPage } from './head-page.ts'

/** A meta tag: Open Graph uses `property`, everything else `name`. */
export type MetaTag = { name: string; content: string } | { property: string; content: string }

interface Addressed {
  canonical: string
  description: string | undefined
  absolute(path: string): string
}

/** Lets a search engine show the page's image at its full width. */
const LARGE_PREVIEWS: Robots = { flags: [], maxImagePreview: 'large' }
const NOINDEX: Robots = { flags: ['noindex'] }
const BY_PROPERTY = /^(?:og|article|profile|fb):/
const IMAGES: readonly SeoTag[] = ['og:image', 'twitter:image']

/** All meta tags of a page: the CMS' own, else those derived from the page (HEAD-15). */
export function metaTags(page: HeadPage, { canonical, description, absolute }: Addressed): MetaTag[] {
  const { tags: cmsTags = {}, articleTags = [] } = page.seo ?? {}
  const tags: SeoTags = { ...textTags(page, description), ...imageTags(page), ...cmsTags }
  return [
    ...(description ? [meta('description', description)] : []),
    ...robotsTags(page),
    meta('og:url', canonical),
    ...SEO_TAGS.flatMap((tag) => {
      const value = tags[tag]
      return value === undefined ? [] : [meta(tag, IMAGES.includes(tag) ? absolute(value) : value)]
    }),
    ...articleTags.map((tag) => meta('article:tag', tag)),
  ]
}

function meta(tag: string, content: string): MetaTag {
  return BY_PROPERTY.test(tag) ? { property: tag, content } : { name: tag, content }
}

function textTags(page: HeadPage, description: string | undefined): SeoTags {
  const { service, publishedTime, modifiedTime } = page
  return {
    'og:type': page.ogType ?? 'website',
    'og:title': withoutSiteName(page.title ?? page.seo?.title ?? service.seo.title, service.group),
    'og:site_name': siteNameOf(service),
    'og:locale': LANGUAGE_RULES[service.language].ogLocale,
    ...(description && { 'og:description': description }),
    ...(publishedTime && { 'article:published_time': publishedTime }),
    ...(modifiedTime && { 'article:modified_time': modifiedTime }),
  }
}

/** The page's image, unless the CMS chose another one, which has a size and a text of its own. */
function imageTags({ image, seo }: HeadPage): SeoTags {
  const cmsTags = seo?.tags ?? {}
  const own = cmsTags['og:image'] ? undefined : image
  return {
    'twitter:card': own || cmsTags['og:image'] || cmsTags['twitter:image'] ? 'summary_large_image' : 'summary',
    ...(own && { 'og:image': own.src }),
    ...(own?.alt && { 'og:image:alt': own.alt }),
    ...(own?.width && own.height && { 'og:image:width': `${own.width}`, 'og:image:height': `${own.height}` }),
  }
}

/**
 * CMS, configuration and page combine to the strictest (HEAD-6); a crawler with directives of its own gets both
 * (HEAD-9).
 */
function robotsTags({ service, seo, isNoindex: isExcluded = false }: HeadPage): MetaTag[] {
  const directives = strictest([
    ...(isExcluded ? [NOINDEX] : []),
    ...(service.robots === undefined ? [] : [parseRobots(service.robots, service.timeZone)]),
    ...(seo?.robots ? [seo.robots] : []),
  ])
  const robots = isNoindex(directives) ? directives : strictest([LARGE_PREVIEWS, directives])
  return [
    meta('robots', robotsText(robots)),
    ...CRAWLERS.flatMap((crawler) => {
      const own = seo?.crawlers?.[crawler]
      return own ? [meta(crawler, robotsText(strictest([robots, own])))] : []
    }),
  ]
}

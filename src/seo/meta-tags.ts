import { isNoindex, parseRobots, type Robots, robotsText, strictest } from '../content/robots.ts'
import { CRAWLERS, SEO_TAGS, type SeoTag, type SeoTags } from '../content/seo.ts'
import { copy } from '../copy.ts'
import { siteNameOf, withoutSiteName } from './brand.ts'
import type { HeadPage } from './head-page.ts'

/** One meta tag: Open Graph names it by `property`, everything else by `name`. */
export type MetaTag = { name: string; content: string } | { property: string; content: string }

interface Addressed {
  canonical: string
  description: string | undefined
  absolute(path: string): string
}

/** Lets a search engine show the page's picture at its full width. */
const LARGE_PREVIEWS: Robots = { flags: [], maxImagePreview: 'large' }
const KEPT_OUT: Robots = { flags: ['noindex'] }
const BY_PROPERTY = /^(?:og|article|profile|fb):/
const PICTURES: readonly SeoTag[] = ['og:image', 'twitter:image']

/** Every meta tag of a page: what the CMS says, and what follows from the page where it says nothing (HEAD-15). */
export function metaTags(page: HeadPage, { canonical, description, absolute }: Addressed): MetaTag[] {
  const { tags: said = {}, articleTags = [] } = page.seo ?? {}
  const tags: SeoTags = { ...textTags(page, description), ...pictureTags(page), ...said }
  return [
    ...(description ? [meta('description', description)] : []),
    ...robotsTags(page),
    meta('og:url', canonical),
    ...SEO_TAGS.flatMap((tag) => {
      const value = tags[tag]
      return value === undefined ? [] : [meta(tag, PICTURES.includes(tag) ? absolute(value) : value)]
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
    'og:title': withoutSiteName(page.title ?? page.seo?.title ?? service.seo.title),
    'og:site_name': siteNameOf(service),
    'og:locale': copy.ogLocale,
    ...(description && { 'og:description': description }),
    ...(publishedTime && { 'article:published_time': publishedTime }),
    ...(modifiedTime && { 'article:modified_time': modifiedTime }),
  }
}

/** The page's picture, unless the CMS chose another one: its size and its text are not that one's. */
function pictureTags({ image, seo }: HeadPage): SeoTags {
  const said = seo?.tags ?? {}
  const own = said['og:image'] ? undefined : image
  return {
    'twitter:card': own || said['og:image'] || said['twitter:image'] ? 'summary_large_image' : 'summary',
    ...(own && { 'og:image': own.src }),
    ...(own?.alt && { 'og:image:alt': own.alt }),
    ...(own?.width && own.height && { 'og:image:width': `${own.width}`, 'og:image:height': `${own.height}` }),
  }
}

/** CMS, configuration and page add up to the strictest (HEAD-6); a search engine of its own name gets both (HEAD-9). */
function robotsTags({ service, seo, isNoindex: isKeptOut = false }: HeadPage): MetaTag[] {
  const asked = strictest([
    ...(isKeptOut ? [KEPT_OUT] : []),
    ...(service.robots === undefined ? [] : [parseRobots(service.robots)]),
    ...(seo?.robots ? [seo.robots] : []),
  ])
  const robots = isNoindex(asked) ? asked : strictest([LARGE_PREVIEWS, asked])
  return [
    meta('robots', robotsText(robots)),
    ...CRAWLERS.flatMap((crawler) => {
      const own = seo?.crawlers?.[crawler]
      return own ? [meta(crawler, robotsText(strictest([robots, own])))] : []
    }),
  ]
}

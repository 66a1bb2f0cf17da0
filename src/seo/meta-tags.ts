import { plainLine } from '../content/plain-line.ts'
import { isNoindex, parseRobots, type Robots, robotsText, strictest } from '../content/robots.ts'
import { CRAWLERS, SEO_TAGS, type Seo, type SeoTag, type SeoTags } from '../content/seo.ts'
import { LARGE_WIDTH } from '../content/shared-image.ts'
import { rulesOf } from '../languages/language.ts'
import type { Service } from '../services/service.ts'
import { siteNameOf, withoutSiteName } from './brand.ts'
import { imageOfService, type PageImage, type Place } from './share-image.ts'

/** Only Open Graph uses `property`. */
export type MetaTag = { name: string; content: string } | { property: string; content: string }

interface Addressed {
  canonical: string
  description: string | undefined
  absolute(path: string): string
}

const LARGE_PREVIEWS: Robots = { flags: [], maxImagePreview: 'large' }
const NOINDEX: Robots = { flags: ['noindex'] }
const BY_PROPERTY = /^(?:og|article|profile|fb):/
const IMAGES: readonly SeoTag[] = ['og:image', 'twitter:image']

/** The CMS' tags win (HEAD-15). The image is absolute. */
export function metaTags(
  page: HeadPage,
  { canonical, description, absolute }: Addressed,
): { metas: MetaTag[]; image: string } {
  const { tags: written = {}, articleTags = [] } = page.seo ?? {}
  const cmsTags = withoutNarrowImage(written)
  const own = imageTags(page, cmsTags)
  const tags: SeoTags = { ...textTags(page, description), ...own, ...cmsTags }
  const metas = [
    ...(description ? [meta('description', description)] : []),
    ...robotsTags(page),
    meta('og:url', canonical),
    ...SEO_TAGS.flatMap((tag) => {
      const value = tags[tag]
      return value === undefined ? [] : [meta(tag, IMAGES.includes(tag) ? absolute(value) : value)]
    }),
    ...articleTags.map((tag) => meta('article:tag', tag)),
  ]
  return { metas, image: absolute(tags['og:image'] ?? imageOfService(page.service, page.place).src) }
}

function meta(tag: string, content: string): MetaTag {
  return BY_PROPERTY.test(tag) ? { property: tag, content } : { name: tag, content }
}

function textTags(page: HeadPage, description: string | undefined): SeoTags {
  const { service, publishedTime, modifiedTime } = page
  return {
    'og:type': page.ogType ?? 'website',
    'og:title': withoutSiteName(plainLine(page.title ?? page.seo?.title ?? service.seo.title), service.group),
    'og:site_name': siteNameOf(service),
    'og:locale': rulesOf(service.language).ogLocale,
    'og:description': description || undefined,
    'article:published_time': publishedTime || undefined,
    'article:modified_time': modifiedTime || undefined,
  }
}

/** The CMS' image wins, if large enough (HEAD-28). */
function imageTags({ image, place, service }: HeadPage, cmsTags: SeoTags): SeoTags {
  const card: SeoTags = { 'twitter:card': 'summary_large_image' }
  if (cmsTags['og:image'] !== undefined) return card
  const { src, alt, width, height } = image ?? imageOfService(service, place)
  const isSized = Boolean(width && height)
  return {
    ...card,
    'og:image': src,
    'og:image:alt': alt || undefined,
    'og:image:width': isSized ? `${width}` : undefined,
    'og:image:height': isSized ? `${height}` : undefined,
  }
}

function withoutNarrowImage(tags: SeoTags): SeoTags {
  const width = tags['og:image:width']
  if (width === undefined || Number(width) >= LARGE_WIDTH) return tags
  const {
    'og:image': _image,
    'og:image:width': _width,
    'og:image:height': _height,
    'og:image:alt': _alt,
    'twitter:image': _card,
    'twitter:image:alt': _text,
    ...others
  } = tags
  return others
}

/** The strictest wins; a crawler with own directives gets both (HEAD-6). */
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

export interface HeadPage {
  service: Service
  path: string
  canonicalPath?: string
  /** Absent: the service's. */
  title?: string
  description?: string
  seo?: Seo
  isNoindex?: boolean
  ogType?: 'website' | 'article' | 'profile'
  image?: PageImage
  /** Nearest category first. */
  place?: Place
  publishedTime?: string
  modifiedTime?: string
  ampPath?: string
  /** Absolute, by language. */
  translations?: ReadonlyArray<{ language: string; url: string }>
  /** Absent: the service's. */
  language?: string
  category?: { slug: string; name: string; kind?: 'category' | 'path' | 'series' }
  prevPath?: string
  nextPath?: string
}

import type { Robots } from './robots.ts'

export interface Seo {
  title?: string
  description?: string
  /** CMS form; absent: elsewhere. */
  canonicalPath?: string
  robots?: Robots
  crawlers?: Partial<Record<Crawler, Robots>>
  tags?: SeoTags
  /** It alone may repeat. */
  articleTags?: readonly string[]
}

export const CRAWLERS = ['googlebot', 'googlebot-news', 'bingbot'] as const
export type Crawler = (typeof CRAWLERS)[number]

/** In the output's order (HEAD-15). */
export const SEO_TAGS = [
  'author',
  'keywords',
  'news_keywords',
  'og:type',
  'og:title',
  'og:description',
  'og:site_name',
  'og:locale',
  'og:image',
  'og:image:width',
  'og:image:height',
  'og:image:alt',
  'twitter:card',
  'twitter:title',
  'twitter:description',
  'twitter:image',
  'twitter:image:alt',
  'twitter:site',
  'twitter:creator',
  'twitter:label1',
  'twitter:data1',
  'twitter:label2',
  'twitter:data2',
  'article:published_time',
  'article:modified_time',
  'article:expiration_time',
  'article:author',
  'article:publisher',
  'article:section',
  'profile:first_name',
  'profile:last_name',
  'profile:username',
  'fb:app_id',
] as const
export type SeoTag = (typeof SEO_TAGS)[number]
export type SeoTags = Readonly<Partial<Record<SeoTag, string>>>

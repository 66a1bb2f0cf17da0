import { x } from 'xastscript'
import type { Article } from '../../content/article.ts'
import { siteNameOf } from '../../seo/brand.ts'
import { originOf } from '../../seo/head.ts'
import type { Service } from '../../services/service.ts'
import { writeXml } from '../../syndication/feeds/xml.ts'

/** A link with the data of a card (oEmbed 1.0, 2.3.4). `cache_age` is in seconds. */
export interface OEmbed {
  version: '1.0'
  type: 'link'
  title: string
  author_name?: string
  author_url?: string
  provider_name: string
  provider_url: string
  cache_age: number
  thumbnail_url?: string
  thumbnail_width?: number
  thumbnail_height?: number
}

const CACHE_AGE = 3600

/** @param limits maximum image size that the embedding site requests, in pixels */
export function oEmbedOf(
  article: Article,
  service: Service,
  limits: { width?: number | undefined; height?: number | undefined },
): OEmbed {
  const origin = originOf(service)
  const absolute = (path: string): string => new URL(path, origin).href
  const { hero, authors } = article
  const [author] = authors
  const { width = 0, height = 0 } = hero ?? {}
  const hasRoom = width <= (limits.width ?? width) && height <= (limits.height ?? height)
  return {
    version: '1.0',
    type: 'link',
    title: article.title,
    ...(author && { author_name: authors.map(({ name }) => name).join(', ') }),
    ...(author?.href && authors.length === 1 && { author_url: absolute(author.href) }),
    provider_name: siteNameOf(service),
    provider_url: `${origin}/`,
    cache_age: CACHE_AGE,
    ...(hero && hasRoom && { thumbnail_url: absolute(hero.src), thumbnail_width: width, thumbnail_height: height }),
  }
}

/** Writes the same as XML (oEmbed 1.0, 2.3.4.1). */
export function oEmbedXml(embed: OEmbed): string {
  const fields = Object.entries(embed).map(([name, value]) => x(name, String(value)))
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${writeXml(x('oembed', fields))}\n`
}

import type { Express, RequestHandler, Response } from 'express'
import type { Article } from '../../content/article.ts'
import { plainLine } from '../../content/plain-line.ts'
import { cmsPath, OEMBED_PATH } from '../../content/public-paths.ts'
import { isMissing } from '../../content/repository.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import { siteNameOf } from '../../seo/brand.ts'
import { originOf } from '../../seo/head.ts'
import { serviceAt } from '../../services/registry.ts'
import type { Service, Services } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { oEmbedRoutes } from './route-declarations.ts'

interface OEmbed {
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

function oEmbedOf(
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
  const thumbnail = hasRoom ? hero : undefined
  return {
    version: '1.0',
    type: 'link',
    title: plainLine(article.title),
    author_name: author && authors.map(({ name }) => name).join(', '),
    author_url: author?.href && authors.length === 1 ? absolute(author.href) : undefined,
    provider_name: siteNameOf(service),
    provider_url: `${origin}/`,
    cache_age: CACHE_AGE,
    thumbnail_url: thumbnail && absolute(thumbnail.src),
    thumbnail_width: thumbnail && width,
    thumbnail_height: thumbnail && height,
  }
}

async function oEmbedXml(embed: OEmbed): Promise<string> {
  const [{ x }, { writeXml }] = await Promise.all([import('xastscript'), import('../../syndication/feeds/xml.ts')])
  const fields = Object.entries(embed).flatMap(([name, value]) => (value === undefined ? [] : [x(name, String(value))]))
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${writeXml(x('oembed', fields))}\n`
}

interface OEmbedSettings {
  services: Services
  reader: ContentRepositories['reader']
}

export function oEmbed({ services, reader }: OEmbedSettings): RequestHandler {
  return async (request, response) => {
    const { url, format = 'json' } = request.query
    forbidCaching(response)
    // Scripts of any site may read it.
    response.set('access-control-allow-origin', '*')
    if (typeof url !== 'string') return refuse(response, 400, 'url is missing')
    if (format !== 'json' && format !== 'xml') return refuse(response, 501, 'format is neither json nor xml')
    const address = URL.parse(url)
    const service = address && serviceAt(services, address)
    const article = service && (await reader(service, contextOf(request).content).article(cmsPath(address.pathname)))
    if (!article || isMissing(article)) return refuse(response, 404, 'no article of this site has that URL')
    const embed = oEmbedOf(article, service, {
      width: pixels(request.query.maxwidth),
      height: pixels(request.query.maxheight),
    })
    cacheAs(response, oEmbedRoutes.oEmbed.caching.oEmbed)
    if (format === 'xml') response.type('text/xml').send(await oEmbedXml(embed))
    else response.json(embed)
  }
}

function refuse(response: Response, status: number, error: string): void {
  response.status(status).json({ error })
}

function pixels(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : undefined
}

export function mountOEmbed(app: Express, { services, content }: AppDependencies): void {
  app.get(OEMBED_PATH, oEmbed({ services, reader: content.reader }))
}

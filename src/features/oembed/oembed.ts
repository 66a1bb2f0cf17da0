import type { RequestHandler, Response } from 'express'
import { isMissing } from '../../content/missing.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import { serviceAt } from '../../services/registry.ts'
import type { Services } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { oEmbedOf, oEmbedXml } from './response.ts'

interface OEmbedSettings {
  services: Services
  reader: ContentRepositories['reader']
}

/** `GET /api/oembed?url=…` lets other sites show an article as a card (oEmbed 1.0). */
export function oEmbed({ services, reader }: OEmbedSettings): RequestHandler {
  return async (request, response) => {
    const { url, format = 'json' } = request.query
    forbidCaching(response)
    // The response does not depend on the reader, so scripts of any site may read it.
    response.set('access-control-allow-origin', '*')
    if (typeof url !== 'string') return refuse(response, 400, 'url is missing')
    if (format !== 'json' && format !== 'xml') return refuse(response, 501, 'format is neither json nor xml')
    const address = URL.parse(url)
    const service = address && serviceAt(services, address)
    const article = service && (await reader(service, contextOf(request).content).article(cmsPath(address.pathname)))
    if (!article || isMissing(article)) return refuse(response, 404, 'no article of this site has that address')
    const embed = oEmbedOf(article, service, {
      width: pixels(request.query.maxwidth),
      height: pixels(request.query.maxheight),
    })
    cacheAs(response, 'oEmbed')
    if (format === 'xml') response.type('text/xml').send(oEmbedXml(embed))
    else response.json(embed)
  }
}

function refuse(response: Response, status: number, error: string): void {
  response.status(status).json({ error })
}

function pixels(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : undefined
}

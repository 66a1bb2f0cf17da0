import type { RequestHandler } from 'express'
import { renderArticleFragment } from '../../views/article-fragment.tsx'
import type { Portal } from '../../views/context.ts'
import { cmsPath, fragmentPath, writtenPath } from '../content/links.ts'
import { isMissing } from '../content/missing.ts'
import type { ContentReader } from '../content/reader.ts'
import { articleKeys, serviceKey } from '../content/surrogate-keys.ts'
import type { Service } from '../services/service.ts'
import { allowCaching, forbidCaching, MISSING_POLICY, PAGE_POLICY } from './cache-policy.ts'
import { type Reading, readingOf } from './reading.ts'

interface FragmentSettings {
  portal: Omit<Portal, 'service' | 'reader'>
  serviceOf: (host: string | undefined) => Service
  reader(service: Service, reading: Reading): ContentReader
}

/** `GET /fragment{path}`: an article without its page, to be appended below another one (spec 4, "Article page"). */
export function articleFragment({ portal, serviceOf, reader }: FragmentSettings): RequestHandler<{ path: string[] }> {
  return async (request, response) => {
    const service = serviceOf(request.get('host'))
    response.set('x-robots-tag', 'noindex')
    const ownReader = (wanted: Service) => reader(wanted, readingOf(request))
    const article =
      service.articleLayout === 'scroll'
        ? await ownReader(service).furtherArticle(cmsPath(writtenPath(request.params.path)))
        : { missing: true as const }
    if (isMissing(article)) {
      allowCaching(response, MISSING_POLICY)
      response.status(404).type('text').send('404')
      return
    }
    const canonical = fragmentPath(article.path)
    if (request.path !== canonical) {
      // One article has one address here: any other way to write it is kept nowhere.
      forbidCaching(response)
      return response.redirect(301, canonical)
    }
    allowCaching(response, PAGE_POLICY, [...articleKeys(article), serviceKey(service.name)])
    response.type('html').send(renderArticleFragment(article, { ...portal, service, reader: ownReader }))
  }
}

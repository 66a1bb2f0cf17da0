import type { RequestHandler, Response } from 'express'
import { renderAmpDocument } from '../../../amp/document.ts'
import type { AmpStyles } from '../../../amp/extensions.ts'
import type { Portal, Preview } from '../../../views/context.ts'
import { renderDocument } from '../../../views/render.tsx'
import type { Article } from '../../content/article.ts'
import { frameOriginsOf } from '../../content/embeds.ts'
import { isMissing } from '../../content/repository.ts'
import { withoutTrailingSlashes } from '../../content/trailing-slashes.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { errorDocument } from '../../edge/transport/minimal-response.ts'
import { AMP_POLICY, framingPolicy, pagePolicy } from '../../http/middleware/page-security-headers.ts'
import { contextOf } from '../../http/request-context.ts'
import { sendDocument } from '../../http/send-body.ts'
import type { Integrations } from '../../integrations/settings.ts'
import { articleHead } from '../../seo/article-head.ts'
import { originOf } from '../../seo/head.ts'
import { articleGraph } from '../../seo/structured-data/graph.ts'
import { ownStylesOf } from '../../services/own-style.ts'
import type { Service, ServiceName } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import type { GiphyOrigins } from '../../sources/giphy/item.ts'
import { checkedLink } from '../../system/signed-link.ts'
import { BAR_STYLE, framingDocument, OUTER_STYLE, previewBar } from './bar.ts'
import { choiceIn, type PreviewChoice } from './choice.ts'

interface PreviewSettings {
  /** A service without a secret has no previews (PREVIEW-2). */
  secrets: Readonly<Record<ServiceName, string>>
  reader: ContentRepositories['reader']
  portal: Omit<Portal, 'service' | 'reader' | 'preview'>
  ampStyles: AmpStyles
  giphyOrigins: GiphyOrigins | undefined
  cmsUrlOf: (service: Service) => string | undefined
}

/** Nobody advertises on a preview, and nobody counts it (PREVIEW-5). */
const NOBODY: Integrations = { consent: 'preset' }

/** Shows a text that readers do not see yet (PREVIEW-1). */
export function preview({
  secrets,
  reader,
  portal: shared,
  ampStyles,
  giphyOrigins,
  cmsUrlOf,
}: PreviewSettings): RequestHandler<{ id: string }> {
  const portal = { ...shared, integrations: NOBODY }
  const policy = pagePolicy({
    assets: portal.assets,
    ownStyles: [...ownStylesOf(portal.services), BAR_STYLE],
    integrations: NOBODY,
    frameOrigins: frameOriginsOf(portal.services),
    giphyOrigins: giphyOrigins && { ...giphyOrigins, pingback: [] },
  })
  const outerPolicy = framingPolicy(OUTER_STYLE)
  const adminUrlOf = (service: Service): string | undefined => {
    const cmsUrl = cmsUrlOf(service)
    return service.adminUrl ?? (cmsUrl === undefined ? undefined : `${withoutTrailingSlashes(cmsUrl)}/wp-admin/`)
  }

  return async (request, response) => {
    forbidCaching(response)
    response.set({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    const { service, content } = contextOf(request)
    const secret = Object.hasOwn(secrets, service.name) ? secrets[service.name] : undefined
    if (secret === undefined) return refuse(response, 404, service, service.messages.notFound)
    const link = checkedLink(secret, request.params.id, request.query, Math.floor(Date.now() / 1000))
    if (!link) return refuse(response, 403, service, service.messages.preview.refused)
    const choice = choiceIn(request.query)
    if (choice.width !== 'full') {
      response.setHeader('content-security-policy', outerPolicy)
      return sendDocument(response, framingDocument(link, choice, service, adminUrlOf(service)))
    }
    const options = { ...content, revalidate: true }
    const article = await reader(service, options).draft(link.id)
    const isThere = !isMissing(article) && (choice.output !== 'amp' || service.hasAmp)
    if (!isThere) return refuse(response, 404, service, service.messages.preview.missing)
    const own: Preview = {
      article,
      output: choice.output === 'card' ? 'card' : 'page',
      style: BAR_STYLE,
      bar: choice.isFramed ? undefined : previewBar(link, choice, service, adminUrlOf(service)),
      ...themeOf(choice, service),
    }
    if (choice.output === 'amp') {
      response.setHeader('content-security-policy', AMP_POLICY)
      return sendDocument(response, ampDocument(article, own, service))
    }
    response.setHeader('content-security-policy', policy)
    const page = await renderDocument(new URL(request.path, originOf(service)), {
      ...portal,
      // A copy is outside of what is memoised for readers.
      service: { ...service },
      reader: (of) => reader(of, content),
      preview: own,
    })
    if (page.kind === 'redirect') return refuse(response, 404, service, service.messages.preview.missing)
    if (page.error !== undefined) throw page.error
    response.status(page.status)
    sendDocument(response, await page.render())
  }

  function ampDocument(article: Article, own: Preview, service: Service): Buffer {
    const { integrations, report } = portal
    const head = articleHead(article, service)
    const jsonLd = articleGraph(article, service)
    return renderAmpDocument({
      ...{ article, service, head, jsonLd, next: { cards: [] }, styles: ampStyles, integrations, report },
      preview: own,
    })
  }
}

function themeOf({ theme }: PreviewChoice, service: Service): Pick<Preview, 'theme'> {
  return theme === 'system' || service.theme !== 'switchable' ? {} : { theme }
}

function refuse(response: Response, status: 403 | 404, service: Service, words: { title: string; lead: string }): void {
  response.status(status).type('html').send(errorDocument(service, words))
}

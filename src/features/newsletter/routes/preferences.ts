import type { Router } from 'express'
import express from 'express'
import * as z from 'zod'
import { erasedPage, erasurePage, preferencesPage, unsubscribedPage } from '../../../../views/pages/newsletter.tsx'
import { ERASURE_STEP, EXPORT_STEP, preferencesPath } from '../../../content/newsletter-paths.ts'
import { onlyTypes } from '../../../http/middleware/post-guards.ts'
import { contextOf } from '../../../http/request-context.ts'
import { newslettersOf, serviceNameOf } from '../../../services/newsletters.ts'
import { findService } from '../../../services/registry.ts'
import type { Service, Services } from '../../../services/service.ts'
import type { Preferences, Subscriber } from '../store/records.ts'
import type { SubscriberStore } from '../store/store.ts'
import {
  maskedEmail,
  POSTS_PER_MINUTE,
  pageOf,
  type ReaderPagesSettings,
  readerPages,
  sendGone,
} from './reader-pages.ts'

/** All that is stored of a reader (GDPR, articles 15 and 20). */
interface OwnData {
  email: string
  exportedAt: string
  isSuppressed: boolean
  subscriptions: Array<{
    service: string
    status: 'pending' | 'confirmed'
    createdAt: string
    confirmedAt: string | null
    proof: string | null
    group: number
  }>
}

async function ownDataOf(
  store: Pick<SubscriberStore, 'isSuppressed'>,
  { email, rows }: Preferences,
  at: string,
): Promise<OwnData> {
  return {
    email,
    exportedAt: at,
    isSuppressed: await store.isSuppressed(email),
    // A token would let others act for the reader.
    subscriptions: rows.map(({ service, status, createdAt, confirmedAt, proof, group }) => ({
      service,
      status,
      createdAt,
      confirmedAt: confirmedAt ?? null,
      proof: proof ?? null,
      group,
    })),
  }
}

const MAX_BODY_BYTES = 4096
const SAVED = 'zapisano'

const body = z.object({
  service: z
    .union([z.string().transform((one) => [one]), z.array(z.string()).max(100)])
    .optional()
    .default([]),
})

/** Shows newsletters, exports the reader's data, and erases it (NEWS-22). */
export function preferences(settings: ReaderPagesSettings): Router {
  const { store, services, styles, now = () => new Date() } = settings
  const router = readerPages(settings, POSTS_PER_MINUTE)

  router.get('/:token', async (request, response) => {
    const token = String(request.params.token)
    const known = await store.byManageToken(token)
    if (!known) return sendGone(response, styles)
    const chosen = new Set(known.rows.map(({ service }) => service))
    const choices = offered(services, contextOf(request).service, known.rows).map((choice) => ({
      ...choice,
      isChosen: chosen.has(choice.name),
    }))
    const path = preferencesPath(token)
    response.type('html').send(
      preferencesPage(pageOf(response, styles), {
        email: maskedEmail(known.email),
        choices,
        isSaved: request.query[SAVED] !== undefined,
        exportPath: `${path}/${EXPORT_STEP}`,
        erasurePath: `${path}/${ERASURE_STEP}`,
      }),
    )
  })
  router.post(
    '/:token',
    onlyTypes(['urlencoded']),
    express.urlencoded({ limit: MAX_BODY_BYTES, extended: false }),
    async (request, response) => {
      const token = String(request.params.token)
      const known = await store.byManageToken(token)
      const { data } = body.safeParse(request.body ?? {})
      if (!known) return sendGone(response, styles)
      const names = new Set(offered(services, contextOf(request).service, known.rows).map(({ name }) => name))
      if (!data?.service.every((name) => names.has(name))) {
        response.status(400).type('text').send('400')
        return
      }
      const changed = await store.setServices(token, data.service, now().toISOString())
      if (!changed) return sendGone(response, styles)
      const [first] = changed.rows
      // The token of a removed row is gone with it.
      const left = changed.rows.find(({ manageToken }) => manageToken === token) ?? first
      if (left) response.redirect(303, `${preferencesPath(left.manageToken)}?${SAVED}=1`)
      else response.type('html').send(unsubscribedPage(pageOf(response, styles)))
    },
  )
  router.get(`/:token/${EXPORT_STEP}`, async (request, response) => {
    const known = await store.byManageToken(String(request.params.token))
    if (!known) return sendGone(response, styles)
    const data = await ownDataOf(store, known, now().toISOString())
    response.attachment('newsletter.json').send(`${JSON.stringify(data, null, 2)}\n`)
  })
  router.get(`/:token/${ERASURE_STEP}`, async (request, response) => {
    const token = String(request.params.token)
    const known = await store.byManageToken(token)
    if (!known) return sendGone(response, styles)
    const page = erasurePage(pageOf(response, styles), {
      email: maskedEmail(known.email),
      backPath: preferencesPath(token),
    })
    response.type('html').send(page)
  })
  router.post(`/:token/${ERASURE_STEP}`, async (request, response) => {
    request.resume()
    const isErased = await store.erase(String(request.params.token))
    if (isErased) response.type('html').send(erasedPage(pageOf(response, styles)))
    else sendGone(response, styles)
  })
  return router
}

function offered(
  services: Services,
  current: Service,
  rows: readonly Subscriber[],
): Array<{ name: string; title: string; text?: string }> {
  const names = new Set([
    current.name,
    ...rows.map(({ service }) => serviceNameOf(service)),
    ...Object.values(services).flatMap(({ name, newsletter, serviceUrl }) => (newsletter && serviceUrl ? [name] : [])),
  ])
  return [...names].flatMap((name) => {
    const service = findService(services, name)
    if (!service) return []
    const all = newslettersOf(service)
    if (all.length === 1) return [{ name, title: service.title }]
    return all.map(({ key, title, text }) => ({ name: key, title: `${service.title}: ${title}`, text }))
  })
}

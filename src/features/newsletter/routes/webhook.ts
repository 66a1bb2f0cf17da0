import express, { type RequestHandler, Router } from 'express'
import type { Logger } from 'pino'
import { WEBHOOK_PATH } from '../../../content/newsletter-paths.ts'
import type { Bearer } from '../../../http/middleware/bearer.ts'
import { contextOf } from '../../../http/request-context.ts'
import type { SubscriberStore } from '../store/store.ts'
import { type MailReport, REPORTERS, type Reporter, readReports, readSns } from '../subscribing/reports.ts'

interface WebhookSettings {
  store: Pick<SubscriberStore, 'suppress' | 'unsubscribe'>
  bearer: Bearer
  token: string | undefined
  log: Logger
  confirm?: (url: URL) => Promise<void>
  now?: () => Date
}

/** SendGrid sends up to 1 MB at once; SNS writes JSON as text. */
const MAX_BODY = '2mb'
const TYPES = ['application/json', 'text/plain']
const CONFIRM_DEADLINE = 10_000

/**
 * Takes reports of mail services (NEWS-25), with a bearer token, basic authentication, or the token as the path's last
 * segment.
 */
export function newsletterWebhook(settings: WebhookSettings): Router {
  const { store, bearer, token, log, confirm = openOnce, now = () => new Date() } = settings
  const router = Router()
  const guard = bearer(token)
  const parse = express.json({ limit: MAX_BODY, type: TYPES, strict: true })

  const apply = async (report: MailReport): Promise<void> => {
    const at = now().toISOString()
    if (report.kind === 'leave') await store.unsubscribe(report.token, at)
    else await store.suppress(report.email, report.reason, at)
  }
  const receive: RequestHandler = async (request, response) => {
    const reporter = reporterOf(request.params.reporter)
    if (!reporter) return void response.status(404).json({ error: 'an unknown mail service' })
    let json: unknown = request.body
    if (reporter === 'ses') {
      const message = readSns(json)
      if (message?.kind === 'confirmation') {
        await confirm(message.url)
        log.info({ requestId: contextOf(request).requestId }, 'newsletter: SNS will send notifications')
      }
      if (message && message.kind !== 'notification') return void response.json({ reports: 0 })
      json = message?.json
    }
    const reports = readReports(reporter, json)
    if (!reports) {
      log.warn({ reporter, requestId: contextOf(request).requestId }, 'newsletter: a report of another shape')
      return void response.status(400).json({ error: `not the shape that ${reporter} documents` })
    }
    for (const report of reports) await apply(report)
    response.json({ reports: reports.length })
  }
  router.post([`${WEBHOOK_PATH}/:reporter`, `${WEBHOOK_PATH}/:reporter/:token`], tokenAsBearer, guard, parse, receive)
  return router
}

const tokenAsBearer: RequestHandler = (request, _response, next) => {
  const inPath = request.params.token
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/.exec(request.get('authorization') ?? '') ?? []
  const password = encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString().split(/:(.*)/s, 2)[1]
  const token = typeof inPath === 'string' ? inPath : password
  if (token !== undefined) request.headers.authorization = `Bearer ${token}`
  next()
}

function reporterOf(name: unknown): Reporter | undefined {
  return REPORTERS.find((reporter) => reporter === name)
}

async function openOnce(url: URL): Promise<void> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(CONFIRM_DEADLINE) })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`SNS did not confirm: HTTP ${response.status}`)
}

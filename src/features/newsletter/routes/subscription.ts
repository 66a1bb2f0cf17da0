import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Store } from 'express-rate-limit'
import type { Logger } from 'pino'
import * as z from 'zod'
import {
  asciiEmail,
  isEmail,
  type NewsletterNotice,
  NOTICE_ID,
  NOTICE_PARAMETER,
  noticeText,
  type ProviderOutcome,
  type SubscriptionOutcome,
} from '../../../content/newsletter.ts'
import { forbidCaching } from '../../../edge/page-cache/policy.ts'
import { errorDocument } from '../../../edge/transport/minimal-response.ts'
import { allowAmpOrigin } from '../../../http/middleware/amp-cors.ts'
import { ownPagesOnly, perMinute } from '../../../http/middleware/post-guards.ts'
import { contextOf } from '../../../http/request-context.ts'
import type { Messages } from '../../../languages/messages.ts'
import { inSpan } from '../../../observability/tracing/span.ts'
import { newslettersOf } from '../../../services/newsletters.ts'
import type { Service, Services } from '../../../services/service.ts'
import { wellFormedEntry } from '../../../system/well-formed.ts'
import { type SareResponse, sareResponse } from '../providers/sare-response.ts'
import { type Subscribers, SubscribersError } from '../subscribers.ts'

function multipartFields(maxBytes: number): RequestHandler {
  return async (request, response, next) => {
    if (!request.is('multipart')) return next()
    try {
      const body = await readBody(request, maxBytes)
      if (!body) {
        response.status(413).json({ message: contextOf(request).service.messages.newsletter.failed })
        return
      }
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': request.get('content-type') ?? '' },
      }).formData()
      const texts = [...form].filter(([, value]) => typeof value === 'string')
      request.body = { ...Object.fromEntries(texts), newsletter: form.getAll('newsletter').filter(isText) }
    } catch {
      response.status(400).json({ message: contextOf(request).service.messages.newsletter.failed })
      return
    }
    next()
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/**
 * The rest is discarded, so that the client gets its response.
 * @returns undefined when it is too large
 */
function readBody(request: Request, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) resolve(undefined)
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => reject(new Error('the client went away')))
  })
}

const SOMEWHERE = 'http://portal.invalid'

/**
 * Where a reader without JavaScript returns to (NEWS-10). Never another host.
 * @param from the form's own field; absent: the `Referer`
 */
export function formPage(request: Request, from: string | undefined, notice: NewsletterNotice): string {
  const url = ownPage(from) ?? refererPage(request) ?? new URL(SOMEWHERE)
  url.searchParams.set(NOTICE_PARAMETER, notice)
  return `${url.pathname}${url.search}#${NOTICE_ID}`
}

/** `URL` reads a host after two slashes or a backslash. */
function ownPage(from: string | undefined): URL | undefined {
  if (from === undefined || !from.startsWith('/') || /[\p{Cc}\\]/u.test(from)) return undefined
  const url = URL.parse(from, SOMEWHERE)
  return url && url.origin === SOMEWHERE && !url.pathname.startsWith('//') ? url : undefined
}

/** The URL of a page for a token is a secret. */
function refererPage(request: Request): URL | undefined {
  const referer = URL.parse(request.get('referer') ?? '')
  if (!referer || referer.host !== request.get('host')) return undefined
  return referer.pathname.startsWith('/newsletter/') ? undefined : ownPage(`${referer.pathname}${referer.search}`)
}

const MAX_BODY_BYTES = 4096
const POSTS_PER_MINUTE = 5

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string()).max(20)])

/** Other fields are ignored (NEWS-3). */
const body = z.object({
  email: z.string().optional(),
  emails: z
    .array(z.object({ email: z.string() }))
    .max(1)
    .optional(),
  consent: z.unknown().optional(),
  website: z.string().optional(),
  from: z.string().optional(),
  newsletter: oneOrMore.optional(),
})
type Body = z.output<typeof body>

type SubscribeResult =
  | { kind: 'refused'; notice: NewsletterNotice; errors: Array<{ name: string; message: string }> }
  | { kind: 'answered'; response: SareResponse; outcome: SubscriptionOutcome }
  | { kind: 'failed'; status: 502 | 504 }

const NOTICES: Record<SubscriptionOutcome, NewsletterNotice> = {
  added: 'dodany',
  known: 'juz-dodany',
  mailed: 'sprawdz-skrzynke',
  failed: 'blad',
}

interface NewsletterSettings {
  subscribers: Subscribers
  services: Services
  log: Logger
  limitStore?: Store
  onPost(outcome: SubscriptionOutcome | 'refused'): void
}

/** Checks and forwards a subscription (NEWS-1 to NEWS-10). */
export function newsletter({ subscribers, services, log, limitStore, onPost }: NewsletterSettings): Router {
  const router = Router()
  const onlyKnownTypes: RequestHandler = (request, response, next) => {
    if (request.is(['json', 'urlencoded', 'multipart'])) return next()
    sendFailed(response.status(415))
  }
  const allowCaller: RequestHandler = (request, response, next) => {
    forbidCaching(response)
    allowAmpOrigin(request, response)
    next()
  }
  const limit = perMinute(POSTS_PER_MINUTE, limitStore, (response) => {
    const { service } = contextOf(response.req)
    const { label, tooMany } = service.messages.newsletter
    if (wantsPage(response.req)) response.type('html').send(errorDocument(service, { title: label, lead: tooMany }))
    else response.json({ message: tooMany })
  })

  const spam = subscribers.isDiscreet ? MAILED : ADDED
  const subscribe = async (email: string, chosen: string[], request: Request): Promise<SubscribeResult> => {
    const { service, requestId, content } = contextOf(request)
    try {
      const { outcome, response } = await inSpan(content.span, 'newsletter subscribe', 'client', () =>
        subscribers.subscribe(email, service.name, newslettersChosen(service, chosen)),
      )
      return subscribers.isDiscreet ? MAILED : { kind: 'answered', response: response ?? RESPONSES[outcome], outcome }
    } catch (error) {
      // The e-mail address is never logged.
      log.error({ requestId, error: String(error) }, 'newsletter')
      const isLate = error instanceof SubscribersError && error.reason === 'timeout'
      return { kind: 'failed', status: isLate ? 504 : 502 }
    }
  }

  router.post(
    '/',
    ownPagesOnly(services, sendFailed),
    allowCaller,
    onlyKnownTypes,
    limit,
    express.json({ limit: MAX_BODY_BYTES, reviver: wellFormedEntry }),
    express.urlencoded({ limit: MAX_BODY_BYTES, extended: false }),
    multipartFields(MAX_BODY_BYTES),
    async (request, response) => {
      const fields: Body = body.safeParse(request.body).data ?? {}
      const email = asciiEmail((fields.email ?? fields.emails?.[0]?.email ?? '').trim())
      const { messages } = contextOf(request).service
      const refusal = refusalOf(email, fields, messages)
      // A program that fills in every field must not notice the refusal.
      const result = refusal ?? (fields.website ? spam : await subscribe(email, fields.newsletter ?? [], request))
      if (!fields.website) onPost(result.kind === 'refused' ? 'refused' : outcomeOf(result))
      if (wantsPage(request)) response.redirect(303, formPage(request, fields.from, noticeOf(result)))
      else response.status(statusOf(result)).json(jsonOf(result, messages))
    },
  )
  return router
}

/** A form of one newsletter chooses none (NEWS-30). */
function newslettersChosen(service: Service, chosen: readonly string[]): string[] {
  const known = newslettersOf(service).flatMap(({ key }) => (chosen.includes(key) ? [key] : []))
  return known.length > 0 ? known : [service.name]
}

function sendFailed(response: Response): void {
  response.json({ message: contextOf(response.req).service.messages.newsletter.failed })
}

/** Where the provider does not speak SARE's language (NEWS-8). */
const RESPONSES: Record<ProviderOutcome, SareResponse> = {
  added: sareResponse({ imported: [{ status: 1 }] }),
  known: sareResponse({ notUpdated: [{ status: 1 }] }),
  failed: sareResponse({ error: [{ status: 0 }] }),
}
const ADDED: SubscribeResult = { kind: 'answered', response: RESPONSES.added, outcome: 'added' }
/** A mail follows: the response is the same for all addresses (NEWS-16). */
const MAILED: SubscribeResult = { kind: 'answered', response: RESPONSES.added, outcome: 'mailed' }

function wantsPage(request: Request): boolean {
  return Boolean(request.is('urlencoded')) && request.accepts(['json', 'html']) === 'html'
}

function refusalOf(email: string, { consent }: Body, { newsletter }: Messages): SubscribeResult | undefined {
  const isWrongEmail = !isEmail(email)
  const hasConsent = consent === true || consent === 'on' || consent === 'true' || consent === '1'
  if (!isWrongEmail && hasConsent) return undefined
  const notice = isWrongEmail ? (hasConsent ? 'zly-email' : 'zly-email-brak-zgody') : 'brak-zgody'
  return {
    kind: 'refused',
    notice,
    errors: [
      ...(isWrongEmail ? [{ name: 'email', message: newsletter.invalidEmail }] : []),
      ...(hasConsent ? [] : [{ name: 'consent', message: newsletter.consentRequired }]),
    ],
  }
}

function outcomeOf(result: Exclude<SubscribeResult, { kind: 'refused' }>): SubscriptionOutcome {
  return result.kind === 'answered' ? result.outcome : 'failed'
}

function noticeOf(result: SubscribeResult): NewsletterNotice {
  return result.kind === 'refused' ? result.notice : NOTICES[outcomeOf(result)]
}

/** An e-mail address that the provider rejects is not a server error (NEWS-7). */
function statusOf(result: SubscribeResult): number {
  if (result.kind === 'refused') return 400
  return result.kind === 'answered' ? 200 : result.status
}

function jsonOf(result: SubscribeResult, messages: Messages): object {
  const message = noticeText(noticeOf(result), messages)
  if (result.kind === 'refused') return { message, errors: result.errors }
  const response =
    result.kind === 'answered' ? result.response : { ...RESPONSES.failed, code: result.status, status: 'error' }
  return { outcome: outcomeOf(result), message, ...response }
}

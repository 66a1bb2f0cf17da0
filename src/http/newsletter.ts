import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Store } from 'express-rate-limit'
import type { Logger } from 'pino'
import * as z from 'zod'
import {
  isEmail,
  type SareResponse,
  type SubscriptionOutcome,
  sareOutcome,
  sareResponse,
} from '../content/newsletter.ts'
import { copy, type NewsletterNotice } from '../copy.ts'
import { type Subscribers, SubscribersError } from '../newsletter/subscribers.ts'
import type { Service, Services } from '../services/service.ts'
import { inSpan } from '../tracing/span.ts'
import { allowAmpOrigin, isAllowedOrigin } from './amp-cors.ts'
import { forbidCaching } from './cache-policy.ts'
import { errorDocument } from './error-document.ts'
import { formPage } from './form-page.ts'
import { multipartFields } from './multipart-fields.ts'
import { perMinute } from './post-guards.ts'
import { spanOf } from './reading.ts'

const MAX_BODY_BYTES = 4096
/** Posts of one client; the next one in the same minute is refused (decision 51). */
const POSTS_PER_MINUTE = 5

/** What a form or a client's JSON may hold; everything else in it is ignored (decision 33). */
const body = z.object({
  email: z.string().optional(),
  emails: z
    .array(z.object({ email: z.string() }))
    .max(1)
    .optional(),
  consent: z.unknown().optional(),
  /** The honeypot: only programs fill it in. */
  website: z.string().optional(),
  /** Path of the form's page. */
  from: z.string().optional(),
})
type Body = z.output<typeof body>

/** What came of a post: the answer to a form is a notice on its page, to a script it is JSON. */
type Answer =
  | { kind: 'refused'; notice: NewsletterNotice; errors: Array<{ name: string; message: string }> }
  | { kind: 'answered'; response: SareResponse }
  | { kind: 'failed'; status: 502 | 504 }

const NOTICES: Record<SubscriptionOutcome, NewsletterNotice> = { added: 'dodany', known: 'juz-dodany', failed: 'blad' }

interface NewsletterSettings {
  subscribers: Subscribers
  services: Services
  serviceOf: (host: string | undefined) => Service
  log: Logger
  /** Where posts are counted; absent: in this process only. */
  limitStore?: Store
  /** Told of what came of each post; of those of programs it is told nothing. */
  onPost(outcome: SubscriptionOutcome | 'refused'): void
}

/** `POST /api/sare/`: checks, rebuilds the request, hands it on and passes on what came of it (NEWS-1 to NEWS-10). */
export function newsletter({ subscribers, services, serviceOf, log, limitStore, onPost }: NewsletterSettings): Router {
  const router = Router()
  const onlyKnownTypes: RequestHandler = (request, response, next) => {
    if (request.is(['json', 'urlencoded', 'multipart'])) return next()
    response.status(415).json({ message: copy.newsletter.failed })
  }
  const checkOrigin: RequestHandler = (request, response, next) => {
    forbidCaching(response)
    if (!isAllowedOrigin(request, serviceOf(request.get('host')), services)) {
      response.status(403).json({ message: copy.newsletter.failed })
      return
    }
    allowAmpOrigin(request, response)
    next()
  }
  const limit = perMinute(POSTS_PER_MINUTE, limitStore, (response) => {
    if (wantsPage(response.req)) {
      response.type('html').send(errorDocument({ title: copy.newsletter.label, lead: copy.newsletter.tooMany }))
    } else {
      response.json({ message: copy.newsletter.tooMany })
    }
  })

  const subscribe = async (email: string, request: Request, response: Response): Promise<Answer> => {
    try {
      const { name } = serviceOf(request.get('host'))
      const answer = await inSpan(spanOf(request), 'newsletter subscribe', 'client', () =>
        subscribers.subscribe(email, name),
      )
      return { kind: 'answered', response: answer }
    } catch (error) {
      // The address itself is never logged.
      log.error({ requestId: response.locals.requestId, error: String(error) }, 'newsletter')
      const isLate = error instanceof SubscribersError && error.reason === 'timeout'
      return { kind: 'failed', status: isLate ? 504 : 502 }
    }
  }

  router.post(
    '/',
    checkOrigin,
    onlyKnownTypes,
    limit,
    express.json({ limit: MAX_BODY_BYTES }),
    express.urlencoded({ limit: MAX_BODY_BYTES, extended: false }),
    multipartFields(MAX_BODY_BYTES),
    async (request, response) => {
      const fields: Body = body.safeParse(request.body).data ?? {}
      const email = (fields.email ?? fields.emails?.[0]?.email ?? '').trim()
      const refusal = refusalOf(email, fields)
      // A program that fills in everything must not learn that it was found out.
      const answer = refusal ?? (fields.website ? SPAM : await subscribe(email, request, response))
      if (!fields.website) onPost(answer.kind === 'refused' ? 'refused' : outcomeOf(answer))
      if (wantsPage(request)) response.redirect(303, formPage(request, fields.from, noticeOf(answer)))
      else response.status(statusOf(answer)).json(jsonOf(answer))
    },
  )
  return router
}

/** The answer to a filled honeypot: that of an address that was added. */
const SPAM: Answer = { kind: 'answered', response: sareResponse({ imported: [{ status: 1 }] }) }

/** A browser that posts a form without a script. */
function wantsPage(request: Request): boolean {
  return Boolean(request.is('urlencoded')) && request.accepts(['json', 'html']) === 'html'
}

function refusalOf(email: string, { consent }: Body): Answer | undefined {
  const isWrongEmail = !isEmail(email)
  const hasConsent = consent === true || consent === 'on' || consent === 'true' || consent === '1'
  if (!isWrongEmail && hasConsent) return undefined
  const notice = isWrongEmail ? (hasConsent ? 'zly-email' : 'zly-email-brak-zgody') : 'brak-zgody'
  return {
    kind: 'refused',
    notice,
    errors: [
      ...(isWrongEmail ? [{ name: 'email', message: copy.newsletter.invalidEmail }] : []),
      ...(hasConsent ? [] : [{ name: 'consent', message: copy.newsletter.consentRequired }]),
    ],
  }
}

function outcomeOf(answer: Exclude<Answer, { kind: 'refused' }>): SubscriptionOutcome {
  return answer.kind === 'answered' ? sareOutcome(answer.response) : 'failed'
}

function noticeOf(answer: Answer): NewsletterNotice {
  return answer.kind === 'refused' ? answer.notice : NOTICES[outcomeOf(answer)]
}

/** An address that the provider does not take is no failure of the server's (NEWS-6). */
function statusOf(answer: Answer): number {
  if (answer.kind === 'refused') return 400
  return answer.kind === 'answered' ? 200 : answer.status
}

/** The message for a reader, and the provider's answer or one of its shape. */
function jsonOf(answer: Answer): object {
  const message = copy.newsletter.notices[noticeOf(answer)]
  if (answer.kind === 'refused') return { message, errors: answer.errors }
  const response =
    answer.kind === 'answered'
      ? answer.response
      : { ...sareResponse({ error: [{ status: 0 }] }), code: answer.status, status: 'error' }
  return { outcome: outcomeOf(answer), message, ...response }
}

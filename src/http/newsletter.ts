import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { rateLimit, type Store } from 'express-rate-limit'
import type { Logger } from 'pino'
import * as z from 'zod'
import { isEmail, type SubscriptionOutcome } from '../content/newsletter.ts'
import { copy, type NewsletterNotice } from '../copy.ts'
import { type Subscribers, SubscribersError } from '../newsletter/subscribers.ts'
import type { Service, Services } from '../services/service.ts'
import { allowAmpOrigin, isAllowedOrigin } from './amp-cors.ts'
import { forbidCaching } from './cache-policy.ts'
import { errorDocument } from './error-document.ts'
import { formPage } from './form-page.ts'
import { multipartFields } from './multipart-fields.ts'

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
interface Answer {
  status: number
  notice: NewsletterNotice
  errors?: Array<{ name: string; message: string }>
  outcome?: SubscriptionOutcome
}

const ANSWERS: Record<SubscriptionOutcome, Answer> = {
  added: { status: 200, notice: 'dodany', outcome: 'added' },
  known: { status: 200, notice: 'juz-dodany', outcome: 'known' },
  failed: { status: 502, notice: 'blad', outcome: 'failed' },
}

interface NewsletterSettings {
  subscribers: Subscribers
  services: Services
  serviceOf: (host: string | undefined) => Service
  log: Logger
  /** Where posts are counted; absent: in this process only. */
  limitStore?: Store
}

/** `POST /api/sare/` (spec 7; decisions 33 and 51): checks, rebuilds the request, hands it on and says what came of it. */
export function newsletter({ subscribers, services, serviceOf, log, limitStore }: NewsletterSettings): Router {
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
  const limit = rateLimit({
    windowMs: 60_000,
    limit: POSTS_PER_MINUTE,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    // Its advice on headers that a client may send goes to the console, past the log.
    validate: false,
    ...(limitStore && { store: limitStore }),
    handler: (request, response) => {
      response.status(429)
      if (wantsPage(request)) {
        response.type('html').send(errorDocument({ title: copy.newsletter.label, lead: copy.newsletter.tooMany }))
      } else {
        response.json({ message: copy.newsletter.tooMany })
      }
    },
  })

  const subscribe = async (email: string, request: Request, response: Response): Promise<Answer> => {
    try {
      return ANSWERS[await subscribers.subscribe(email, serviceOf(request.get('host')).name)]
    } catch (error) {
      // The address itself is never logged.
      log.error({ requestId: response.locals.requestId, error: String(error) }, 'newsletter')
      const isLate = error instanceof SubscribersError && error.reason === 'timeout'
      return { ...ANSWERS.failed, status: isLate ? 504 : 502 }
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
      // A program that fills in everything is told what it wants to hear.
      const answer = refusal ?? (fields.website ? ANSWERS.added : await subscribe(email, request, response))
      if (wantsPage(request)) response.redirect(303, formPage(request, fields.from, answer.notice))
      else response.status(answer.status).json(jsonOf(answer))
    },
  )
  return router
}

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
    status: 400,
    notice,
    errors: [
      ...(isWrongEmail ? [{ name: 'email', message: copy.newsletter.invalidEmail }] : []),
      ...(hasConsent ? [] : [{ name: 'consent', message: copy.newsletter.consentRequired }]),
    ],
  }
}

/** The message for a reader, beside the shape that the provider answers in (spec 7): its lists without addresses. */
function jsonOf({ status, notice, errors, outcome }: Answer): object {
  const message = copy.newsletter.notices[notice]
  if (!outcome) return { message, errors }
  const lists = { error: [], blocked: [], notUpdated: [], updated: [], imported: [] }
  const filled = {
    added: { imported: [{ status: 1 }] },
    known: { notUpdated: [{ status: 1 }] },
    failed: { error: [{ status: 0 }] },
  }
  return {
    outcome,
    message,
    code: status,
    status: outcome === 'failed' ? 'error' : 'ok',
    response: { ...lists, ...filled[outcome] },
  }
}

import express, { type RequestHandler, Router } from 'express'
import { rateLimit } from 'express-rate-limit'
import type { Logger } from 'pino'
import { z } from 'zod'
import { copy } from '../copy.ts'
import { isEmail, type Subscribers, SubscribersError, type SubscriptionOutcome } from '../newsletter/subscription.ts'
import type { Service, Services } from '../services/service.ts'
import { allowAmpOrigin, isAllowedOrigin } from './amp-cors.ts'
import { forbidCaching } from './cache-policy.ts'

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
})

const MESSAGES: Record<SubscriptionOutcome, string> = {
  added: copy.newsletter.added,
  known: copy.newsletter.known,
  failed: copy.newsletter.failed,
}

interface NewsletterSettings {
  subscribers: Subscribers
  services: Services
  serviceOf: (host: string | undefined) => Service
  log: Logger
}

/** `POST /api/sare/` (spec 7): checks, rebuilds the request, forwards it and says what came of it. */
export function newsletter({ subscribers, services, serviceOf, log }: NewsletterSettings): Router {
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
    handler: (_request, response) => {
      response.status(429).json({ message: copy.newsletter.tooMany })
    },
  })
  router.post(
    '/',
    checkOrigin,
    onlyKnownTypes,
    limit,
    express.json({ limit: MAX_BODY_BYTES }),
    express.urlencoded({ limit: MAX_BODY_BYTES, extended: false }),
    fields,
    async (request, response) => {
      const parsed = body.safeParse(request.body)
      const email = (parsed.data?.email ?? parsed.data?.emails?.[0]?.email ?? '').trim()
      const errors = [
        ...(isEmail(email) ? [] : [{ name: 'email', message: copy.newsletter.invalidEmail }]),
        ...(isTicked(parsed.data?.consent) ? [] : [{ name: 'consent', message: copy.newsletter.consentRequired }]),
      ]
      if (errors.length > 0) {
        response.status(400).json({ message: errors.map(({ message }) => message).join(' '), errors })
        return
      }
      try {
        const outcome = await subscribers.subscribe(email, serviceOf(request.get('host')).name)
        response.status(outcome === 'failed' ? 502 : 200).json({ outcome, message: MESSAGES[outcome] })
      } catch (error) {
        // The address itself is never logged.
        log.error({ requestId: response.locals.requestId, error: String(error) }, 'newsletter')
        const isLate = error instanceof SubscribersError && error.reason === 'timeout'
        response.status(isLate ? 504 : 502).json({ outcome: 'failed', message: copy.newsletter.failed })
      }
    },
  )
  return router
}

function isTicked(consent: unknown): boolean {
  return consent === true || consent === 'on' || consent === 'true' || consent === '1'
}

/** AMP's runtime posts forms as multipart: text fields only, within the same limit. */
const fields: RequestHandler = async (request, response, next) => {
  if (!request.is('multipart')) return next()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) {
      response.status(413).json({ message: copy.newsletter.failed })
      return
    }
    chunks.push(chunk)
  }
  try {
    // The platform's own parser reads multipart; a broken body is a broken request.
    const form = await new Response(Buffer.concat(chunks), {
      headers: { 'content-type': request.get('content-type') ?? '' },
    }).formData()
    request.body = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
    next()
  } catch {
    response.status(400).json({ message: copy.newsletter.failed })
  }
}

import type { Express } from 'express'
import express, { type Request, type Response, Router } from 'express'
import type { Store } from 'express-rate-limit'
import type { Logger } from 'pino'
import type { PageStyles } from '../../../views/context.ts'
import { contactFormPage } from '../../../views/pages/sent-forms.tsx'
import { type Block, innerBlocks } from '../../content/block.ts'
import {
  type ContactForm,
  FIELD_PREFIX,
  FORMS_API,
  type FormOutcome,
  type FormValues,
  fieldsOf,
} from '../../content/contact-form.ts'
import { asciiEmail } from '../../content/newsletter.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { isMissing } from '../../content/repository.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { errorDocument } from '../../edge/transport/minimal-response.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { onlyTypes, ownPagesOnly, perMinute } from '../../http/middleware/post-guards.ts'
import { sharedLimit } from '../../http/middleware/shared-limit.ts'
import { contextOf } from '../../http/request-context.ts'
import { inSpan } from '../../observability/tracing/span.ts'
import type { Services } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import type { WordPressSource } from '../../sources/wordpress/wordpress.ts'
import { wellFormed } from '../../system/well-formed.ts'

const MAX_BODY_BYTES = 200_000
const POSTS_PER_MINUTE = 5
const MAX_VALUES = 100

export interface ContactFormsSettings {
  reader: ContentRepositories['reader']
  sendForm: WordPressSource['sendForm']
  services: Services
  styles: PageStyles
  log: Logger
  limitStore?: Store
}

interface Posted {
  form: ContactForm
  values: FormValues
}

/** `POST /api/forms` sends a contact form of an article to WordPress, a few in a minute (COMM-21). */
export function contactForms({ reader, sendForm, services, styles, log, limitStore }: ContactFormsSettings): Router {
  const router = Router()
  const posted = new WeakMap<Request, Posted>()
  const show = (response: Response, { form, values }: Posted, outcome: FormOutcome, why?: string): void => {
    const { service } = contextOf(response.req)
    const { forms } = service.messages
    const page = { service, styles, form }
    response.type('html').set('x-robots-tag', 'noindex')
    if (outcome.kind === 'sent') {
      response.send(contactFormPage({ ...page, message: outcome.message ?? forms.thanks }))
      return
    }
    const errors = outcome.kind === 'refused' ? outcome.errors : new Map<string, string>()
    const message = why ?? (outcome.kind === 'refused' ? (outcome.message ?? forms.check) : forms.unavailable)
    response.send(contactFormPage({ ...page, message, again: { values, errors } }))
  }

  router.post(
    '/',
    (_request, response, next) => {
      forbidCaching(response)
      next()
    },
    ownPagesOnly(services),
    onlyTypes(['urlencoded']),
    express.urlencoded({ limit: MAX_BODY_BYTES, extended: false, parameterLimit: 1000 }),
    async (request, response, next) => {
      const { service, content } = contextOf(request)
      const fields = new Map(Object.entries<unknown>(request.body ?? {}))
      const path = fields.get('article')
      const article =
        typeof path === 'string' && path.startsWith('/')
          ? await reader(service, content).article(cmsPath(path))
          : { missing: true as const }
      const form = isMissing(article) ? undefined : formIn(article.body, fields.get('form'))
      if (!form) {
        response.status(404).type('html').send(errorDocument(service, service.messages.notFound))
        return
      }
      const post = { form, values: valuesOf(form, fields) }
      // A program that fills in every field must not notice the refusal.
      if (fields.get('website')) return show(response, post, { kind: 'sent' })
      posted.set(request, post)
      next()
    },
    perMinute(POSTS_PER_MINUTE, limitStore, (response) => {
      const post = posted.get(response.req)
      const { tooMany } = contextOf(response.req).service.messages.forms
      if (post) show(response, post, { kind: 'unavailable' }, tooMany)
    }),
    async (request, response) => {
      const post = posted.get(request)
      if (!post) return
      const outcome = await send(request, post)
      response.status(outcome.kind === 'sent' ? 200 : outcome.kind === 'refused' ? 422 : 503)
      show(response, post, outcome)
    },
  )

  async function send(request: Request, { form, values }: Posted): Promise<FormOutcome> {
    const { service, requestId, content } = contextOf(request)
    try {
      return await inSpan(content.span, 'contact form', 'client', (span) =>
        sendForm(service, form, values, request.ip ?? '', span),
      )
    } catch (error) {
      // The error names the call alone.
      log.error({ requestId, error: String(error) }, 'contact form')
      return { kind: 'unavailable' }
    }
  }
  return router
}

function formIn(blocks: readonly Block[], tag: unknown): ContactForm | undefined {
  for (const block of blocks) {
    const form = block.type === 'form' ? block.contact : formIn(innerBlocks(block), tag)
    if (form && form.tag === tag) return form
  }
  return undefined
}

function valuesOf(form: ContactForm, fields: ReadonlyMap<string, unknown>): FormValues {
  return new Map(
    fieldsOf(form).flatMap(({ name, kind }) => {
      const sent = [fields.get(FIELD_PREFIX + name)].flat().slice(0, MAX_VALUES)
      const values = sent
        .filter((value) => typeof value === 'string')
        .map((value) => wellFormed(kind === 'email' ? asciiEmail(value.trim()) : value))
        .filter((value) => value !== '')
      return values.length > 0 ? [[name, values] as const] : []
    }),
  )
}

export function mountContactForms(app: Express, dependencies: AppDependencies): void {
  const { content, services, rendering, store, log } = dependencies
  const { reader, sendForm } = content
  if (!sendForm) return
  const limitStore = store && sharedLimit(store, 'contact-forms')
  app.use(FORMS_API, contactForms({ reader, sendForm, services, styles: rendering.portal.assets, log, limitStore }))
}

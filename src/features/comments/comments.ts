import express, { type Request, type Response, Router } from 'express'
import type { Store } from 'express-rate-limit'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { PageStyles } from '../../../views/context.ts'
import { commentFormPage, commentOutcomePage } from '../../../views/pages/sent-forms.tsx'
import type { Article } from '../../content/article.ts'
import {
  type CommentFields,
  type CommentOutcome,
  type CommentProblem,
  PROBLEM_STATUS,
  problemsOf,
} from '../../content/comment-form.ts'
import { asciiEmail } from '../../content/newsletter.ts'
import { COMMENT_OUTCOMES, cmsPath, commentFormPath } from '../../content/public-paths.ts'
import { isMissing } from '../../content/repository.ts'
import { COMMENTS_KEY, postKey } from '../../content/surrogate-keys.ts'
import { foldWhiteSpace } from '../../content/text.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { errorDocument } from '../../edge/transport/minimal-response.ts'
import { onlyTypes, ownPagesOnly, perMinute } from '../../http/middleware/post-guards.ts'
import { contextOf } from '../../http/request-context.ts'
import { inSpan } from '../../observability/tracing/span.ts'
import type { Purge } from '../../purge/purge.ts'
import type { Service, Services } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import type { WordPressSource } from '../../sources/wordpress/wordpress.ts'
import { wellFormed } from '../../system/well-formed.ts'

/** 20,000 letters of three bytes, percent-encoded, and the other fields. */
const MAX_BODY_BYTES = 200_000
const POSTS_PER_MINUTE = 5
const FORMS_PER_MINUTE = 60

const one = z.string().transform(wellFormed).catch('')
const id = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .optional()
  .catch(undefined)

const body = z.object({
  article: one,
  parent: id,
  author: one.transform(foldWhiteSpace),
  email: one.transform((email) => asciiEmail(email.trim())),
  comment: one.transform((text) => text.trim()),
  website: one,
})
const query = z.object({ article: one, reply: id, outcome: z.enum(COMMENT_OUTCOMES).optional().catch(undefined) })

export interface CommentsSettings {
  reader: ContentRepositories['reader']
  postComment: WordPressSource['postComment']
  purge(purge: Purge, service: Service): unknown
  services: Services
  styles: PageStyles
  log: Logger
  limitStores?: { posts: Store; forms: Store }
}

interface Posted {
  article: Article
  fields: CommentFields
  parent: string | undefined
}

/**
 * `/api/comments`: a GET shows the form or the outcome of a post, a POST hands a comment to WordPress' moderation
 * (COMM-7 to COMM-10).
 */
export function comments(settings: CommentsSettings): Router {
  const { services, limitStores } = settings
  const router = Router()
  router.use((_request, response, next) => {
    forbidCaching(response)
    response.set('x-robots-tag', 'noindex')
    next()
  })
  router.get('/', perMinute(FORMS_PER_MINUTE, limitStores?.forms, sendTooMany), (request, response) =>
    show(settings, request, response),
  )

  const posted = new WeakMap<Request, Posted>()
  router.post(
    '/',
    ownPagesOnly(services),
    onlyTypes(['urlencoded']),
    express.urlencoded({ limit: MAX_BODY_BYTES, extended: false }),
    async (request, response, next) => {
      const { article: path, parent, author, email, comment, website } = body.parse(request.body ?? {})
      const article = await articleAt(settings, request, path)
      if (!article) return sendMissing(response)
      // A program that fills in every field must not notice the refusal.
      if (website !== '') return response.redirect(303, commentFormPath(article.path, { outcome: 'held' }))
      posted.set(request, { article, parent, fields: { name: author, email, text: comment } })
      next()
    },
    perMinute(POSTS_PER_MINUTE, limitStores?.posts, (response) => {
      const post = posted.get(response.req)
      if (post) void showForm(settings, response, post, { tooMany: true }).catch(() => response.end())
    }),
    async (request, response) => {
      const post = posted.get(request)
      if (post) await take(settings, request, response, post)
      else sendMissing(response)
    },
  )
  return router
}

async function show(settings: CommentsSettings, request: Request, response: Response): Promise<void> {
  const { service } = contextOf(request)
  const { article: path, reply: parent, outcome } = query.parse(request.query)
  const article = await articleAt(settings, request, path)
  if (!article) return sendMissing(response)
  if (outcome) response.type('html').send(commentOutcomePage(service, settings.styles, article, outcome))
  else if (!article.discussion?.isOpen) response.redirect(303, article.path)
  else await showForm(settings, response, { article, parent })
}

async function take(settings: CommentsSettings, request: Request, response: Response, post: Posted): Promise<void> {
  const { article, fields } = post
  const problems = problemsOf(fields)
  const outcome = problems.length > 0 ? undefined : await handOver(settings, request, post)
  if (outcome === undefined || outcome.kind === 'refused') {
    const why = outcome ? [outcome.problem] : problems
    response.status(PROBLEM_STATUS[why[0] ?? 'refused'])
    return showForm(settings, response, post, { problems: why })
  }
  if (outcome.kind === 'published') {
    const { service } = contextOf(request)
    const tags = [postKey(article.id), COMMENTS_KEY]
    settings.purge({ service: service.name, paths: [], tags, only: 'comments' }, service)
  }
  response.redirect(303, commentFormPath(article.path, { outcome: outcome.kind }))
}

async function handOver(
  { postComment, log }: CommentsSettings,
  request: Request,
  { article, parent, fields }: Posted,
): Promise<CommentOutcome> {
  const { service, requestId, content } = contextOf(request)
  const client = request.ip ?? ''
  try {
    return await inSpan(content.span, 'comment', 'client', (span) =>
      postComment(service, { ...fields, post: article.id, parent, client }, span),
    )
  } catch (error) {
    // The error names the call alone.
    log.error({ requestId, error: String(error) }, 'comment')
    return { kind: 'refused', problem: 'unavailable' }
  }
}

async function articleAt({ reader }: CommentsSettings, request: Request, path: string): Promise<Article | undefined> {
  if (!path.startsWith('/')) return undefined
  const { service, content } = contextOf(request)
  const article = await reader(service, content).article(cmsPath(path))
  return isMissing(article) || !article.discussion ? undefined : article
}

async function showForm(
  { reader, styles }: CommentsSettings,
  response: Response,
  { article, parent, fields }: Omit<Posted, 'fields'> & { fields?: CommentFields },
  why: { problems?: readonly CommentProblem[]; tooMany?: boolean } = {},
): Promise<void> {
  const { service, content } = contextOf(response.req)
  const reply = parent === undefined ? undefined : await reader(service, content).comment(article, parent)
  response.type('html').send(commentFormPage({ service, styles, article, parent, reply, values: fields, ...why }))
}

function sendMissing(response: Response): void {
  const { service } = contextOf(response.req)
  response.status(404).type('html').send(errorDocument(service, service.messages.notFound))
}

function sendTooMany(response: Response): void {
  const { service } = contextOf(response.req)
  const { comments: words, newsletter } = service.messages
  response.type('html').send(errorDocument(service, { title: words.add, lead: newsletter.tooMany }))
}

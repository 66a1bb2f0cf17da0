import type { CSSProperties } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Article } from '../../src/content/article.ts'
import { COMMENTS_ID, type Comment } from '../../src/content/comment.ts'
import type { CommentFields, CommentProblem } from '../../src/content/comment-form.ts'
import type { ContactForm as Contact, FormValues } from '../../src/content/contact-form.ts'
import type { CommentResult } from '../../src/content/public-paths.ts'
import type { Service } from '../../src/services/service.ts'
import { CommentForm } from '../article/comment-form.tsx'
import { CommentHead } from '../article/comments.tsx'
import { ContactForm } from '../components/contact-form.tsx'
import { type PageStyles, ServiceProvider } from '../context.ts'
import { StandaloneDocument } from '../document/standalone-document.tsx'

interface CommentPageProps {
  service: Service
  styles: PageStyles
  article: Article
  parent?: string
  reply?: Comment
  values?: CommentFields
  problems?: readonly CommentProblem[]
  tooMany?: boolean
}

const OF_FIELDS: ReadonlySet<CommentProblem> = new Set(['name', 'email', 'text', 'tooLong'])
const PARTS: CSSProperties = { display: 'grid', gap: 'var(--space-6)', width: '100%', maxWidth: 'var(--measure)' }

export function commentFormPage(props: CommentPageProps): string {
  const { service, styles, article, parent, reply, values, problems = [], tooMany = false } = props
  const { comments, newsletter } = service.messages
  const isFailed = problems.length > 0 || tooMany
  const reasons = [
    ...problems.filter((problem) => !OF_FIELDS.has(problem)).map((problem) => comments.problems[problem]),
    ...(tooMany ? [newsletter.tooMany] : []),
  ]
  const title = isFailed ? comments.notSent : parent === undefined ? comments.add : comments.replyTitle
  return `<!doctype html>${renderToStaticMarkup(
    <ServiceProvider service={service}>
      <StandaloneDocument service={service} styles={styles} title={title}>
        <div style={PARTS}>
          {reasons.map((reason) => (
            <p key={reason} className="field-error" role="alert">
              {reason}
            </p>
          ))}
          <p>
            <a href={`${article.path}#${COMMENTS_ID}`}>{article.title}</a>
          </p>
          {reply && (
            <blockquote className="group">
              <CommentHead comment={reply} />
              <div className="html" dangerouslySetInnerHTML={{ __html: reply.html }} />
            </blockquote>
          )}
          <CommentForm articlePath={article.path} parent={parent} values={values} problems={problems} />
        </div>
      </StandaloneDocument>
    </ServiceProvider>,
  )}`
}

/** No cache keeps it (COMM-9). */
export function commentOutcomePage(
  service: Service,
  styles: PageStyles,
  article: Pick<Article, 'path' | 'title'>,
  outcome: CommentResult,
): string {
  const { comments } = service.messages
  return `<!doctype html>${renderToStaticMarkup(
    <StandaloneDocument service={service} styles={styles} title={comments.outcome[outcome]}>
      <p>
        <a href={`${article.path}#${COMMENTS_ID}`}>{comments.back}</a>: {article.title}
      </p>
    </StandaloneDocument>,
  )}`
}

interface ContactFormPageProps {
  service: Service
  styles: PageStyles
  form: Contact
  message: string
  /** Absent: sent. */
  again?: { values: FormValues; errors: ReadonlyMap<string, string> }
}

export function contactFormPage({ service, styles, form, message, again }: ContactFormPageProps): string {
  const { forms } = service.messages
  return `<!doctype html>${renderToStaticMarkup(
    <ServiceProvider service={service}>
      <StandaloneDocument service={service} styles={styles} title={again ? forms.notSent : forms.sent}>
        <div style={PARTS}>
          <p className={again ? 'field-error' : 'lead'} role="alert">
            {message}
          </p>
          {again && <ContactForm form={form} values={again.values} errors={again.errors} />}
          <p>
            <a href={form.path}>{forms.back}</a>
          </p>
        </div>
      </StandaloneDocument>
    </ServiceProvider>,
  )}`
}

import type { CSSProperties } from 'react'
import type { Article } from '../../src/content/article.ts'
import { COMMENTS_ID, type Comment, commentId, commentsPath, type DiscussionPage } from '../../src/content/comment.ts'
import { UGC_REL } from '../../src/content/links.ts'
import { plainLine } from '../../src/content/plain-line.ts'
import { commentFormPath } from '../../src/content/public-paths.ts'
import { PublishedTime } from '../components/inline.tsx'
import { Pagination } from '../components/pagination.tsx'
import { useMessages, usePortal } from '../context.ts'
import type { ShownComments } from '../page-data.ts'
import { CommentForm } from './comment-form.tsx'

interface CommentsProps {
  article: Article
  url: string
  shown: ShownComments
}

/** The operator's provider wins (ART-7, COMM-1). */
export function Comments({ article, url, shown }: CommentsProps) {
  const messages = useMessages()
  const { integrations, service } = usePortal()
  const { contact } = service.group
  const { comments, commentsClosed, commentsLoading, commentsFailed, commentsNeedScript, writeToUs } = messages.article
  if (shown !== 'none' && !integrations.comments) {
    return (
      <section className="comments" id={COMMENTS_ID} aria-label={comments}>
        <Discussion article={article} shown={shown} />
      </section>
    )
  }
  if (!article.showsComments) return null
  if (!integrations.comments) {
    return (
      <section className="comments" aria-label={comments}>
        <h2 className="section-title">{comments}</h2>
        <p>
          {commentsClosed}
          {contact !== undefined && (
            <>
              {' '}
              <a href={contact}>{writeToUs}</a>
            </>
          )}
        </p>
      </section>
    )
  }
  return (
    <section
      className="comments"
      aria-label={comments}
      data-comments={article.path}
      data-url={url}
      data-title={plainLine(article.title)}
      data-loading={commentsLoading}
      data-failed={commentsFailed}
    >
      <h2 className="section-title">{comments}</h2>
      <p role="status" />
      <div data-thread />
      <noscript>
        <p>{commentsNeedScript}</p>
      </noscript>
    </section>
  )
}

interface DiscussionProps {
  article: Article
  /** Absent: late or failing. */
  shown: DiscussionPage | undefined
}

/** Too few documents need these rules. */
const LIST: CSSProperties = { display: 'grid', gap: 'var(--space-6)', margin: 0, padding: 0, listStyle: 'none' }
const REPLIES: CSSProperties = {
  ...LIST,
  marginTop: 'var(--space-6)',
  paddingInlineStart: 'clamp(0.6rem, 3vw, 1.5rem)',
  borderInlineStart: '2px solid var(--line)',
}
const PARTS: CSSProperties = { display: 'grid', gap: 'var(--space-6)', paddingBottom: 'var(--space-12)' }
const WORDS: CSSProperties = { overflowWrap: 'anywhere' }
const REPLY: CSSProperties = { display: 'inline-flex', alignItems: 'center', minHeight: 44, minWidth: 44 }

function Discussion({ article, shown }: DiscussionProps) {
  const messages = useMessages()
  const isOpen = article.discussion?.isOpen === true
  const { comments, commentCount } = messages.article
  return (
    <div style={PARTS}>
      <h2 className="section-title">{shown && shown.total > 0 ? commentCount({ count: shown.total }) : comments}</h2>
      {shown === undefined && <p>{messages.comments.unavailable}</p>}
      {shown?.total === 0 && isOpen && <p>{messages.comments.none}</p>}
      {shown && shown.threads.length > 0 && (
        <ol style={LIST}>
          {shown.threads.map((comment) => (
            <Thread key={comment.id} comment={comment} article={article} isOpen={isOpen} />
          ))}
        </ol>
      )}
      {shown && (
        <Pagination
          current={shown.page}
          max={shown.lastPage}
          label={messages.comments.pages}
          hrefOf={(page) => `${commentsPath(article.path, page)}#${COMMENTS_ID}`}
        />
      )}
      {isOpen ? (
        <>
          <h3>{messages.comments.add}</h3>
          <CommentForm articlePath={article.path} />
        </>
      ) : (
        <p>{messages.comments.closed}</p>
      )}
    </div>
  )
}

interface ThreadProps {
  comment: Comment
  article: Article
  isOpen: boolean
}

function Thread({ comment, article, isOpen }: ThreadProps) {
  const messages = useMessages()
  const id = commentId(comment)
  return (
    <li id={id}>
      <article aria-labelledby={`${id}-autor`}>
        <CommentHead comment={comment} id={`${id}-autor`} />
        <div className="html" style={WORDS} dangerouslySetInnerHTML={{ __html: comment.html }} />
        {isOpen && (
          <a
            href={commentFormPath(article.path, { reply: comment.id })}
            rel="nofollow"
            aria-label={messages.comments.replyTo({ author: comment.author })}
            style={REPLY}
          >
            {messages.comments.reply}
          </a>
        )}
      </article>
      {comment.replies.length > 0 && (
        <ol style={REPLIES}>
          {comment.replies.map((reply) => (
            <Thread key={reply.id} comment={reply} article={article} isOpen={isOpen} />
          ))}
        </ol>
      )}
    </li>
  )
}

export function CommentHead({ comment, id }: { comment: Comment; id?: string }) {
  const { author, authorUrl, published } = comment
  return (
    <p className="card-meta" style={WORDS}>
      <b id={id}>
        {authorUrl === undefined ? (
          author
        ) : (
          <a href={authorUrl} rel={UGC_REL}>
            {author}
          </a>
        )}
      </b>{' '}
      {published && <PublishedTime published={published} withClock />}
    </p>
  )
}

import type { Article } from '../../src/content/article.ts'
import { COMMENTS_ID } from '../../src/content/comment.ts'
import { useMessages, usePortal } from '../context.ts'
import type { ShownComments } from '../page-data.ts'
import { Discussion } from './discussion.tsx'

interface CommentsProps {
  article: Article
  url: string
  shown: ShownComments
}

/** The operator's provider (ART-7) takes precedence over the CMS' own discussion (COMM-1). */
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
      data-title={article.title}
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

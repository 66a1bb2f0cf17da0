import type { Article } from '../../src/content/article.ts'
import { useMessages, usePortal } from '../context.ts'

interface CommentsProps {
  article: Article
  /** Absolute URL of the article. */
  url: string
}

/**
 * The discussion's box below the first article, when the CMS enables it (ART-7). The provider
 * loads when the reader scrolls to it; without a provider the box says where to write.
 */
export function Comments({ article, url }: CommentsProps) {
  const messages = useMessages()
  const { integrations, service } = usePortal()
  const { contact } = service.group
  const { comments, commentsClosed, commentsLoading, commentsFailed, commentsNeedScript, writeToUs } = messages.article
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

import type { Article } from '../../src/content/article.ts'
import { copy } from '../../src/copy.ts'
import { usePortal } from '../context.ts'

interface CommentsProps {
  article: Article
  /** Absolute address of the article. */
  url: string
}

/**
 * The place of the discussion below the first article, when the CMS asks for one (spec 2; decisions 26 and 68). A
 * provider fills it when the reader comes to it; without one it says where to write.
 */
export function Comments({ article, url }: CommentsProps) {
  const { integrations } = usePortal()
  const { comments, commentsClosed, commentsLoading, commentsFailed, commentsNeedScript, writeToUs } = copy.article
  if (!integrations.comments) {
    return (
      <section className="comments" aria-label={comments}>
        <h2 className="section-title">{comments}</h2>
        <p>
          {commentsClosed} <a href="/kontakt">{writeToUs}</a>
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

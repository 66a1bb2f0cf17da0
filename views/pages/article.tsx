import { useLoaderData } from 'react-router-dom'
import type { Article } from '../../src/content/article.ts'
import { onceWhile } from '../../src/content/once-while.ts'
import { copy } from '../../src/copy.ts'
import { ArticleView } from '../article/article-view.tsx'
import { type Portal, PortalProvider, usePortal } from '../context.ts'
import type { PageDataOf } from '../page-data.ts'
import { renderPieces, useReadyMadeChildren } from '../ready-made.tsx'

const once = onceWhile<Article, readonly Buffer[]>()

/** Rendered once per revision, and anew when it leads on to other articles (docs/decisions/003). */
export function ArticlePage() {
  const page = useLoaderData<PageDataOf<'article'>>()
  const portal = usePortal()
  const readyMade = useReadyMadeChildren()
  return readyMade(piecesOf(page, portal))
}

function piecesOf(page: PageDataOf<'article'>, portal: Portal): readonly Buffer[] {
  const { article, head, order } = page
  const { related, earlier, later } = order
  return once(article, [head, portal.integrations, earlier, later, ...related], () =>
    renderPieces(
      <PortalProvider value={portal}>
        <ArticleFrame {...page} />
      </PortalProvider>,
    ),
  )
}

/**
 * One article; the browser appends further ones between it and the sentinel. The paid magazine stands alone, in a layout
 * of its own (spec 2, "Article page").
 */
function ArticleFrame({ head, article, order, service }: PageDataOf<'article'>) {
  const isSingle = service.articleLayout === 'single'
  return (
    <div className={isSingle ? 'page article-page plus-article' : 'page article-page'}>
      <div className="reading-progress" aria-hidden="true" />
      {isSingle ? (
        <ArticleView article={article} head={head} order={order} />
      ) : (
        <div data-articles>
          <ArticleView article={article} head={head} order={order} />
          <div className="sentinel" data-sentinel aria-hidden="true" />
          <p
            className="further-status needs-script"
            role="status"
            data-further-status
            data-loading={copy.article.loadingNext}
            data-end={copy.article.end}
          />
        </div>
      )}
    </div>
  )
}

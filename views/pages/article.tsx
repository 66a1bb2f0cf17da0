import { useLoaderData } from 'react-router-dom'
import type { Article } from '../../src/content/article.ts'
import type { ReadingOrder } from '../../src/content/reading-order.ts'
import { copy } from '../../src/copy.ts'
import type { HeadModel } from '../../src/seo/head.ts'
import { ArticleView } from '../article/article-view.tsx'
import { type Portal, PortalProvider, usePortal } from '../context.ts'
import type { PageDataOf } from '../page-data.ts'
import { renderPieces, useReadyMadeChildren } from '../ready-made.tsx'

/** A page's own part, and what it was rendered from beside the article. */
interface Rendered {
  head: HeadModel
  integrations: Portal['integrations']
  order: ReadingOrder
  pieces: readonly Buffer[]
}

const rendered = new WeakMap<Article, Rendered>()

/** Rendered once per revision, and anew when it leads on to other articles (docs/decisions/003). */
export function ArticlePage() {
  const page = useLoaderData<PageDataOf<'article'>>()
  const portal = usePortal()
  const readyMade = useReadyMadeChildren()
  return readyMade(piecesOf(page, portal))
}

function piecesOf(page: PageDataOf<'article'>, portal: Portal): readonly Buffer[] {
  const { article, head, order } = page
  const { integrations } = portal
  const before = rendered.get(article)
  if (before?.head === head && before.integrations === integrations && isSameOrder(before.order, order)) {
    return before.pieces
  }
  const pieces = renderPieces(
    <PortalProvider value={portal}>
      <ArticleFrame {...page} />
    </PortalProvider>,
  )
  rendered.set(article, { head, integrations, order, pieces })
  return pieces
}

function isSameOrder(one: ReadingOrder, other: ReadingOrder): boolean {
  const isSameList =
    one.related.length === other.related.length && one.related.every((card, index) => card === other.related[index])
  return isSameList && one.earlier === other.earlier && one.later === other.later
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

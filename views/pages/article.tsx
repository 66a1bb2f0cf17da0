import { useLoaderData } from 'react-router-dom'
import { copy } from '../../src/copy.ts'
import { ArticleView } from '../article/article-view.tsx'
import { PageHead } from '../components/page-head.tsx'
import type { PageDataOf } from '../page-data.ts'

/**
 * One article; the browser appends further ones between it and the sentinel. The paid magazine stands alone, in a layout
 * of its own (spec 2, "Article page").
 */
export function ArticlePage() {
  const { head, article, order, service } = useLoaderData<PageDataOf<'article'>>()
  const isSingle = service.articleLayout === 'single'
  return (
    <div className={isSingle ? 'page article-page plus-article' : 'page article-page'}>
      <PageHead head={head} />
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

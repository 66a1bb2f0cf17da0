import { type Article, cardOf } from '../../src/content/article.ts'
import type { CardBlock } from '../../src/content/home-block.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import { ArticleView } from '../article/article-view.tsx'
import { type Portal, PortalProvider, useMessages, usePortal } from '../context.ts'
import { CardsBlock } from '../home/card-blocks.tsx'
import type { PageDataOf } from '../page-data.ts'
import { renderPieces, usePrerenderedChildren } from '../prerendered.tsx'

const once = memoizeByIdentity<Article, readonly Buffer[]>()

export function ArticlePage(page: PageDataOf<'article'>) {
  const portal = usePortal()
  const prerendered = usePrerenderedChildren()
  return prerendered(piecesOf(page, portal))
}

function piecesOf(page: PageDataOf<'article'>, portal: Portal): readonly Buffer[] {
  const { article, head, order, comments, livePage, mostRead } = page
  const { related, earlier, later } = order
  return once(article, [head, portal.integrations, comments, livePage, earlier, later, ...related, ...mostRead], () =>
    renderPieces(
      <PortalProvider value={portal}>
        <ArticleFrame {...page} />
      </PortalProvider>,
      'article',
    ),
  )
}

/** The browser appends articles; a `single` one and a page stay alone (ART-6, PAGE-27). */
function ArticleFrame({ head, article, order, comments, service, livePage, mostRead }: PageDataOf<'article'>) {
  const messages = useMessages()
  const { preview } = usePortal()
  const isSingle = service.articleLayout === 'single'
  const isAlone = isSingle || article.isPage || preview !== undefined
  return (
    <div className={isSingle ? 'page article-page plus-article' : 'page article-page'}>
      {!article.isPage && <div className="reading-progress" aria-hidden="true" />}
      {isAlone ? (
        <ArticleView article={article} head={head} order={order} comments={comments} livePage={livePage} />
      ) : (
        <div data-articles="">
          <ArticleView {...{ article, head, order, comments, livePage, mostRead }} />
          <div className="sentinel" data-sentinel="" aria-hidden="true" />
          <p
            className="further-status needs-script"
            role="status"
            data-further-status=""
            data-loading={messages.article.loadingNext}
            data-end={messages.article.end}
          />
        </div>
      )}
    </div>
  )
}

const BLOCKS: ReadonlyArray<CardBlock['type']> = ['large-posts', 'list-posts', 'grid-posts', 'hot-posts']

export function PreviewPage(page: PageDataOf<'article'>) {
  const { preview } = usePortal()
  if (preview?.output !== 'card') return <ArticlePage {...page} />
  const cards = [cardOf(preview.article)]
  return (
    <div className="page home">
      {BLOCKS.map((type, index) => (
        <CardsBlock key={type} block={{ type, cards }} isFirst={index === 0} />
      ))}
    </div>
  )
}

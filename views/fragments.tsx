import { renderToStaticMarkup } from 'react-dom/server'
import type { Article } from '../src/content/article.ts'
import type { LiveUpdateBlock } from '../src/content/block.ts'
import { type Live, seenIn } from '../src/content/live.ts'
import { articleHead } from '../src/seo/article-head.ts'
import { updatesBytes } from './article/article-body.tsx'
import { ArticleView } from './article/article-view.tsx'
import { LiveTop } from './article/live.tsx'
import { BlockStyles } from './components/feature-styles.tsx'
import { type Portal, PortalProvider } from './context.ts'

/** Browsers append it without the shell. */
export function renderArticleFragment(article: Article, portal: Portal): string {
  return renderToStaticMarkup(
    <PortalProvider value={portal}>
      <ArticleView article={article} head={articleHead(article, portal.service)} />
    </PortalProvider>,
  )
}

export function renderLiveFragment(
  article: Article,
  live: Live,
  updates: readonly LiveUpdateBlock[],
  portal: Portal,
): string {
  const { isOver, pages } = live
  const { service } = portal
  return renderToStaticMarkup(
    <PortalProvider value={portal}>
      <div
        data-live-fragment=""
        data-seen={seenIn(live)}
        data-whole={updates === pages[0] ? (pages.length === 1 ? 'all' : 'page') : undefined}
        data-over={isOver || undefined}
      >
        <BlockStyles blocks={updates} />
        <LiveTop article={article} live={live} page={1} service={service} />
        <div dangerouslySetInnerHTML={{ __html: updatesBytes(article, updates, portal).toString() }} />
      </div>
    </PortalProvider>,
  )
}

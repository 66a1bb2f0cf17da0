import { renderToStaticMarkup } from 'react-dom/server'
import type { Article } from '../src/content/article.ts'
import type { LiveUpdateBlock } from '../src/content/block.ts'
import type { Live } from '../src/content/live.ts'
import { seenIn } from '../src/content/live-revisions.ts'
import { bodyBytes } from './article/article-body.tsx'
import { LiveTop } from './article/live.tsx'
import { BlockStyles } from './blocks/block-styles.tsx'
import { type Portal, PortalProvider } from './context.ts'

/** LIVE-7. */
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
        <div dangerouslySetInnerHTML={{ __html: bodyBytes(updates, article.path, portal).toString() }} />
      </div>
    </PortalProvider>,
  )
}

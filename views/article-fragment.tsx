import { renderToStaticMarkup } from 'react-dom/server'
import type { Article } from '../src/content/article.ts'
import { articleHead } from '../src/seo/article-head.ts'
import { ArticleView } from './article/article-view.tsx'
import { type Portal, PortalProvider } from './context.ts'

/** A browser appends this markup, an article's without the shell, below another article. */
export function renderArticleFragment(article: Article, portal: Portal): string {
  return renderToStaticMarkup(
    <PortalProvider value={portal}>
      <ArticleView article={article} head={articleHead(article, portal.service)} />
    </PortalProvider>,
  )
}

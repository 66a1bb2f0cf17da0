import { words } from '../content/content'
import { ArticleHeader } from './article-header'
import { AuthorNote } from './author-note'
import { Blocks } from './blocks'
import { Contents } from './contents'
import { Onward } from './onward'
import { Picture } from './picture'
import { Share } from './share'
import { Tags } from './tags'

/** One article with everything around its text. */
export function ArticlePage({ page }) {
  const { article, contents, order, head, jsonLd } = page
  return (
    <div className="page article-page">
      <link rel="amphtml" href={head.amphtml} />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: forScript(jsonLd) }} />
      <div className="reading-progress" aria-hidden="true" />
      <article
        className="article"
        data-article={article.path}
        data-article-title={head.title}
        data-next={JSON.stringify(article.nextPaths)}
        data-category={article.topCategory}
      >
        <ArticleHeader article={article} />
        {article.hero && (
          <figure className="hero">
            <Picture picture={article.hero} sizes="(min-width: 1200px) 1000px, 100vw" isFirst />
          </figure>
        )}
        <Contents items={contents} />
        <div className="article-body">
          <Blocks blocks={article.body} />
        </div>
        <footer className="article-footer">
          <Tags tags={article.tags} />
          <Share
            url={head.canonical}
            title={article.title}
            words={{ share: words.article.share, mail: words.article.shareByMail }}
          />
          {article.author && <AuthorNote author={article.author} />}
        </footer>
        <Onward order={order} />
      </article>
    </div>
  )
}

/** JSON that cannot end the script it stands in. */
function forScript(value) {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

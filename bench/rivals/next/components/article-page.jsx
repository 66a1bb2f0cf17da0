import { words } from '../content/content'
import { ArticleHeader } from './article-header'
import { AuthorNote } from './author-note'
import { Blocks } from './blocks'
import { Contents } from './contents'
import { JsonLd } from './json-ld'
import { Onward } from './onward'
import { Picture } from './picture'
import { SeriesNav } from './series'
import { Share } from './share'
import { Tags } from './tags'

const HERO_SIZES = '(min-width: 1200px) 596px, (min-width: 616px) 552px, (min-width: 401px) 92vw, calc(100vw - 32px)'

/** One article with everything around its text. */
export function ArticlePage({ page }) {
  const { article, contents, order, head, jsonLd } = page
  return (
    <div className="page article-page">
      <link rel="amphtml" href={head.amphtml} />
      <JsonLd graph={jsonLd} />
      <article
        className={article.hero ? 'article has-hero' : 'article'}
        data-article={article.path}
        data-article-title={head.title}
        data-next={JSON.stringify(article.nextPaths)}
        data-category={article.topCategory}
      >
        <ArticleHeader article={article} />
        {article.hero && (
          <figure className="hero">
            <Picture picture={article.hero} sizes={HERO_SIZES} isFirst />
            {article.heroCaption && <HeroCaption caption={article.heroCaption} />}
          </figure>
        )}
        <Contents items={contents} />
        <div className="article-body">
          <Blocks blocks={article.body} />
        </div>
        {article.series && <SeriesNav series={article.series} />}
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

/** The image's own words, and who made it. */
function HeroCaption({ caption: { html, credit } }) {
  return (
    <figcaption>
      {html && <span dangerouslySetInnerHTML={{ __html: html }} />} {credit && <span className="credit">{credit}</span>}
    </figcaption>
  )
}

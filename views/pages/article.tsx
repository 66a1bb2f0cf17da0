import { useLoaderData } from 'react-router-dom'
import type { Article } from '../../src/content/article.ts'
import type { Person } from '../../src/content/card.ts'
import { copy } from '../../src/copy.ts'
import { ArticleBody } from '../blocks/article-body.tsx'
import { Card } from '../components/card.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Picture } from '../components/picture.tsx'
import { PublishedTime } from '../components/published-time.tsx'
import type { PageDataOf } from '../page-data.ts'

/** One article, and what to read next. The paid magazine stands alone, in a layout of its own (spec 2). */
export function ArticlePage() {
  const { head, article, next, service } = useLoaderData<PageDataOf<'article'>>()
  const isSingle = service.articleLayout === 'single'
  return (
    <div className={isSingle ? 'page article-page plus-article' : 'page article-page'}>
      <PageHead head={head} />
      <article>
        <ArticleHeader article={article} />
        {article.hero && (
          <figure className="hero">
            <Picture picture={article.hero} sizes="(min-width: 1200px) 1000px, 100vw" isFirst />
          </figure>
        )}
        <ArticleBody article={article} />
        {article.tags.length > 0 && (
          <ul className="quick-links" aria-label={copy.article.tags}>
            {article.tags.map((tag) => (
              <li key={tag.name}>
                <a className="chip" href={tag.href}>
                  {tag.name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </article>
      {!isSingle && next.length > 0 && (
        <section className="cards read-next">
          <h2 className="section-title">{copy.article.next}</h2>
          <div className="cards-grid">
            {next.map((card) => (
              <Card key={card.id} card={card} shape="stack" />
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

function ArticleHeader({ article }: { article: Article }) {
  return (
    <header className="article-header">
      <p className="card-meta">
        {article.isProductPlacement && <span className="marker">{copy.article.sponsored}</span>}
        {article.category &&
          (article.category.href ? <a href={article.category.href}>{article.category.name}</a> : article.category.name)}
      </p>
      <h1>{article.title}</h1>
      {article.lead && <p className="lead">{article.lead}</p>}
      <div className="byline">
        {article.authors.length > 0 && <Authors authors={article.authors} />}
        {article.published && (
          <span>
            <PublishedTime published={article.published} withClock />
          </span>
        )}
        {article.modified && (
          <span>
            {copy.article.updated}: <PublishedTime published={article.modified} />
          </span>
        )}
        <span>{copy.article.readingTime(article.readingMinutes)}</span>
      </div>
    </header>
  )
}

function Authors({ authors }: { authors: Person[] }) {
  return (
    <span className="authors">
      {authors.map((author) => (
        <span key={author.name} className="author">
          {author.avatar && <img src={author.avatar} alt="" width="32" height="32" />}
          {author.href ? (
            <a rel="author" href={author.href}>
              {author.name}
            </a>
          ) : (
            author.name
          )}
        </span>
      ))}
    </span>
  )
}

import type { Article } from '../../src/content/article.ts'
import type { Person } from '../../src/content/card.ts'
import { copy } from '../../src/copy.ts'
import { EagerImage } from '../components/eager-image.tsx'
import { PublishedTime } from '../components/published-time.tsx'
import { Spaced } from '../components/spaced.tsx'

/** Category, headline, lead, byline (visual brief, "Article"). */
export function ArticleHeader({ article }: { article: Article }) {
  return (
    <header className="article-header">
      <p className="card-meta">
        <Spaced>
          {article.isProductPlacement && <span className="marker">{copy.article.sponsored}</span>}
          {article.category &&
            (article.category.href ? (
              <a href={article.category.href}>{article.category.name}</a>
            ) : (
              article.category.name
            ))}
        </Spaced>
      </p>
      <h1>{article.title}</h1>
      {article.lead && <p className="lead">{article.lead}</p>}
      <div className="byline">
        <Spaced>
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
          {article.commentCount !== undefined && <span>{copy.article.commentCount(article.commentCount)}</span>}
        </Spaced>
      </div>
    </header>
  )
}

function Authors({ authors }: { authors: Person[] }) {
  return (
    <span className="authors">
      <Spaced>
        {authors.map((author) => (
          <span key={author.name} className="author">
            <Spaced>
              {author.avatar ? (
                <EagerImage src={author.avatar} alt="" width="40" height="40" />
              ) : (
                <span className="author-dot" aria-hidden="true">
                  {author.name.charAt(0)}
                </span>
              )}
              {author.href ? (
                <a rel="author" href={author.href}>
                  {author.name}
                </a>
              ) : (
                author.name
              )}
            </Spaced>
          </span>
        ))}
      </Spaced>
    </span>
  )
}

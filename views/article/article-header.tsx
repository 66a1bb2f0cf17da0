import { type Article, articleTerms } from '../../src/content/article.ts'
import type { Person, Term } from '../../src/content/card.ts'
import { Headline, TermLink } from '../components/card-meta.tsx'
import { Portrait } from '../components/portrait.tsx'
import { PublishedTime } from '../components/published-time.tsx'
import { Spaced } from '../components/spaced.tsx'
import { useMessages, usePortal } from '../context.ts'
import { ReadingAids } from './reading-aids.tsx'
import { Revision } from './revision.tsx'
import { SeriesLine } from './series.tsx'

interface ArticleHeaderProps {
  article: Article
  commentCount: number | undefined
  isFirst: boolean
}

/** CARD-9, CARD-12. */
export function ArticleHeader({ article, commentCount, isFirst }: ArticleHeaderProps) {
  const messages = useMessages()
  const { trail, terms } = articleTerms(article)
  const hasAids = usePortal().preview === undefined && !article.isPage
  return (
    <header className="article-header">
      {trail.length > 0 && <Trail terms={trail} />}
      {(article.isProductPlacement || terms.length > 0) && (
        <p className="card-meta">
          <Spaced>
            {article.isProductPlacement && <span className="marker">{messages.article.sponsored}</span>}
            {terms.map((term) => (
              <TermLink key={term.name} term={term} />
            ))}
          </Spaced>
        </p>
      )}
      {article.series && <SeriesLine series={article.series} />}
      {article.headline && <Headline headline={article.headline} />}
      <h1>{article.title}</h1>
      <Revision article={article} />
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
              {messages.article.updated}: <PublishedTime published={article.modified} />
            </span>
          )}
          <span>{messages.article.readingTime({ minutes: article.readingMinutes })}</span>
          {commentCount !== undefined && <span>{messages.article.commentCount({ count: commentCount })}</span>}
        </Spaced>
      </div>
      {hasAids && <ReadingAids isFirst={isFirst} />}
    </header>
  )
}

function Trail({ terms }: { terms: readonly Term[] }) {
  const messages = useMessages()
  return (
    <nav className="trail" aria-label={messages.article.trail}>
      <ol className="card-meta">
        {terms.map((term, index) => (
          <li key={index}>
            <TermLink term={term} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Authors({ authors }: { authors: Person[] }) {
  return (
    <span className="authors">
      <Spaced>
        {authors.map((author) => (
          <span key={author.name} className="author">
            <Spaced>
              <Portrait person={author} size={40} />
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

import { fill, words } from '../content/content'
import { Headline, TermLink } from './card'
import { BookmarkIcon } from './icons'
import { Portrait } from './portrait'
import { PublishedTime } from './published-time'
import { SeriesLine } from './series'
import { SiteLink } from './site-link'

/** Category, headline, lead, byline. */
export function ArticleHeader({ article }) {
  const { terms, series, headline, title, lead, authors, published, modified, readingMinutes } = article
  return (
    <header className="article-header">
      <p className="card-meta">
        {terms.map((term) => (
          <TermLink key={term.name} term={term} />
        ))}
      </p>
      {series && <SeriesLine series={series} />}
      {headline && <Headline headline={headline} />}
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      <div className="byline">
        {authors.length > 0 && <Authors authors={authors} />}{' '}
        {published && (
          <span>
            <PublishedTime published={published} withClock />
          </span>
        )}{' '}
        {modified && (
          <span>
            {words.article.updated}: <PublishedTime published={modified} />
          </span>
        )}{' '}
        <span>{fill(words.article.readingTime, { minutes: readingMinutes })}</span>
      </div>
      <Aids />
    </header>
  )
}

function Authors({ authors }) {
  return (
    <span className="authors">
      {authors.map((author) => (
        <span key={author.name} className="author">
          <Portrait person={author} size={40} />{' '}
          {author.href ? (
            <SiteLink rel="author" href={author.href}>
              {author.name}
            </SiteLink>
          ) : (
            author.name
          )}
        </span>
      ))}
    </span>
  )
}

/** Text size, and saving. */
function Aids() {
  const { aids } = words
  return (
    <div className="header-tools">
      <button className="icon-button" type="button" aria-label={aids.smaller}>
        A−
      </button>
      <button className="icon-button" type="button" aria-label={aids.larger}>
        A+
      </button>
      <button className="icon-button" type="button" aria-label={aids.save} aria-pressed="false">
        <BookmarkIcon />
      </button>
    </div>
  )
}

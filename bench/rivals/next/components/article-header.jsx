import Link from 'next/link'
import { words } from '../content/content'
import { PublishedTime } from './published-time'

/** Category, headline, lead, byline. */
export function ArticleHeader({ article }) {
  const { category, title, lead, authors, published, modified, readingMinutes } = article
  return (
    <header className="article-header">
      <p className="card-meta">
        {category && (category.href ? <Link href={category.href}>{category.name}</Link> : category.name)}
      </p>
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      <div className="byline">
        {authors.length > 0 && <Authors authors={authors} />}
        {published && (
          <span>
            <PublishedTime published={published} withClock />
          </span>
        )}
        {modified && (
          <span>
            {words.article.updated}: <PublishedTime published={modified} />
          </span>
        )}
        <span>{readingMinutes} min czytania</span>
      </div>
    </header>
  )
}

function Authors({ authors }) {
  return (
    <span className="authors">
      {authors.map(({ name, href, avatar }) => (
        <span key={name} className="author">
          {avatar ? (
            <img src={avatar} alt="" width="40" height="40" />
          ) : (
            <span className="author-dot" aria-hidden="true">
              {name.charAt(0)}
            </span>
          )}
          {href ? (
            <Link rel="author" href={href}>
              {name}
            </Link>
          ) : (
            name
          )}
        </span>
      ))}
    </span>
  )
}

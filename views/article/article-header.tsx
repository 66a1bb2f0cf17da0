import { type Article, articleTerms } from '../../src/content/article.ts'
import type { Person, Term } from '../../src/content/card.ts'
import type { ContentsItem } from '../../src/content/contents.ts'
import { latestCorrection } from '../../src/content/corrections.ts'
import { liveIn } from '../../src/content/live.ts'
import { savedPath } from '../../src/languages/language.ts'
import { Headline, TermLink } from '../components/card-meta.tsx'
import { BookmarkIcon } from '../components/icons.tsx'
import { Portrait } from '../components/images.tsx'
import { PublishedTime, Spaced } from '../components/inline.tsx'
import { type FeatureStyle, useMessages, usePortal } from '../context.ts'
import { readingScript, revisionScript } from '../document/text-scale.ts'
import { SeriesLine } from './series.tsx'

interface ArticleHeaderProps {
  article: Article
  commentCount: number | undefined
  isFirst: boolean
}

/** A page of the site is no news (PAGE-27). */
export function PageHeader({ article }: { article: Article }) {
  const messages = useMessages()
  const changed = article.modified ?? article.published
  return (
    <header className="article-header">
      {article.isProductPlacement && (
        <p className="card-meta">
          <span className="marker">{messages.article.sponsored}</span>
        </p>
      )}
      {article.headline && <Headline headline={article.headline} />}
      <h1>{article.title}</h1>
      {article.lead && <p className="lead">{article.lead}</p>}
      {changed && (
        <p className="byline">
          <span>
            {messages.article.updated}: <PublishedTime published={changed} />
          </span>
        </p>
      )}
    </header>
  )
}

export function ArticleHeader({ article, commentCount, isFirst }: ArticleHeaderProps) {
  const messages = useMessages()
  const { trail, terms } = articleTerms(article)
  const hasAids = usePortal().preview === undefined
  return (
    <header className="article-header">
      {!isFirst && <p className="article-seam">{messages.article.nextArticle}</p>}
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
      <Revision article={article} isFirst={isFirst} />
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
          <span data-minutes="">{messages.article.readingTime({ minutes: article.readingMinutes })}</span>
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

export const REVISION_STYLE: FeatureStyle = 'correction'

export function isRevised({ modified, body, isPage }: Article): boolean {
  // A coverage changes all the time.
  const isChanged = modified !== undefined && liveIn(body) === undefined
  return !isPage && (isChanged || latestCorrection(body) !== undefined)
}

/** The browser knows the version that the reader saw (CORR-5). */
function Revision({ article, isFirst }: { article: Article; isFirst: boolean }) {
  const messages = useMessages()
  if (!isRevised(article)) return null
  const correction = latestCorrection(article.body)
  return (
    <p className={correction ? 'revision' : 'revision revision-alone'} data-revision={article.modified?.time.iso ?? ''}>
      <Spaced>
        {correction && (
          <a href={`#${encodeURIComponent(correction.id)}`}>
            {messages.article.correction}
            {correction.published && (
              <>
                {', '}
                <PublishedTime published={correction.published} />
              </>
            )}
          </a>
        )}
        <span role="status" data-changed={messages.article.changed} />
      </Spaced>
      {isFirst && <script dangerouslySetInnerHTML={{ __html: revisionScript }} />}
    </p>
  )
}

/** The aids' style sheet comes later, so only common classes appear (AID-1, AID-3). */
function ReadingAids({ isFirst }: { isFirst: boolean }) {
  const { service, assets } = usePortal()
  const { aids } = service.messages
  const feature = {
    'data-feature': 'reading',
    'data-style': assets.featureStyles.reading,
    'data-list': savedPath(service),
  }
  return (
    <div className="header-tools needs-script" {...(isFirst && feature)}>
      {isFirst && (
        <>
          <button className="icon-button" type="button" aria-label={`A−, ${aids.smaller}`} data-text-size="-1">
            A−
          </button>
          <button className="icon-button" type="button" aria-label={`A+, ${aids.larger}`} data-text-size="1">
            A+
          </button>
          <span className="visually-hidden" role="status" />
        </>
      )}
      <button className="icon-button" type="button" aria-label={aids.save} aria-pressed="false" data-save="">
        <BookmarkIcon />
      </button>
      {/* Buttons come before the script, which waits for style sheets. */}
      {isFirst && <script dangerouslySetInnerHTML={{ __html: readingScript }} />}
    </div>
  )
}

export function Contents({ items }: { items: readonly ContentsItem[] }) {
  const messages = useMessages()
  if (items.length === 0) return null
  return (
    <nav className="contents" aria-label={messages.article.contents}>
      <details>
        <summary className="contents-title">{messages.article.contents}</summary>
        <ol>
          {items.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${encodeURIComponent(id)}`}>{text}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

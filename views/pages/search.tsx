import { useLoaderData } from 'react-router-dom'
import { copy } from '../../src/copy.ts'
import { Card } from '../components/card.tsx'
import { PageHead } from '../components/page-head.tsx'
import { SearchForm } from '../components/search-form.tsx'
import type { PageDataOf } from '../page-data.ts'

/** Results of a search; further ones behind a real link (decision 64). */
export function SearchPage() {
  const { head, query, cards, pageNumber, isRefused } = useLoaderData<PageDataOf<'search'>>()
  const message = searchMessage(query, isRefused, cards.length)
  return (
    <div className="page archive search-page">
      <PageHead head={head} />
      <header className="archive-header">
        <h1>{query === '' ? copy.search.title : copy.search.heading(query)}</h1>
        <SearchForm id="szukaj" query={query} />
      </header>
      {message ? (
        <p className="empty">{message}</p>
      ) : (
        <section className="cards list-posts">
          <div className="cards-grid">
            {cards.map((card) => (
              <Card key={card.id} card={card} shape="row" headingLevel={2} />
            ))}
          </div>
          <p>
            <a className="button" rel="next" href={`/search?s=${encodeURIComponent(query)}&page=${pageNumber + 1}`}>
              {copy.search.more}
            </a>
          </p>
        </section>
      )}
    </div>
  )
}

function searchMessage(query: string, isRefused: boolean, found: number): string | undefined {
  if (query === '') return copy.search.empty
  if (isRefused) return copy.search.refused
  return found === 0 ? copy.search.none : undefined
}

import { useLoaderData } from 'react-router-dom'
import { copy } from '../../src/config/copy.ts'
import { Card } from '../components/card.tsx'
import { CardsBlock } from '../home/card-blocks.tsx'
import { Island } from '../islands/island.tsx'
import type { PageDataOf } from '../page-data.ts'

/** Search results, with a real link to further ones (SEARCH-4). */
export function SearchPage() {
  const { service, query, cards, hasMore, newest, pageNumber, isRefused } = useLoaderData<PageDataOf<'search'>>()
  const message = searchMessage({ query, isRefused, pageNumber, count: cards.length })
  return (
    <div className="page archive search-page">
      <header className="archive-header">
        <h1>{query === '' ? copy.search.title : copy.search.heading(query)}</h1>
        <Island name="search-box" when="touched" props={{ id: 'szukaj', query }} />
      </header>
      {message ? (
        <>
          <p className="empty">{message}</p>
          <ul className="quick-links" aria-label={copy.quickLinks}>
            {service.menu.map(({ title, link }) => (
              <li key={title}>
                <a className="chip" href={link}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
          {newest.length > 0 && <CardsBlock block={{ type: 'postsrow', header: copy.newest, cards: newest }} isFirst />}
        </>
      ) : (
        <div className="cards list-posts">
          <div className="cards-grid">
            {cards.map((card, index) => (
              <Card key={card.id} card={card} shape="row" headingLevel={2} isFirst={index === 0} />
            ))}
          </div>
          {hasMore ? (
            <Island
              name="search-results"
              when="scrolled"
              props={{ query, page: pageNumber, above: cards.map(({ id }) => id) }}
            />
          ) : (
            <p className="list-status">{copy.search.end}</p>
          )}
        </div>
      )}
    </div>
  )
}

interface Outcome {
  query: string
  isRefused: boolean
  pageNumber: number
  count: number
}

function searchMessage({ query, isRefused, pageNumber, count }: Outcome): string | undefined {
  if (query === '') return copy.search.empty
  if (isRefused) return copy.search.refused
  if (count > 0) return undefined
  return pageNumber > 1 ? copy.search.end : copy.search.none
}

import { useLoaderData } from 'react-router-dom'
import { filterQuery } from '../../src/content/search-filters.ts'
import type { Messages } from '../../src/languages/messages.ts'
import { Card } from '../components/card.tsx'
import { LIST_PLACE } from '../components/card-places.ts'
import { FeatureStyles } from '../components/feature-styles.tsx'
import { placeOfImage } from '../components/first-image.ts'
import { SearchBox, searchFormId } from '../components/search-box.tsx'
import { SearchFilterFields } from '../components/search-filters.tsx'
import { SearchOutcome } from '../components/search-outcome.tsx'
import { useMessages } from '../context.ts'
import { CardsBlock } from '../home/card-blocks.tsx'
import { ScriptedIsland, SearchResultsIsland, searchBoxTexts, searchResultsTexts } from '../islands/island.tsx'
import type { PageDataOf } from '../page-data.ts'

const FIELD = 'szukaj'

/** SEARCH-4. */
export function SearchPage() {
  const messages = useMessages()
  const results = useLoaderData<PageDataOf<'search'>>()
  const { service, query, filters, filtersSearch, cards, hasMore, newest, pageNumber, isRefused } = results
  const first = placeOfImage(cards)
  const message = searchMessage({ query, isRefused, pageNumber, count: cards.length }, messages)
  return (
    <div className="page archive search-page">
      <FeatureStyles names={['search']} />
      <header className="archive-header">
        <h1>{query === '' ? messages.search.title : messages.search.heading({ query })}</h1>
        <ScriptedIsland name="search-box" texts={searchBoxTexts(service)}>
          <SearchBox id={FIELD} query={query} />
        </ScriptedIsland>
        {filtersSearch && query !== '' && (
          <SearchFilterFields form={searchFormId(FIELD)} query={query} filters={filters} />
        )}
        {query !== '' && !isRefused && <SearchOutcome results={results} />}
      </header>
      {message ? (
        <>
          <p className="empty">{message}</p>
          <ul className="quick-links" aria-label={messages.quickLinks}>
            {service.menu.map(({ title, link }) => (
              <li key={title}>
                <a className="chip" href={link}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
          {newest.length > 0 && (
            <CardsBlock block={{ type: 'postsrow', header: messages.newest, cards: newest }} isFirst />
          )}
        </>
      ) : (
        <div className="cards list-posts">
          <div className="cards-grid">
            {cards.map((card, index) => (
              <Card key={card.id} card={card} place={LIST_PLACE} headingLevel={2} isFirst={index === first} />
            ))}
          </div>
          {hasMore ? (
            <SearchResultsIsland
              query={query}
              filters={filterQuery(filters)}
              page={pageNumber}
              above={cards.map(({ id }) => id)}
              texts={searchResultsTexts(service)}
            />
          ) : (
            <p className="list-status">{messages.search.end}</p>
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

function searchMessage({ query, isRefused, pageNumber, count }: Outcome, { search }: Messages): string | undefined {
  if (query === '') return search.empty
  if (isRefused) return search.refused
  if (count > 0) return undefined
  return pageNumber > 1 ? search.end : search.none
}

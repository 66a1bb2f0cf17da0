import { listAt } from '../../src/content/links.ts'
import { filterQuery, type SearchFilters } from '../../src/content/search-filters.ts'
import type { Messages } from '../../src/languages/messages.ts'
import { listText } from '../../src/languages/texts.ts'
import { NEWEST_CATEGORY } from '../../src/services/list-kind.ts'
import type { MenuItem, Service } from '../../src/services/service.ts'
import { Card } from '../components/card.tsx'
import { LIST_PLACE } from '../components/card-places.ts'
import { FeatureStyles } from '../components/feature-styles.tsx'
import { placeOfImage } from '../components/lead-image.ts'
import { SearchBox, searchFormId } from '../components/search-box.tsx'
import { useMessages, useService } from '../context.ts'
import { CardsBlock, MostRead } from '../home/card-blocks.tsx'
import { ScriptedIsland, SearchResultsIsland, searchResultsTexts } from '../islands/island.tsx'
import type { PageDataOf } from '../page-data.ts'

const FIELD = 'szukaj'

export function SearchPage(results: PageDataOf<'search'>) {
  const messages = useMessages()
  const { service, query, filters, filtersSearch, cards, hasMore, newest, mostRead, pageNumber, isRefused } = results
  const first = placeOfImage(cards)
  const message = searchMessage({ query, isRefused, pageNumber, count: cards.length }, messages)
  return (
    <div className="page archive search-page">
      <FeatureStyles names={['search']} />
      <header className="archive-header">
        <h1>{query === '' ? messages.search.title : messages.search.heading({ query })}</h1>
        <ScriptedIsland name="search-box">
          <SearchBox id={FIELD} query={query} />
        </ScriptedIsland>
        {query !== '' && !isRefused && (
          <div className="search-side">
            {filtersSearch && <SearchFilterFields form={searchFormId(FIELD)} query={query} filters={filters} />}
            <SearchOutcome results={results} />
          </div>
        )}
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
          <MostRead cards={mostRead} />
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

interface SearchOutcomeProps {
  results: PageDataOf<'search'>
}

function SearchOutcome({ results: { cards, count = 0, missing, elsewhere } }: SearchOutcomeProps) {
  const { language, messages } = useService()
  const { search } = messages
  const words = missing.map((word) => search.missingWord({ word }))
  const total = elsewhere.reduce((sum, one) => sum + one.count, 0)
  return (
    <div className="search-outcome">
      {cards.length > 0 && words.length > 0 && (
        <p className="search-guess">{search.missing({ words: listText(words, language) })}</p>
      )}
      {cards.length > 0 && count > 0 && <p>{search.count({ count })}</p>}
      {total > 0 && (
        <div className="search-elsewhere">
          <p id="search-elsewhere">{search.elsewhere({ count: total })}</p>
          <ul aria-labelledby="search-elsewhere">
            {elsewhere.map(({ title, link, count: number }) => (
              <li key={link}>
                <a href={link}>{title}</a> {`(${number})`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

interface SearchFilterFieldsProps {
  form: string
  query: string
  filters: SearchFilters
}

function SearchFilterFields({ form, query, filters }: SearchFilterFieldsProps) {
  const service = useService()
  const { search } = service.messages
  const isLimited = filterQuery(filters) !== ''
  const categories = menuCategories(service.menu, service)
  return (
    <details className="search-filters" open={isLimited}>
      <summary>{search.filters}</summary>
      <div className="search-filters-fields">
        {categories.length > 0 && (
          <label>
            {search.category}
            <select form={form} name="category" defaultValue={filters.category ?? ''}>
              <option value="">{search.everyCategory}</option>
              {categories.map(({ slug, title }) => (
                <option key={slug} value={slug}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {search.from}
          <input form={form} type="date" name="from" defaultValue={filters.from} />
        </label>
        <label>
          {search.to}
          <input form={form} type="date" name="to" defaultValue={filters.to} />
        </label>
        <button form={form} type="submit" className="button button-quiet">
          {search.apply}
        </button>
        {isLimited && <a href={`/search?s=${encodeURIComponent(query)}`}>{search.unlimited}</a>}
      </div>
    </details>
  )
}

/** Sources' menus name them. */
function menuCategories(items: readonly MenuItem[], service: Service): Array<{ slug: string; title: string }> {
  const all = items.flatMap((item) => [item, ...(item.items ?? [])])
  const named = all.flatMap(({ title, link }) => {
    const list = link.startsWith('/') ? listAt(link.split('/').slice(1), service) : undefined
    return list?.kind === 'category' && list.slug !== NEWEST_CATEGORY ? [{ slug: list.slug, title }] : []
  })
  return [...new Map(named.toReversed().map((category) => [category.slug, category])).values()].toReversed()
}

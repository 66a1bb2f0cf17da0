import { listText } from '../../src/languages/texts.ts'
import { useService } from '../context.ts'
import type { PageDataOf } from '../page-data.ts'

interface SearchOutcomeProps {
  results: PageDataOf<'search'>
}

/** SEARCH-27, SEARCH-28, SEARCH-30. */
export function SearchOutcome({ results: { cards, count = 0, missing, elsewhere } }: SearchOutcomeProps) {
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

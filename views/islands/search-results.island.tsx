import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Card as CardData } from '../../src/content/card.ts'
import { cardsOf } from '../../src/content/post-card.ts'
import { copy } from '../../src/copy.ts'
import { Card } from '../components/card.tsx'
import { CardSkeletons } from '../components/card-skeletons.tsx'

export interface SearchResultsProps {
  query: string
  /** The page that stands above; the next one is fetched first. */
  page: number
  /** Ids of the cards on it. */
  above: ReadonlyArray<CardData['id']>
}

/** Pixels above the end of the page at which the next results are fetched (spec 9, "Search near-bottom trigger"). */
const NEAR_END = 100

/**
 * Further results below the first ones (spec 2, "Search"). Without a script, a link to the next page (decision 64).
 */
export function SearchResults({ query, page, above }: SearchResultsProps) {
  const [cards, setCards] = useState<CardData[]>([])
  const [state, setState] = useState<'idle' | 'loading' | 'finished'>('idle')
  const [nextPage, setNextPage] = useState(page + 1)
  // Known at once, where the state is known with the next rendering only.
  const next = useRef(page + 1)
  const isBusy = useRef(false)
  const status = useRef<HTMLParagraphElement>(null)
  const more = useRef<HTMLAnchorElement>(null)

  const load = useCallback(async (): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setState('loading')
    const found = await resultsOf(query, next.current)
    if (found === undefined) {
      setState('idle')
    } else if (found.length === 0) {
      // The link goes; who stood on it hears why.
      if (more.current?.matches(':focus')) status.current?.focus()
      setState('finished')
      return
    } else {
      next.current += 1
      setNextPage(next.current)
      setCards((shown) => {
        const known = new Set([...above, ...shown.map(({ id }) => id)])
        return [...shown, ...found.filter(({ id }) => !known.has(id))]
      })
      setState('idle')
    }
    isBusy.current = false
  }, [query, above])

  useEffect(() => {
    const onScroll = (): void => {
      if (isNearEnd()) void load()
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [load])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was appended may not reach the end of the screen yet
  useEffect(() => {
    if (isNearEnd()) void load()
  }, [cards, load])

  const onClick = (event: MouseEvent): void => {
    // A click that asks for a new tab or window stays what it is.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void load()
  }

  return (
    <>
      <div className="cards-grid">
        {cards.map((card) => (
          <Card key={card.id} card={card} shape="row" headingLevel={2} />
        ))}
        {state === 'loading' && <CardSkeletons />}
      </div>
      <p ref={status} className="list-status" role="status" tabIndex={-1}>
        {state === 'loading' ? copy.search.loading : state === 'finished' ? copy.search.end : ''}
      </p>
      {state !== 'finished' && (
        <p>
          <a
            ref={more}
            className="button button-quiet list-more"
            rel="next"
            href={`/search?s=${encodeURIComponent(query)}&page=${nextPage}`}
            aria-disabled={state === 'loading' || undefined}
            onClick={onClick}
          >
            {copy.search.more}
          </a>
        </p>
      )}
    </>
  )
}

function isNearEnd(): boolean {
  return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - NEAR_END
}

/** @returns undefined when the answer cannot be had: the results stay as they are (spec 8) */
async function resultsOf(query: string, page: number): Promise<CardData[] | undefined> {
  try {
    const response = await fetch(`/search/${encodeURIComponent(query)}/${page}`)
    if (!response.ok) throw new Error('Network response was not ok')
    return cardsOf(await response.json())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return undefined
  }
}

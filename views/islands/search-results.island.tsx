import {
  type CSSProperties,
  type MouseEvent,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Card as CardData } from '../../src/content/card.ts'
import { foundPageOf } from '../../src/content/post-card.ts'
import { Card, CardSkeletons } from '../components/card.tsx'
import { type Markers, MarkersProvider } from '../components/card-meta.tsx'
import { LIST_PLACE } from '../components/card-places.ts'
import { giveUpRoom, isMoreDue, keepRoom, makeRoom, pageHeightOf, type Room } from './search-room.ts'

export interface SearchResultsProps {
  query: string
  /** `category=bitcoin&from=2026-01-01` */
  filters: string
  page: number
  /** Ids of cards on the page above. */
  above: ReadonlyArray<CardData['id']>
  texts: SearchResultsTexts
}

export interface SearchResultsTexts {
  loading: string
  failed: string
  end: string
  more: string
  markers: Markers
}

type State = 'idle' | 'loading' | 'failed' | 'finished'

/** Milliseconds. */
const RETRY_PAUSE = 1000

function statusOf(state: State, { loading, failed, end }: SearchResultsTexts): string {
  return { idle: '', loading, failed, finished: end }[state]
}

/** Stays in sight (views/styles/lists.css). */
function isAwaited(state: State): boolean {
  return state === 'loading' || state === 'failed'
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

function useResults({ query, filters, page, above }: Omit<SearchResultsProps, 'texts'>) {
  const [{ cards, nextPage }, setShown] = useState<{ cards: CardData[]; nextPage: number }>({
    cards: [],
    nextPage: page + 1,
  })
  const [state, setState] = useState<State>('idle')
  const [endHasFocus, setEndHasFocus] = useState(false)
  // State would change with the next render only.
  const next = useRef({ page: page + 1, isBusy: false, hasMore: true, notBefore: 0 })
  const more = useRef<HTMLAnchorElement>(null)

  const load = useCallback(async (): Promise<void> => {
    const wanted = next.current
    if (wanted.isBusy || !wanted.hasMore) return
    wanted.isBusy = true
    setState('loading')
    const results = await resultsOf(query, filters, wanted.page)
    if (results === undefined) {
      wanted.isBusy = false
      wanted.notBefore = performance.now() + RETRY_PAUSE
      setState('failed')
      return
    }
    wanted.page += 1
    wanted.hasMore = results.hasMore
    // A page of cards is a long task.
    startTransition(() => {
      // The link would lose the focus.
      if (!results.hasMore && more.current?.matches(':focus')) setEndHasFocus(true)
      setState(results.hasMore ? 'idle' : 'finished')
      setShown((before) => {
        const known = new Set([...above, ...before.cards.map(({ id }) => id)])
        const added = results.cards.filter(({ id }) => !known.has(id))
        return { cards: [...before.cards, ...added], nextPage: wanted.page }
      })
    })
  }, [query, filters, above])

  // The next page would seem due meanwhile.
  useLayoutEffect(() => {
    next.current.isBusy = nextPage < next.current.page
  }, [nextPage])

  return { cards, nextPage, state, endHasFocus, next, more, load }
}

type Results = ReturnType<typeof useResults>

function useRoom({ next, load }: Results, above: SearchResultsProps['above']) {
  const room = useRef<Room | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLDivElement>(null)
  const free = useRef<HTMLDivElement>(null)

  const goOn = useCallback((): void => {
    if (!room.current || !next.current.hasMore) return
    keepRoom(room.current)
    if (isMoreDue(room.current) && performance.now() >= next.current.notBefore) void load()
  }, [load, next])

  const measure = useCallback((): void => {
    if (!box.current || !shown.current || !free.current) return
    room.current = { box: box.current, free: free.current, pageHeight: pageHeightOf(shown.current, above.length) }
    goOn()
  }, [above, goOn])

  useLayoutEffect(measure)

  useEffect(() => {
    const onScroll = (): void => {
      if (room.current && !next.current.hasMore) giveUpRoom(room.current)
      else goOn()
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', measure)
    return () => {
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', measure)
    }
  }, [goOn, measure, next])

  return [room, box, shown, free] as const
}

export function SearchResults(props: SearchResultsProps) {
  const { query, filters, above, texts } = props
  const results = useResults(props)
  const { cards, nextPage, state, endHasFocus, more, load } = results
  const [room, box, shown, free] = useRoom(results, above)

  useEffect(() => {
    if (cards.length > 0) dispatchEvent(new Event('szpalta:cards'))
  }, [cards])

  const onClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (room.current) makeRoom(room.current)
    void load()
  }

  const status = statusOf(state, texts)
  return (
    <div ref={box} className="further-results" style={{ '--results': above.length } as CSSProperties}>
      <div ref={shown} className="cards-grid">
        <MarkersProvider value={texts.markers}>
          {cards.map((card) => (
            <Card key={card.id} card={card} place={LIST_PLACE} headingLevel={2} />
          ))}
        </MarkersProvider>
      </div>
      {/* A persistent element would count as a layout shift. */}
      <div key={nextPage} ref={free} className="cards-grid list-room">
        {state === 'loading' && <CardSkeletons />}
      </div>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {/* A persistent element would count as a layout shift. */}
      <p
        key={state}
        ref={endHasFocus ? takeFocus : undefined}
        className={isAwaited(state) ? 'list-status is-awaited' : 'list-status'}
        tabIndex={endHasFocus ? -1 : undefined}
        aria-hidden={!endHasFocus}
      >
        {status || '\u00a0'}
      </p>
      {state !== 'finished' && (
        <p>
          <a
            ref={more}
            className="button button-quiet"
            rel="next"
            href={`/search?s=${encodeURIComponent(query)}${filters && `&${filters}`}&page=${nextPage}`}
            aria-disabled={state === 'loading' || undefined}
            onClick={onClick}
          >
            {texts.more}
          </a>
        </p>
      )}
    </div>
  )
}

/** @returns undefined on failure (SEARCH-8) */
async function resultsOf(query: string, filters: string, page: number) {
  try {
    const response = await fetch(`/search/${encodeURIComponent(query)}/${page}${filters && `?${filters}`}`)
    if (!response.ok) throw new Error('Network response was not ok')
    return foundPageOf(await response.json())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return undefined
  }
}

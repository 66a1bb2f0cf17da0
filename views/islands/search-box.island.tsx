import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Card } from '../../src/content/card.ts'
import { cardsOf } from '../../src/content/post-card.ts'
import { isRefusedQuery, searchQuery } from '../../src/content/search-query.ts'
import { copy } from '../../src/copy.ts'

export interface SearchBoxProps {
  /** Unique on the page. */
  id: string
  query?: string
  /** In the header's panel, where the words are to be typed at once. */
  isInPanel?: boolean
}

/** Milliseconds after the last key before suggestions are asked for. */
const PAUSE = 200
const MIN_LETTERS = 2
const MAX_SUGGESTIONS = 6

/**
 * The search form, with suggestions as one types (ARIA combobox pattern). Without a script a plain form: submitting goes
 * to `/search?s=…` (spec 2, "Search").
 */
export function SearchBox({ id, query = '', isInPanel }: SearchBoxProps) {
  const { suggestions, ask, clear } = useSuggestions()
  const [active, setActive] = useState(-1)
  // A field that suggests nothing, as without a script, is an ordinary one.
  const [isLive, setIsLive] = useState(false)
  useEffect(() => setIsLive(true), [])
  const isOpen = suggestions.length > 0
  const listId = `${id}-podpowiedzi`

  const close = (): void => {
    clear()
    setActive(-1)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen) return
    const chosen = suggestions[active]
    if (event.key === 'ArrowDown') setActive((active + 1) % suggestions.length)
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? suggestions.length - 1 : active - 1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && chosen) location.assign(chosen.link.href)
    else return
    event.preventDefault()
  }

  return (
    <search className="search-box">
      <form className="search-form" action="/search">
        <label className="visually-hidden" htmlFor={id}>
          {copy.search.words}
        </label>
        <input
          id={id}
          name="s"
          type="search"
          required
          // White space alone is no question (spec 5, "Search").
          pattern=".*\S.*"
          maxLength={200}
          defaultValue={query}
          placeholder={copy.search.placeholder}
          enterKeyHint="search"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the panel opens because the reader asked for this field
          autoFocus={isInPanel}
          {...(isLive && {
            role: 'combobox',
            'aria-autocomplete': 'list' as const,
            'aria-expanded': isOpen,
            'aria-controls': listId,
            'aria-activedescendant': active >= 0 ? `${listId}-${active}` : undefined,
          })}
          onChange={(event) => {
            setActive(-1)
            ask(event.target.value)
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <button type="submit">{copy.search.submit}</button>
      </form>
      <div
        id={listId}
        className="suggestions"
        role="listbox"
        aria-label={copy.search.suggestions}
        hidden={!isOpen}
        // The field keeps the focus, and so the list stays while it is clicked.
        onMouseDown={(event) => event.preventDefault()}
      >
        {suggestions.map((card, index) => (
          <a
            key={card.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            href={card.link.href}
          >
            {card.title}
          </a>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {isOpen ? copy.search.suggested(suggestions.length) : ''}
      </p>
    </search>
  )
}

/** Asks a moment after the last key; an answer to older words is dropped (decision 34). */
function useSuggestions() {
  const [suggestions, setSuggestions] = useState<Card[]>([])
  const running = useRef<AbortController>(undefined)
  const timer = useRef<number>(undefined)

  const clear = (): void => {
    window.clearTimeout(timer.current)
    running.current?.abort()
    setSuggestions([])
  }
  const ask = (typed: string): void => {
    window.clearTimeout(timer.current)
    running.current?.abort()
    const query = searchQuery(typed)
    if (query.length < MIN_LETTERS || isRefusedQuery(query)) {
      setSuggestions([])
      return
    }
    timer.current = window.setTimeout(async () => {
      const controller = new AbortController()
      running.current = controller
      const found = await suggestionsFor(query, controller.signal)
      if (!controller.signal.aborted) setSuggestions(found)
    }, PAUSE)
  }
  return { suggestions, ask, clear }
}

/** Never rejects: without suggestions the form still searches. */
async function suggestionsFor(query: string, signal: AbortSignal): Promise<Card[]> {
  try {
    const response = await fetch(`/search/${encodeURIComponent(query)}/1`, { signal })
    return response.ok ? cardsOf(await response.json()).slice(0, MAX_SUGGESTIONS) : []
  } catch {
    return []
  }
}

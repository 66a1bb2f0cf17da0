import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isRecord } from '../../src/content/record.ts'
import { isRefusedQuery, searchQuery } from '../../src/content/search-query.ts'
import type { Language } from '../../src/languages/language.ts'
import { countText, type PluralForms } from '../../src/languages/texts.ts'

export interface SearchBoxProps {
  /** Unique on the page. */
  id: string
  query?: string
  /** In the header's panel, where the field takes the focus at once. */
  isInPanel?: boolean
  texts: SearchBoxTexts
}

export interface SearchBoxTexts {
  words: string
  placeholder: string
  submit: string
  suggestions: string
  /** Number of suggestions, for screen readers. */
  suggested: PluralForms
  language: Language
}

/** Delay between the last key and the request for suggestions. Milliseconds. */
const PAUSE = 200
const MIN_LETTERS = 2

interface Suggestion {
  title: string
  /** A path, or a promoted link's URL. */
  link: string
}

/** Id of the form around a field, for fields elsewhere on the page that belong to it. */
export function searchFormId(id: string): string {
  return `${id}-form`
}

/**
 * The search form, with suggestions (ARIA combobox pattern). Without a script a plain form that submits to
 * `/search?s=…` (SHELL-5).
 */
export function SearchBox({ id, query = '', isInPanel, texts }: SearchBoxProps) {
  const { suggestions, suggest, clear } = useSuggestions()
  const [active, setActive] = useState(-1)
  // Without a script the field has no suggestions, so it must not have the combobox role.
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
    else if (event.key === 'Enter' && chosen) location.assign(chosen.link)
    else return
    event.preventDefault()
  }

  return (
    <search className="search-box">
      <form id={searchFormId(id)} className="search-form" action="/search">
        <label className="visually-hidden" htmlFor={id}>
          {texts.words}
        </label>
        <input
          id={id}
          name="s"
          type="search"
          required
          // White space alone is not a query (SHELL-5).
          pattern=".*\S.*"
          maxLength={200}
          defaultValue={query}
          placeholder={texts.placeholder}
          enterKeyHint="search"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the reader opened the panel for this field
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
            suggest(event.target.value)
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <button type="submit">{texts.submit}</button>
      </form>
      <div
        id={listId}
        className="suggestions"
        role="listbox"
        aria-label={texts.suggestions}
        hidden={!isOpen}
        // Keeps the focus in the field, so that the list stays open during the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {suggestions.map(({ title, link }, index) => (
          <a
            key={link}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            href={link}
          >
            {title}
          </a>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {isOpen ? countText(texts.language, texts.suggested, suggestions.length) : ''}
      </p>
    </search>
  )
}

/** Requests suggestions shortly after the last key; drops responses to older input (SEARCH-9). */
function useSuggestions() {
  const [suggestions, setSuggestions] = useState<Suggestion[]>([])
  const running = useRef<AbortController>(undefined)
  const timer = useRef<number>(undefined)

  const clear = (): void => {
    window.clearTimeout(timer.current)
    running.current?.abort()
    setSuggestions([])
  }
  const suggest = (typed: string): void => {
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
      const results = await suggestionsFor(query, controller.signal)
      if (!controller.signal.aborted) setSuggestions(results)
    }, PAUSE)
  }
  return { suggestions, suggest, clear }
}

/** Never rejects: the form works without suggestions. */
async function suggestionsFor(query: string, signal: AbortSignal): Promise<Suggestion[]> {
  try {
    const response = await fetch(`/search/${encodeURIComponent(query)}/suggestions`, { signal })
    return response.ok ? suggestionsIn(await response.json()) : []
  } catch {
    return []
  }
}

function suggestionsIn(json: unknown): Suggestion[] {
  const suggestions: unknown[] = isRecord(json) && Array.isArray(json.suggestions) ? json.suggestions : []
  return suggestions.filter(isRecord).flatMap(({ title, link }) => {
    const isUsable = typeof title === 'string' && typeof link === 'string' && /^(?:https?:\/\/|\/(?!\/))/.test(link)
    return isUsable ? [{ title, link }] : []
  })
}

import { isRefusedQuery, searchQuery } from '../../content/search-query.ts'
import { isRecord } from '../../system/record.ts'

/** Milliseconds. */
const PAUSE = 200
const MIN_LETTERS = 2

interface Suggestions {
  suggestions: readonly Suggestion[]
  announcement: string
}

const NONE: Suggestions = { suggestions: [], announcement: '' }

interface Suggestion {
  title: string
  /** Path or promoted URL. */
  link: string
  /** In the page's language; empty for an article. */
  kind: string
}

/** Follows ARIA's combobox (SEARCH-12). */
export function start(root: HTMLElement): void {
  const field = root.querySelector<HTMLInputElement>('input[type=search]')
  const list = root.querySelector<HTMLElement>('[role=listbox]')
  const status = root.querySelector('[role=status]')
  if (!field || !list || !status) return
  const requests = suggestionRequests()
  let options: HTMLAnchorElement[] = []
  let active = -1

  const choose = (index: number): void => {
    active = index
    for (const [at, option] of options.entries()) option.ariaSelected = String(at === index)
    const option = options[index]
    if (option) field.setAttribute('aria-activedescendant', option.id)
    else field.removeAttribute('aria-activedescendant')
  }
  const show = ({ suggestions, announcement }: Suggestions): void => {
    options = suggestions.map(({ title, link, kind }, index) => {
      const option = document.createElement('a')
      Object.assign(option, { id: `${list.id}-${index}`, role: 'option', tabIndex: -1, href: link, textContent: title })
      if (kind !== '') option.append(' ', Object.assign(document.createElement('small'), { textContent: kind }))
      return option
    })
    list.replaceChildren(...options)
    list.hidden = options.length === 0
    field.ariaExpanded = String(!list.hidden)
    status.textContent = list.hidden ? '' : announcement
    choose(-1)
  }
  const close = (): void => {
    requests.cancel()
    show(NONE)
  }
  const suggest = (): void => {
    choose(-1)
    const query = searchQuery(field.value)
    if (query.length < MIN_LETTERS || isRefusedQuery(query)) close()
    else requests.start(query, show)
  }

  // Requires suggestions, so a script.
  field.role = 'combobox'
  field.ariaAutoComplete = 'list'
  field.setAttribute('aria-controls', list.id)
  show(NONE)
  field.addEventListener('input', suggest)
  field.addEventListener('blur', close)
  field.addEventListener('keydown', (event) => {
    const chosen = options[active]
    if (options.length === 0) return
    if (event.key === 'ArrowDown') choose((active + 1) % options.length)
    else if (event.key === 'ArrowUp') choose(active <= 0 ? options.length - 1 : active - 1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && chosen) location.assign(chosen.href)
    else return
    event.preventDefault()
  })
  // Keeps the focus and the open list.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  if (field.value !== field.defaultValue) suggest()
}

/** Drops late responses (SEARCH-9). */
function suggestionRequests() {
  let running: AbortController | undefined
  let timer: number | undefined
  const cancel = (): void => {
    clearTimeout(timer)
    running?.abort()
  }
  const start = (query: string, show: (answer: Suggestions) => void): void => {
    cancel()
    timer = window.setTimeout(async () => {
      const controller = new AbortController()
      running = controller
      const answer = await suggestionsFor(query, controller.signal)
      if (!controller.signal.aborted) show(answer)
    }, PAUSE)
  }
  return { start, cancel }
}

/** Never rejects. */
async function suggestionsFor(query: string, signal: AbortSignal): Promise<Suggestions> {
  try {
    const response = await fetch(`/search/${encodeURIComponent(query)}/suggestions`, { signal })
    return response.ok ? suggestionsIn(await response.json()) : NONE
  } catch {
    return NONE
  }
}

function suggestionsIn(json: unknown): Suggestions {
  if (!isRecord(json) || !Array.isArray(json.suggestions)) return NONE
  const suggestions = json.suggestions.filter(isRecord).flatMap(({ title, link, kind }) => {
    const isUsable = typeof title === 'string' && typeof link === 'string' && /^(?:https?:\/\/|\/(?!\/))/.test(link)
    return isUsable ? [{ title, link, kind: typeof kind === 'string' ? kind : '' }] : []
  })
  return { suggestions, announcement: typeof json.announcement === 'string' ? json.announcement : '' }
}

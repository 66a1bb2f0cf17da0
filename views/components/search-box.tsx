import { useMessages } from '../context.ts'

interface SearchBoxProps {
  /** Unique on the page. */
  id: string
  query?: string
  /** In the header's panel, where the field takes the focus at once. */
  isInPanel?: boolean
}

/** Id of the form around a field, for fields elsewhere on the page that belong to it. */
export function searchFormId(id: string): string {
  return `${id}-form`
}

/**
 * The search form: a plain one that submits to `/search?s=…` (SHELL-5). Its island's script makes it a combobox with
 * suggestions (src/client/islands/search-box.ts).
 */
export function SearchBox({ id, query = '', isInPanel }: SearchBoxProps) {
  const { words, placeholder, submit, suggestions } = useMessages().search
  return (
    <search className="search-box">
      <form id={searchFormId(id)} className="search-form" action="/search">
        <label className="visually-hidden" htmlFor={id}>
          {words}
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
          placeholder={placeholder}
          enterKeyHint="search"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the reader opened the panel for this field
          autoFocus={isInPanel}
        />
        <button type="submit">{submit}</button>
      </form>
      <div id={`${id}-podpowiedzi`} className="suggestions" role="listbox" aria-label={suggestions} hidden />
      <p className="visually-hidden" role="status" />
    </search>
  )
}

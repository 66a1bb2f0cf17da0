import { useMessages } from '../context.ts'

interface SearchBoxProps {
  id: string
  query?: string
  isInPanel?: boolean
}

export function searchFormId(id: string): string {
  return `${id}-form`
}

/** A plain form (SHELL-5); src/client/islands/search-box.ts adds suggestions. */
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

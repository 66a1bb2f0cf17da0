import { copy } from '../../src/copy.ts'

/** Works as a plain form: submitting goes to `/search?s=…` (spec 2, "Search"). */
export function SearchForm({ id, query = '' }: { id: string; query?: string }) {
  return (
    <search>
      <form className="search-form" action="/search">
        <label className="visually-hidden" htmlFor={id}>
          {copy.search.label}
        </label>
        <input
          id={id}
          name="s"
          type="search"
          required
          defaultValue={query}
          placeholder={copy.search.placeholder}
          enterKeyHint="search"
        />
        <button type="submit">{copy.search.submit}</button>
      </form>
    </search>
  )
}

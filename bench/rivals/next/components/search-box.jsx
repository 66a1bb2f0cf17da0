'use client'

import { useState } from 'react'

/** The search form; the portal hydrates its own as well. */
export function SearchBox({ id, words }) {
  const [query, setQuery] = useState('')
  return (
    <search className="search-box">
      <form className="search-form" action="/search">
        <label className="visually-hidden" htmlFor={id}>
          {words.label}
        </label>
        <input
          id={id}
          type="search"
          required
          pattern=".*\S.*"
          maxLength={200}
          placeholder={words.placeholder}
          enterKeyHint="search"
          autoComplete="off"
          name="s"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <button type="submit">{words.submit}</button>
      </form>
      <div id={`${id}-podpowiedzi`} className="suggestions" role="listbox" aria-label={words.suggestions} hidden />
      <p className="visually-hidden" role="status" />
    </search>
  )
}

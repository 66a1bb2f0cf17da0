'use client'

import { useState } from 'react'

/** Subscribes without leaving the page. */
export function NewsletterForm({ words: { email, consent, submit } }) {
  const [state, setState] = useState('')
  const send = async (event) => {
    event.preventDefault()
    const response = await fetch('/api/sare/', { method: 'POST', body: new FormData(event.currentTarget) })
    setState(response.ok ? '✓' : `${response.status}`)
  }
  return (
    <form className="newsletter-form" action="/api/sare/" method="post" onSubmit={send}>
      <div className="field">
        <label htmlFor="newsletter-email">{email}</label>
        <input id="newsletter-email" name="email" type="email" autoComplete="email" required maxLength={254} />
      </div>
      <div className="field">
        <label className="consent">
          <input name="consent" type="checkbox" required />
          <span>{consent}</span>
        </label>
      </div>
      <button className="button" type="submit">
        {submit}
      </button>
      <p className="form-message" role="status">
        {state}
      </p>
    </form>
  )
}

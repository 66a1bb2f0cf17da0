import { type FormEvent, useRef, useState } from 'react'
import { isEmail, sareOutcome, sareRequest } from '../../src/content/newsletter.ts'
import { isRecord } from '../../src/content/record.ts'

export interface NewsletterFormProps {
  /** Unique on the page. */
  id: string
  texts: NewsletterTexts
}

export interface NewsletterTexts {
  email: string
  consent: string
  submit: string
  sending: string
  sent: string
  honeypot: string
  added: string
  known: string
  mailed: string
  failed: string
  tooMany: string
  invalidEmail: string
  consentRequired: string
}

/** Longer than the server's own limit for the provider (NEWS-13). Milliseconds. */
const DEADLINE = 15_000

type State = 'empty' | 'waiting' | 'allDone' | 'fail'
interface Errors {
  email?: string | undefined
  consent?: string | undefined
}

/** Text of the button by state. */
const BUTTON = { empty: 'submit', waiting: 'sending', allDone: 'sent', fail: 'submit' } as const satisfies Record<
  State,
  keyof NewsletterTexts
>

/**
 * The newsletter's form (NEWS-2, NEWS-12). Without a script it posts, and the page returns with a message;
 * with one it shows errors next to their fields, and the outcome.
 */
export function NewsletterForm({ id, texts }: NewsletterFormProps) {
  const [state, setState] = useState<State>('empty')
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  // A ref updates at once, `state` only with the next render.
  const isSending = useRef(false)
  const isLocked = state === 'waiting' || state === 'allDone'

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isLocked || isSending.current) return
    const fields = new FormData(event.currentTarget)
    const email = String(fields.get('email') ?? '').trim()
    const invalid = errorsOf(email, fields.has('consent'), texts)
    setErrors(invalid)
    setMessage('')
    if (invalid.email ?? invalid.consent) {
      form.current?.querySelector<HTMLInputElement>(invalid.email ? '[name=email]' : '[name=consent]')?.focus()
      return
    }
    isSending.current = true
    // A disabled field loses the focus, so it moves to the button, which shows the progress.
    if (form.current?.matches(':focus-within')) submitButton.current?.focus()
    setState('waiting')
    // The subscription's comment is the key of the service (NEWS-3).
    const request = sareRequest(email, document.body.dataset.service ?? '')
    const outcome = await send({ ...request, consent: true, website: fields.get('website') ?? '' }, texts)
    setState(outcome.isGood ? 'allDone' : 'fail')
    setMessage(outcome.message)
    isSending.current = false
  }

  return (
    <form ref={form} className="newsletter-form" action="/api/sare/" method="post" onSubmit={submit}>
      <div className="field">
        <label htmlFor={`${id}-email`}>{texts.email}</label>
        <input
          id={`${id}-email`}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          disabled={isLocked}
          aria-invalid={errors.email ? true : undefined}
          aria-describedby={`${id}-email-error`}
        />
        <p className="field-error" id={`${id}-email-error`} aria-live="polite">
          {errors.email}
        </p>
      </div>
      <div className="field">
        <label className="consent">
          <input
            name="consent"
            type="checkbox"
            required
            disabled={isLocked}
            aria-invalid={errors.consent ? true : undefined}
            aria-describedby={`${id}-consent-error`}
          />
          <span>{texts.consent}</span>
        </label>
        <p className="field-error" id={`${id}-consent-error`} aria-live="polite">
          {errors.consent}
        </p>
      </div>
      {/* Honeypot: hidden and outside the tab order, so that only bots fill it in. */}
      <div className="visually-hidden" aria-hidden="true">
        <label>
          {texts.honeypot}
          <input name="website" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <button ref={submitButton} className="button" type="submit" aria-disabled={isLocked || undefined}>
        {texts[BUTTON[state]]}
      </button>
      <p className={state === 'fail' ? 'form-message is-failure' : 'form-message'} role="status">
        {message}
      </p>
    </form>
  )
}

function errorsOf(email: string, hasConsent: boolean, texts: NewsletterTexts): Errors {
  return {
    email: isEmail(email) ? undefined : texts.invalidEmail,
    consent: hasConsent ? undefined : texts.consentRequired,
  }
}

interface Outcome {
  isGood: boolean
  message: string
}

/** Never rejects: a failed or silent network gives a polite message and a form that can be sent again. */
async function send(body: object, texts: NewsletterTexts): Promise<Outcome> {
  const failed = { isGood: false, message: texts.failed }
  try {
    const response = await fetch('/api/sare/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(DEADLINE),
    })
    if (response.status === 429) return { isGood: false, message: texts.tooMany }
    const result: unknown = await response.json()
    if (response.ok && isMailed(result)) return { isGood: true, message: texts.mailed }
    const outcome = response.ok ? sareOutcome(result) : 'failed'
    return outcome === 'failed' ? failed : { isGood: true, message: texts[outcome] }
  } catch {
    return failed
  }
}

/** Whether a mail says what came of it (NEWS-16). */
function isMailed(result: unknown): boolean {
  return isRecord(result) && result.outcome === 'mailed'
}

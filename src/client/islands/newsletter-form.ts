import type { NewsletterTexts } from '../../../views/islands/registry.ts'
import { islandProps } from '../../../views/islands/registry.ts'
import { asciiEmail, isEmail, sareOutcome, sareRequest } from '../../content/newsletter.ts'
import { isRecord } from '../../system/record.ts'

/** Milliseconds, above the server's limit (NEWS-12). */
const DEADLINE = 15_000

export function start(root: HTMLElement): void {
  const texts = islandProps<NewsletterTexts>(root)
  const form = root.querySelector('form')
  const email = form?.querySelector<HTMLInputElement>('[name=email]')
  const consent = form?.querySelector<HTMLInputElement>('[name=consent]')
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]')
  const status = form?.querySelector<HTMLElement>('[role=status]')
  if (!form || !email || !consent || !button || !status) return

  const lock = (isLocked: boolean): void => {
    email.disabled = isLocked
    consent.disabled = isLocked
    // `disabled` would lose the focus.
    button.ariaDisabled = isLocked ? 'true' : null
  }
  const say = (message: string, isFailure = false): void => {
    status.classList.toggle('is-failure', isFailure)
    status.textContent = message
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (email.disabled) return
    const address = asciiEmail(email.value.trim())
    const hasEmail = showError(email, isEmail(address) ? '' : texts.invalidEmail)
    const hasConsent = showError(consent, consent.checked ? '' : texts.consentRequired)
    say('')
    if (!hasEmail || !hasConsent) {
      const wrong = hasEmail ? consent : email
      wrong.focus()
      return
    }
    const fields = new FormData(form)
    const website = fields.get('website') ?? ''
    const newsletter = fields.getAll('newsletter')
    // A disabled field lost it.
    if (form.matches(':focus-within')) button.focus()
    lock(true)
    button.textContent = texts.sending
    // The provider knows the service by this (NEWS-3).
    const request = sareRequest(address, document.body.dataset.service ?? '')
    const outcome = await send({ ...request, consent: true, website, newsletter })
    const isGood = outcome !== 'failed' && outcome !== 'tooMany'
    lock(isGood)
    button.textContent = isGood ? texts.sent : texts.submit
    say(texts[outcome], !isGood)
  })
}

/** @returns whether there is no error */
function showError(field: HTMLInputElement, error: string): boolean {
  const words = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  if (words) words.textContent = error
  field.ariaInvalid = error === '' ? null : 'true'
  return error === ''
}

/** Never rejects. */
async function send(body: object): Promise<'added' | 'known' | 'mailed' | 'failed' | 'tooMany'> {
  try {
    const response = await fetch('/api/sare/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(DEADLINE),
    })
    if (response.status === 429) return 'tooMany'
    const result: unknown = await response.json()
    if (!response.ok) return 'failed'
    return isMailed(result) ? 'mailed' : sareOutcome(result)
  } catch {
    return 'failed'
  }
}

function isMailed(result: unknown): boolean {
  return isRecord(result) && result.outcome === 'mailed'
}

import * as CookieConsent from 'vanilla-cookieconsent'
import type { ConsentTexts } from '../../../integrations/consent-texts.ts'
import type { Category } from '../../../integrations/third-party.ts'
import { CONSENT_URL } from './signal.ts'

interface DialogSettings {
  kind: 'question' | 'settings'
  categories: readonly Category[]
  granted: readonly Category[]
  styles: string
  decide(accepted: readonly string[]): void
}

/** `signalled`: the request had the signal; no question. */
export type DialogOutcome = 'closed' | 'failed' | 'signalled'

/** The library's record identifies the reader. */
const RECORD = 'consent-dialogue'
/** Milliseconds, as in the style sheet. */
const FADE = 250

export async function openDialog(settings: DialogSettings): Promise<DialogOutcome> {
  const { kind, styles } = settings
  const [texts] = await Promise.all([textsOf(), addStyles(styles)])
  if (!texts) return 'failed'
  if (kind === 'question' && texts.signal) return 'signalled'
  if (kind === 'question') await whenNotTyping()
  await show(settings, texts)
  return 'closed'
}

async function textsOf(): Promise<ConsentTexts | undefined> {
  const response = await fetch(CONSENT_URL, { credentials: 'omit' })
  return response.ok ? ((await response.json()) as ConsentTexts) : undefined
}

function addStyles(href: string): Promise<void> {
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error('no styles'))
    })
    document.head.append(link)
  })
}

/** The focus must not move within a word. */
function whenNotTyping(): Promise<void> {
  const { activeElement: element } = document
  if (!element?.matches('input, textarea, select, [contenteditable]')) return Promise.resolve()
  return new Promise((resolve) => element.addEventListener('blur', () => setTimeout(resolve), { once: true }))
}

async function show({ kind, categories, granted, decide }: DialogSettings, texts: ConsentTexts): Promise<void> {
  const { lang, classList } = document.documentElement
  let finish = (): void => {}
  const hidden = new Promise<void>((resolve) => {
    finish = resolve
  })
  const isVisible = (): boolean => classList.contains('show--consent') || classList.contains('show--preferences')
  await CookieConsent.run({
    autoShow: false,
    autoClearCookies: false,
    manageScriptTags: false,
    hideFromBots: false,
    cookie: { name: RECORD, useLocalStorage: true },
    guiOptions: { consentModal: { layout: 'box', position: 'bottom right' } },
    categories: Object.fromEntries(categories.map((category) => [category, { enabled: granted.includes(category) }])),
    language: { default: lang, translations: { [lang]: texts.translation } },
    onFirstConsent: ({ cookie }) => {
      forget(RECORD)
      decide(cookie.categories)
    },
    // One modal may be above the other.
    onModalHide: () => setTimeout(() => isVisible() || finish()),
  })
  document.addEventListener('keydown', refuseOnEscape, true)
  if (kind === 'question') CookieConsent.show(true)
  else CookieConsent.showPreferences()
  await hidden
  document.removeEventListener('keydown', refuseOnEscape, true)
  await new Promise((resolve) => setTimeout(resolve, FADE))
  CookieConsent.reset(true)
}

function refuseOnEscape({ key }: KeyboardEvent): void {
  if (key !== 'Escape' || document.documentElement.classList.contains('show--preferences')) return
  // Elsewhere the key is the page's.
  if (document.activeElement !== document.body && !document.activeElement?.closest('#cc-main')) return
  CookieConsent.hide()
  CookieConsent.acceptCategory([])
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {}
}

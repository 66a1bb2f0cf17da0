import { KNOWN_NAMES } from '../../../integrations/known-parties.ts'

/** Only leaving the document unloads scripts (CONS-22). */
export function withdraw(): void {
  const isKnown = (name: string): boolean =>
    KNOWN_NAMES.some((known) => (known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : name === known))
  for (const name of document.cookie.split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '')) {
    if (isKnown(name)) expire(name)
  }
  try {
    for (const name of Object.keys(localStorage)) if (isKnown(name)) localStorage.removeItem(name)
  } catch {}
  location.reload()
}

/** A cookie's domain is unreadable. */
function expire(name: string): void {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, index) => `;domain=${labels.slice(index).join('.')}`)
  // biome-ignore lint/suspicious/noDocumentCookie: Safari 17 has no cookie store
  for (const domain of ['', ...domains]) document.cookie = `${name}=;max-age=0;path=/${domain}`
}

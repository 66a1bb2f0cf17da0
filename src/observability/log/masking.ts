/** Shorter secrets occur in ordinary words. Characters. */
const MIN_SECRET = 6
const MASK = '***'

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Masks every known secret in a line: plain, in JSON, in JSON within JSON, and URL-encoded. */
export function masking(secrets: readonly string[]): (line: string) => string {
  const forms = secrets
    .filter((secret) => secret.length >= MIN_SECRET)
    .flatMap((secret) => [secret, quoted(secret), quoted(quoted(secret)), encodeURIComponent(secret)])
  const distinct = [...new Set(forms)].sort((a, b) => b.length - a.length)
  return (line) => distinct.reduce((text, form) => (text.includes(form) ? text.replaceAll(form, MASK) : text), line)
}

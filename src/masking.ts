/** A shorter secret stands in too many words to be taken out of them. Characters. */
const MIN_SECRET = 6
const MASK = '***'

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Takes every known secret out of a line: as it is, as JSON and JSON within JSON write it, and as addresses do. */
export function masking(secrets: readonly string[]): (line: string) => string {
  const forms = secrets
    .filter((secret) => secret.length >= MIN_SECRET)
    .flatMap((secret) => [secret, quoted(secret), quoted(quoted(secret)), encodeURIComponent(secret)])
  const distinct = [...new Set(forms)].sort((a, b) => b.length - a.length)
  return (line) => distinct.reduce((text, form) => (text.includes(form) ? text.replaceAll(form, MASK) : text), line)
}

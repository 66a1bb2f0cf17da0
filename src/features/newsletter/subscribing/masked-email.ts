/** An address that its owner recognises, and that others who are shown the page do not learn: `o…@poczta.example`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

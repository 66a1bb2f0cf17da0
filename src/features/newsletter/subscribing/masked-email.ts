/** Its owner recognises the address, and others do not learn it: `o…@poczta.example`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

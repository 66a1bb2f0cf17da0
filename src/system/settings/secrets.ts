/** No message may have their values. */
const SECRET = /KEY|TOKEN|SECRET|PASSWORD|^OTEL_.*_HEADERS$|DSN$/
/** A service's name follows, which may be `monkey`. */
const OPEN_SERVICE_SETTING = /^(?:SERVICE_URL|CMS_URL|CMS_USER|CMS_ADMIN_URL|HOME_ID|CONSENT_MODE)_/
const isSecret = (name: string): boolean => SECRET.test(name) && !OPEN_SERVICE_SETTING.test(name)

/** Names and values show secrets, also of new variables; passwords in URLs count in both forms. */
export function secretValues(raw: Readonly<Record<string, string | undefined>>, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = raw[name]
    if (value === undefined) return []
    if (isSecret(name)) return [value]
    const password = URL.parse(value)?.password
    return password ? [password, ...new URLSearchParams(`p=${password.replaceAll('+', '%2B')}`).values()] : []
  })
}

export function shown(name: string, value: unknown): string {
  if (value === undefined) return 'it is not set'
  return isSecret(name) || ['REDIS_URL', 'SMTP_URL', 'DATABASE_URL'].includes(name)
    ? 'its value is not shown'
    : `it is ${JSON.stringify(withoutCredentials(String(value)))}`
}

function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1***@')
}

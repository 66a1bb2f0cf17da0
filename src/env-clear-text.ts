import { credentialSettings } from './cms/accounts.ts'
import { type CmsVariables, cmsSettings } from './env-cms.ts'
import type { ServiceName } from './services/service.ts'
import { type ClearText, clearTexts, reachOf } from './surroundings/clear-text.ts'

type Given = Readonly<Record<string, string | undefined>>

/** Each secret of the settings, and where it goes. */
const PAIRS = [
  { secret: 'SARE_API_KEY', address: 'SARE_URL' },
  { secret: 'GIPHY_API_KEY', address: 'GIPHY_API_URL' },
  { secret: 'PURGE_FORWARD_TOKEN', address: 'PURGE_FORWARD_URL' },
  { secret: 'REDIS_URL', address: 'REDIS_URL' },
  { secret: 'SENTRY_DSN', address: 'SENTRY_DSN' },
  // What is for both signals goes to the address of each, and what is for one to the address of both where it has none.
  { secret: 'OTEL_EXPORTER_OTLP_HEADERS', address: 'OTEL_EXPORTER_OTLP_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_HEADERS', address: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_HEADERS', address: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', address: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', address: 'OTEL_EXPORTER_OTLP_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_METRICS_HEADERS', address: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_METRICS_HEADERS', address: 'OTEL_EXPORTER_OTLP_ENDPOINT' },
] as const

/**
 * The secrets that go over a network as they are (OPS-13).
 * @param of what was given for the CMS of a service; for all services without an argument
 */
export function clearTextsOf(given: Given, of: (name?: ServiceName) => CmsVariables): ClearText[] {
  const pairs = PAIRS.flatMap(({ secret, address }) => {
    const urls = given[secret] === undefined ? [] : (given[address] ?? '').split(',')
    return urls.map((url) => ({ secret, address, url: url.trim() }))
  }).filter(({ secret, url }) => secret !== 'REDIS_URL' || URL.parse(url)?.password)
  return clearTexts([...cmsTargets(given, of), ...pairs])
}

function cmsTargets(given: Given, of: (name?: ServiceName) => CmsVariables) {
  if (given.CONTENT !== 'hub' && given.CONTENT !== 'wordpress') return []
  const { cmsUrls, cmsCredentials } = cmsSettings(of)
  return (Object.keys(cmsUrls) as ServiceName[]).flatMap((name) => {
    const [url, credentials] = [cmsUrls[name], cmsCredentials[name]]
    if (url === undefined || credentials === undefined) return []
    const own = `CMS_URL_${name.toUpperCase()}`
    const address = given[own] === undefined ? 'CMS_URL' : own
    return [{ secret: credentialSettings(credentials.of).key, address, url }]
  })
}

/**
 * What is refused: a secret on its way through the internet, unless the operator says that the host is in a network of
 * their own.
 */
export function clearTextProblems(found: readonly ClearText[], allowed: readonly string[]): string[] {
  return found.flatMap(({ secret, address, host }) => {
    const { hostname } = new URL(`http://${host}`)
    if (reachOf(hostname) === 'network' || allowed.includes(hostname)) return []
    return [
      `${secret} would go to ${host} in clear text: ${address} must start with ${address === 'REDIS_URL' ? 'rediss' : 'https'}, or CLEAR_TEXT_HOSTS must name ${hostname}, if it is in a network of your own`,
    ]
  })
}

import type { ServiceName, Services } from '../../services/service.ts'
import { credentialSettings } from '../../sources/upstream/accounts.ts'
import { type ClearText, clearTexts, reachOf } from '../../system/clear-text.ts'
import { type CmsVariables, cmsSettings } from './cms.ts'
import { serviceVariable } from './schema.ts'

type RawSettings = Readonly<Record<string, string | undefined>>

/** Each secret variable, and the variable of its destination. */
const PAIRS = [
  { secret: 'SARE_API_KEY', address: 'SARE_URL' },
  { secret: 'LISTMONK_TOKEN', address: 'LISTMONK_URL' },
  { secret: 'GIPHY_API_KEY', address: 'GIPHY_API_URL' },
  { secret: 'PURGE_FORWARD_TOKEN', address: 'PURGE_FORWARD_URL' },
  { secret: 'REDIS_URL', address: 'REDIS_URL' },
  { secret: 'DATABASE_URL', address: 'DATABASE_URL' },
  { secret: 'SENTRY_DSN', address: 'SENTRY_DSN' },
  // General OTLP headers go to each signal's URL; headers of one signal go to the general URL where it has none of its
  // own.
  { secret: 'OTEL_EXPORTER_OTLP_HEADERS', address: 'OTEL_EXPORTER_OTLP_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_HEADERS', address: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_HEADERS', address: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', address: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', address: 'OTEL_EXPORTER_OTLP_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_METRICS_HEADERS', address: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT' },
  { secret: 'OTEL_EXPORTER_OTLP_METRICS_HEADERS', address: 'OTEL_EXPORTER_OTLP_ENDPOINT' },
] as const

/**
 * The secrets that travel over a network in clear text (OPS-13).
 * @param of a service's CMS variables; without an argument the general ones
 */
export function clearTextsOf(
  services: Services,
  raw: RawSettings,
  of: (name?: ServiceName) => CmsVariables,
): ClearText[] {
  const pairs = PAIRS.flatMap(({ secret, address }) => {
    const urls = raw[secret] === undefined ? [] : (raw[address] ?? '').split(',')
    // The password of the first is that of all.
    if (secret === 'REDIS_URL' && !URL.parse(urls[0] ?? '')?.password) return []
    return urls.map((url) => ({ secret, address, url: url.trim() }))
  })
  return clearTexts([...cmsTargets(services, raw, of), ...pairs])
}

function cmsTargets(services: Services, raw: RawSettings, of: (name?: ServiceName) => CmsVariables) {
  if (raw.CONTENT !== 'hub' && raw.CONTENT !== 'wordpress') return []
  const { cmsUrls, cmsCredentials } = cmsSettings(services, of)
  return Object.keys(cmsUrls).flatMap((name) => {
    const [url, credentials] = [cmsUrls[name], cmsCredentials[name]]
    if (url === undefined || credentials === undefined) return []
    const own = serviceVariable('CMS_URL', name)
    const address = raw[own] === undefined ? 'CMS_URL' : own
    return [{ secret: credentialSettings(credentials.of).key, address, url }]
  })
}

const REMEDIES: Readonly<Record<string, string>> = {
  REDIS_URL: 'start with rediss',
  DATABASE_URL: 'have sslmode=require, verify-ca or verify-full',
}

/** Rejects a secret that crosses the internet, unless the operator declares the host part of a private network. */
export function clearTextProblems(exposed: readonly ClearText[], allowed: readonly string[]): string[] {
  return exposed.flatMap(({ secret, address, host }) => {
    const { hostname } = new URL(`http://${host}`)
    if (reachOf(hostname) === 'network' || allowed.includes(hostname)) return []
    const remedy = REMEDIES[address] ?? 'start with https'
    return [
      `${secret} would go to ${host} in clear text: ${address} must ${remedy}, or CLEAR_TEXT_HOSTS must name ${hostname}, if it is in a network of your own`,
    ]
  })
}

import { listenSettings } from '../../src/edge/transport/settings.ts'
import { servicesWithUrl } from '../../src/services/registry.ts'
import type { ServiceName } from '../../src/services/service.ts'
import type { Site } from '../../src/site/site.ts'
import { platformOf } from '../../src/system/platform.ts'
import type { RawVariables } from '../../src/system/settings/define-settings.ts'
import { variableSuffix } from '../../src/system/settings/variable-suffix.ts'

/** Top-level domains and names that nobody can own (RFC 2606, RFC 6761). */
const RESERVED = /(?:^|\.)(?:test|example|invalid|localhost|example\.(?:com|net|org))$/

/** (SVC-4) */
export function localOrigin(name: ServiceName, defaultService: ServiceName, port: number): string {
  return `http://${name === defaultService ? '' : `${name}.`}localhost:${port}`
}

export function hasNoOrigins(variables: RawVariables): boolean {
  const names = Object.entries(variables).flatMap(([name, value]) => (value ? [name] : []))
  const isOurs = names.every((name) => name !== 'SITE_URL' && !name.startsWith('SERVICE_URL_'))
  return isOurs && (variables.CONTENT || 'embedded') === 'embedded' && !platformOf(variables)
}

/** (docs/decisions/167) */
export function localOrigins(site: Site, variables: RawVariables): Record<string, string> {
  const { port } = listenSettings(variables)
  if (port === 0 || !hasNoOrigins(variables)) return {}
  const { services } = site
  const demos = servicesWithUrl(services).filter(({ serviceUrl }) => RESERVED.test(new URL(serviceUrl).hostname))
  const defaultService = variables.SERVICE || site.defaultService
  return Object.fromEntries(
    demos.map(({ name }) => [`SERVICE_URL${variableSuffix(name)}`, localOrigin(name, defaultService, port)]),
  )
}

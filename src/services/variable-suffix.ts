import type { ServiceName } from './service.ts'

/** What the names of a service's environment variables end in: `_AKADEMIA`. */
export function variableSuffix(name: ServiceName): `_${string}` {
  return `_${name.toUpperCase().replaceAll('-', '_')}`
}

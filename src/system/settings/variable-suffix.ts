/** What the names of a service's environment variables end in: `_AKADEMIA`. */
export function variableSuffix(service: string): `_${string}` {
  return `_${service.toUpperCase().replaceAll('-', '_')}`
}

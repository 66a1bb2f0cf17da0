export function variableSuffix(service: string): `_${string}` {
  return `_${service.toUpperCase().replaceAll('-', '_')}`
}

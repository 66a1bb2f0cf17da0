import { isRecord } from './record.ts'

/**
 * Ready-made JSON-LD of the CMS, when it is that (decision 57): an object, or a list of objects, of schema.org's
 * vocabulary, each with a type.
 */
export function schemaOrg(value: unknown): object | undefined {
  const items = Array.isArray(value) ? value : [value]
  const isUsable = items.length > 0 && items.every(isSchemaOrg)
  return isUsable && typeof value === 'object' && value !== null ? value : undefined
}

function isSchemaOrg(item: unknown): boolean {
  if (!isRecord(item)) return false
  const { '@context': context, '@type': type, '@graph': graph } = item
  const isTyped = [type].flat().some((name) => typeof name === 'string' && name !== '')
  return [context].flat().some(isVocabulary) && (isTyped || (Array.isArray(graph) && graph.length > 0))
}

/** A context by its address, or as a map that sets it for all names. */
function isVocabulary(context: unknown): boolean {
  const address = isRecord(context) ? context['@vocab'] : context
  const host = typeof address === 'string' ? URL.parse(address)?.hostname : undefined
  return host === 'schema.org' || host === 'www.schema.org'
}

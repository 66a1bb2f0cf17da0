import { isRecord } from '../system/record.ts'

/** One or several objects need a type and schema.org's vocabulary (HEAD-25). */
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

function isVocabulary(context: unknown): boolean {
  const vocabulary = isRecord(context) ? context['@vocab'] : context
  const host = typeof vocabulary === 'string' ? URL.parse(vocabulary)?.hostname : undefined
  return host === 'schema.org' || host === 'www.schema.org'
}

import type * as z from 'zod'
import { codeOf, tableOf } from './markdown.ts'

type Schema = z.core.JSONSchema.JSONSchema

interface Field {
  path: string
  schema: Schema
  isRequired: boolean
}

/** Longer ones say less than the description. */
const MAX_PATTERN = 48
/** Of a choice between constants. */
const MAX_CONSTANTS = 12
const MAX_DEPTH = 6

/** Forms that have a name. */
const KNOWN_PATTERNS = new Map([
  ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'slug'],
  ['^[a-z][a-z0-9-]{0,30}$', 'name of a service'],
  ['^(?:[a-z0-9-]+\\.)+[a-z0-9-]+$', 'host'],
  ['^(?:\\/(?![/\\\\])|https?:\\/\\/[^\\s/\\\\])[^\\s\\\\]*$', 'path or URL'],
  ['^(?:\\/(?!\\/)|https?:\\/\\/)', 'path or URL'],
  ['^\\/.*', 'path'],
  ['^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$', '`YYYY-MM-DDTHH:MM`'],
])

/** Every field of a schema with its path: `menu[].link`, `{name}.width`. */
export function fieldTable(schema: Schema): string {
  const rows = fieldsOf(schema, '', 0).map(({ path, schema: field, isRequired }) => [
    codeOf(path),
    typeOf(field),
    isRequired ? 'yes' : defaultOf(field),
    field.description ?? '',
  ])
  return tableOf(['field', 'value', 'required, or its default', 'meaning'], rows)
}

function defaultOf({ default: value }: Schema): string {
  if (value === undefined) return 'no'
  const text = JSON.stringify(value)
  return text === '[]' || text === '{}' ? 'no' : codeOf(text)
}

/** Objects are followed into their fields; what is one of several forms has the fields of each, once. */
function fieldsOf(schema: Schema, path: string, depth: number): Field[] {
  if (depth > MAX_DEPTH) return []
  const fields = new Map<string, Field>()
  const keep = (field: Field): void => {
    if (!fields.has(field.path)) fields.set(field.path, field)
  }
  for (const form of formsOf(schema)) {
    for (const [name, field] of Object.entries(form.properties ?? {})) {
      if (typeof field === 'boolean') continue
      const own = path === '' ? name : `${path}.${name}`
      keep({
        path: own,
        schema: field,
        isRequired: form.required?.includes(name) === true && field.default === undefined,
      })
      for (const inner of fieldsOf(field, own, depth + 1)) keep(inner)
    }
    const { items, additionalProperties: values } = form
    if (items !== undefined && typeof items === 'object' && !Array.isArray(items)) {
      for (const inner of fieldsOf(items, `${path}[]`, depth + 1)) keep(inner)
    }
    if (typeof values === 'object') {
      const own = path === '' ? '{name}' : `${path}.{name}`
      keep({ path: own, schema: values, isRequired: false })
      for (const inner of fieldsOf(values, own, depth + 1)) keep(inner)
    }
  }
  return [...fields.values()]
}

function formsOf(schema: Schema): Schema[] {
  const forms = schema.anyOf ?? schema.oneOf
  if (!forms) return [schema]
  return forms.flatMap((form) => (typeof form === 'object' ? formsOf(form) : []))
}

export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return codeOf(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => codeOf(JSON.stringify(value))).join(', ')
  const forms = formsOf(schema)
  if (forms.length > 1) {
    const types = [...new Set(forms.map(typeOf))]
    return types.length > MAX_CONSTANTS
      ? `${types.slice(0, MAX_CONSTANTS).join(' or ')} or another`
      : types.join(' or ')
  }
  switch (schema.type) {
    case 'array':
      return listOf(schema)
    case 'object':
      return typeof schema.additionalProperties === 'object' ? 'values by name' : 'fields'
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${boundsOf(schema.minimum, schema.maximum)}`
    case 'boolean':
      return '`true` or `false`'
    default:
      return 'any value'
  }
}

function listOf({ items, minItems, maxItems }: Schema): string {
  const item = typeof items === 'object' && !Array.isArray(items) ? typeOf(items) : 'any value'
  return `list of ${item}${boundsOf(minItems, maxItems)}`
}

function textOf({ format, pattern, minLength, maxLength }: Schema): string {
  if (format === 'uri') return 'URL'
  if (format === 'email') return 'e-mail address'
  if (format === 'date') return 'date'
  const known = KNOWN_PATTERNS.get(pattern ?? '')
  if (known !== undefined) return known
  const form = pattern !== undefined && pattern.length <= MAX_PATTERN ? ` of the form ${codeOf(pattern)}` : ''
  const least = minLength === 1 ? undefined : minLength
  return `text${form}${boundsOf(least, maxLength, ' characters')}`
}

/** Bounds that are those of numbers themselves say nothing. */
function boundsOf(least: number | undefined, most: number | undefined, unit = ''): string {
  const from = least === Number.MIN_SAFE_INTEGER ? undefined : least
  const to = most === Number.MAX_SAFE_INTEGER ? undefined : most
  if (from !== undefined && to !== undefined) return `, ${from} to ${to}${unit}`
  if (from !== undefined) return `, at least ${from}${unit}`
  return to === undefined ? '' : `, at most ${to}${unit}`
}

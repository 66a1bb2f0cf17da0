import * as z from 'zod'
import { isRecord } from '../../system/record.ts'
import type { DeskWords, FieldWord } from './desk-words.ts'

export interface FormField {
  name: string
  label: string
  widget: string
  required?: boolean
  hint?: string
  [setting: string]: unknown
}

export interface FieldRules {
  words: DeskWords
  /** Widgets that a schema cannot say, by field. */
  widgets: Readonly<Partial<Record<string, Readonly<Record<string, unknown>>>>>
  /** Absent: the schema says so. */
  isRequired?(name: string): boolean
}

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  pattern?: string
  minimum?: number
  maximum?: number
  maxItems?: number
  maxLength?: number
  format?: string
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | boolean
}

/** What the parser reads is what the desk asks for. */
export function formFields(schema: z.ZodType, names: readonly FieldWord[], rules: FieldRules): FormField[] {
  const { properties = {}, required = [] } = jsonSchema(schema)
  return names.map((name) => {
    const own = properties[name]
    if (!own) throw new Error(`the desk names a field that no file has: ${name}`)
    return fieldOf(name, own, rules.isRequired?.(name) ?? required.includes(name), rules)
  })
}

export function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

function fieldOf(name: string, written: JsonSchema, required: boolean, rules: FieldRules, isInside = false): FormField {
  const { words, widgets } = rules
  const hint = hintOf(name, words)
  const common = { name, label: labelOf(name, words), required, ...(hint !== undefined && { hint }) }
  const own = widgets[name]
  const schema =
    written.anyOf?.find(({ type, enum: values }) => type !== 'null' && !values) ?? written.anyOf?.[0] ?? written
  const field = { ...common, ...(own ? { widget: 'string', ...own } : widgetOf(schema, rules)) }
  if (!isInside || !('default' in field)) return field
  // With a default of its parts, a list of the editor's begins with an item.
  const { default: _default, ...rest } = field
  return rest
}

const DATE_AND_TIME = 'YYYY-MM-DDTHH:mm'
const DAY = 'YYYY-MM-DD'

export const DATETIME = {
  widget: 'datetime',
  format: DATE_AND_TIME,
  date_format: DAY,
  time_format: 'HH:mm',
  picker_utc: false,
} as const

function widgetOf(schema: JsonSchema, rules: FieldRules): { widget: string; [setting: string]: unknown } {
  const { type, pattern, minimum, maximum } = schema
  if (schema.enum) return { widget: 'select', options: schema.enum }
  switch (type) {
    case 'boolean':
      return { widget: 'boolean', default: false }
    case 'integer':
    case 'number':
      return {
        widget: 'number',
        value_type: type === 'integer' ? 'int' : 'float',
        ...bound('min', minimum),
        ...bound('max', maximum),
      }
    case 'array':
      return listOf(schema, rules)
    case 'object':
      return { widget: 'object', collapsed: true, fields: partsOf(schema, rules) }
    default:
      if (pattern?.includes('T\\d{2}')) return DATETIME
      if (pattern?.startsWith('^\\d{4}-')) return { ...DATETIME, format: DAY, time_format: false }
      return { widget: 'string', ...(isSlug(pattern) && { pattern: [pattern, rules.words.problems.slug] }) }
  }
}

/** JSON Schema has no safe integers: zod writes the largest ones. */
function bound(name: 'min' | 'max', value: number | undefined): Record<string, number> {
  return value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? {} : { [name]: value }
}

const isSlug = (pattern: string | undefined): boolean => pattern?.startsWith('^[a-z0-9]+') === true

function listOf(
  { items = {}, maxItems }: JsonSchema,
  rules: FieldRules,
): { widget: string; [setting: string]: unknown } {
  const most = maxItems === undefined ? {} : { max: maxItems }
  if (items.type !== 'object') {
    const [{ hint: _hint, ...field }] = [fieldOf('name', items, true, { ...rules, widgets: {} })]
    return { widget: 'list', ...most, field }
  }
  return { widget: 'list', ...most, collapsed: true, fields: partsOf(items, rules) }
}

function partsOf(
  { properties, propertyNames, additionalProperties, required = [] }: JsonSchema,
  rules: FieldRules,
): FormField[] {
  const inside = { ...rules, isRequired: undefined }
  if (properties)
    return Object.entries(properties).map(([name, part]) => fieldOf(name, part, required.includes(name), inside, true))
  const values = isRecord(additionalProperties) ? additionalProperties : {}
  return (propertyNames?.enum ?? []).map((name) => fieldOf(String(name), values, false, inside, true))
}

function labelOf(name: string, { fields }: DeskWords): string {
  return Object.hasOwn(fields, name) ? fields[name as FieldWord] : name
}

function hintOf(name: string, { hints }: DeskWords): string | undefined {
  return Object.hasOwn(hints, name) ? hints[name as FieldWord] : undefined
}

export function ownField(
  name: FieldWord,
  words: DeskWords,
  settings: Record<string, unknown> & { widget: string },
): FormField {
  const hint = words.hints[name]
  return { name, label: words.fields[name], required: false, ...(hint !== undefined && { hint }), ...settings }
}

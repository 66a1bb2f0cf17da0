import * as z from 'zod'

/** What each public name is like, in one line. */
export type Shapes = Record<string, string>

/** Words for people, and what is a child with a name of its own. */
const LEFT_OUT = new Set(
  '$schema $defs $id title description properties required items prefixItems anyOf oneOf allOf'.split(' '),
)
const node = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
})

/** A JSON Schema as one line a field, by the schema's name and the field's path: `service newsletter.further[].title` */
export function shapesOfSchema(schema: unknown, name: string): Shapes {
  const shapes: Shapes = {}
  const visit = (value: unknown, path: string, isRequired: boolean): void => {
    const parsed = node.safeParse(value)
    if (!parsed.success) return
    const own = parsed.data
    const rest = Object.entries(own).filter(([key, one]) => !LEFT_OUT.has(key) && !isSchema(key, one))
    const required = isRequired ? { required: true } : {}
    shapes[path === '' ? name : `${name} ${path}`] = JSON.stringify(
      Object.fromEntries([...rest, ...Object.entries(required)].sort(byName)),
    )
    for (const [key, child] of Object.entries(own.properties ?? {})) {
      visit(child, path === '' ? key : `${path}.${key}`, own.required?.includes(key) ?? false)
    }
    visit(own.items, `${path}[]`, false)
    if (isSchema('additionalProperties', own.additionalProperties)) visit(own.additionalProperties, `${path}.*`, false)
    for (const choices of [own.anyOf, own.oneOf, own.allOf, own.prefixItems])
      for (const [index, choice] of (choices ?? []).entries()) visit(choice, `${path}|${index}`, false)
    for (const [key, child] of Object.entries(own.$defs ?? {})) visit(child, `#${key}`, false)
  }
  visit(schema, '', false)
  return shapes
}

function isSchema(key: string, value: unknown): boolean {
  return key === 'additionalProperties' && typeof value === 'object'
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}

import * as z from 'zod'
import {
  CONTENTS,
  flag,
  number,
  text,
  wireArchive,
  wireArticle,
  wireCard,
  wireErrors,
  wirePage,
  wireSearch,
} from '../../src/content/wire.ts'

const RESPONSES = {
  post: wireArticle,
  card: wireCard,
  page: wirePage,
  archive: wireArchive,
  search: wireSearch,
  errors: wireErrors,
}
const LENIENT = new Map<unknown, string>([
  [text, 'text'],
  [number, 'number'],
  [flag, 'flag'],
])

/** The responses of a CMS as JSON Schemas: fields that are read, and those without which a response is refused. */
export function cmsContract(): Record<keyof typeof RESPONSES, unknown> {
  return {
    post: schemaOf(RESPONSES.post),
    card: schemaOf(RESPONSES.card),
    page: schemaOf(RESPONSES.page),
    archive: schemaOf(RESPONSES.archive),
    search: schemaOf(RESPONSES.search),
    errors: schemaOf(RESPONSES.errors),
  }
}

function schemaOf(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  const { $schema: _draft, ...written } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const lenient = LENIENT.get(zodSchema)
      if (lenient !== undefined) jsonSchema.format = lenient
      const contents = zodSchema instanceof z.ZodType ? CONTENTS.get(zodSchema) : undefined
      if (contents?.kind === 'list') jsonSchema.items = schemaOf(contents.item)
      if (contents?.kind === 'map') jsonSchema.additionalProperties = schemaOf(contents.item)
      if (zodSchema instanceof z.ZodObject) {
        jsonSchema.required = requiredOf(zodSchema)
        // Others are left unread.
        delete jsonSchema.additionalProperties
      }
    },
  })
  return written
}

function requiredOf({ shape }: z.ZodObject): string[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const isOptional = z.safeParse(field, undefined).success
    return isOptional ? [] : [name]
  })
}

import * as z from 'zod'
import { groupFile, serviceFile } from './schema.ts'

const FILES = { group: groupFile, service: serviceFile }

/** JSON Schemas of the site folder's files, by name, with which editors complete and check them (SITE-6). */
export function jsonSchemas(): Record<keyof typeof FILES, string> {
  const written = (schema: z.ZodType): string =>
    `${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), null, 2)}\n`
  return { group: written(FILES.group), service: written(FILES.service) }
}

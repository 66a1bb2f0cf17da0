import * as z from 'zod'
import { breakingFile } from '../features/breaking/breaking-file.ts'
import { TEMPLATES } from '../languages/templates.ts'
import { groupFile } from '../site/group-file.ts'
import { languageFile } from '../site/language-file.ts'
import { messagesFile } from '../site/messages-file.ts'
import { serviceFile } from '../site/service-file.ts'

/** Texts have the same names in every language. */
const FILES = {
  breaking: breakingFile,
  group: groupFile,
  language: languageFile(),
  messages: messagesFile(TEMPLATES.pl),
  service: serviceFile,
}

/** JSON Schemas of the site folder's files, by name, with which editors complete and check them (SITE-6). */
export function jsonSchemas(): Record<keyof typeof FILES, string> {
  const written = (schema: z.ZodType): string =>
    `${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), null, 2)}\n`
  return {
    breaking: written(FILES.breaking),
    group: written(FILES.group),
    language: written(FILES.language),
    messages: written(FILES.messages),
    service: written(FILES.service),
  }
}

import * as z from 'zod'
import { breakingFile } from '../features/breaking/breaking-file.ts'
import { TEMPLATES } from '../languages/templates.ts'
import { groupFile } from '../site/group-file.ts'
import { languageFile } from '../site/language-file.ts'
import { messagesFile } from '../site/messages-file.ts'
import { serviceFile } from '../site/service-file.ts'
import { authorFile, homeMeta, seriesFile, termsFile } from '../sources/embedded/front-matter.ts'
import { frontPageBlocks } from '../sources/embedded/front-page-blocks.ts'
import { plannedMeta } from '../sources/embedded/front-pages.ts'
import { menuFile } from '../sources/embedded/menu.ts'

/** Files of the site folder and of the newsroom. */
export const FILES = {
  author: authorFile,
  'front-page': homeMeta,
  'front-page-blocks': frontPageBlocks,
  'front-page-planned': plannedMeta,
  menu: menuFile,
  series: seriesFile,
  terms: termsFile,
  breaking: breakingFile,
  group: groupFile,
  language: languageFile(),
  messages: messagesFile(TEMPLATES.pl),
  service: serviceFile,
}

/** JSON Schemas with which editors complete and check files (SITE-6). */
export function jsonSchemas(): Record<keyof typeof FILES, string> {
  const written = (schema: z.ZodType): string =>
    `${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), null, 2)}\n`
  return {
    author: written(FILES.author),
    'front-page': written(FILES['front-page']),
    'front-page-blocks': written(FILES['front-page-blocks']),
    'front-page-planned': written(FILES['front-page-planned']),
    menu: written(FILES.menu),
    series: written(FILES.series),
    terms: written(FILES.terms),
    breaking: written(FILES.breaking),
    group: written(FILES.group),
    language: written(FILES.language),
    messages: written(FILES.messages),
    service: written(FILES.service),
  }
}

import * as z from 'zod'
import { FILES } from '../../src/portal/json-schemas.ts'
import { groupText, type NewSite, serviceText } from '../../src/site/new-site/site-files.ts'
import { fenceOf } from './markdown.ts'
import { fieldTable } from './schema-table.ts'

const EXAMPLE: NewSite = {
  name: 'gazeta',
  title: 'Gazeta Miejska',
  language: 'en',
  timeZone: 'Europe/Warsaw',
  url: 'https://gazeta.example',
  accents: { light: '#8e1b1b', dark: '#f2a598' },
  menu: [{ title: 'Latest', link: '/category/latest' }],
  seo: { title: 'Gazeta Miejska', description: 'News of our town.' },
  homeId: '1',
  content: 'embedded',
}

const FILES_OF_FOLDER = `| file | what | schema |
| --- | --- | --- |
| \`group.yaml\` | the publisher, and the list of services | \`schemas/group.json\` |
| \`services/{name}.yaml\` | one service: names, colours, menu, what it has | \`schemas/service.json\` |
| \`messages/{language}.yaml\` | texts that replace the program's | \`schemas/messages.json\` |
| \`messages/{code}.yaml\` | a language that the program lacks, whole | \`schemas/language.json\` |
| \`breaking.yaml\` | the line of breaking news above all pages | \`schemas/breaking.json\` |
| \`theme.css\` | style rules over the program's, on pages and in AMP | |
| \`logo.svg\`, fonts | files that \`services/{name}.yaml\` names | |
| \`redirects.csv\` | \`from,to,status\`, a row each | |
| \`extension.ts\`, \`extension/\` | blocks and scripts of the site's own | |
| \`newsroom/\` | articles, authors and front pages as files ([newsroom](newsroom.md)) | |
| \`public/\` | files that are served as they are | |
`

export function siteFolderPage(): string {
  return `# Site folder

Written by \`npm run docs:reference\` from the schemas by which the portal reads the files: change those. A site is a folder that
\`SITE_DIR\` names. It is read once, at the start, and every mistake is named with file, line and column.

${FILES_OF_FOLDER}
The first line of a file lets an editor with YAML's language server complete and check it:
\`# yaml-language-server: $schema=../../schemas/group.json\`.

## group.yaml

${fieldTable(schemaOf(FILES.group))}
As \`site:new\` writes it, optional fields with a \`#\` before them:

${fenceOf('yaml', groupText(EXAMPLE, '../../schemas/group.json'))}
## services/{name}.yaml

${fieldTable(schemaOf(FILES.service))}
As \`site:new\` writes it:

${fenceOf('yaml', serviceText(EXAMPLE, '../../../schemas/service.json'))}
## breaking.yaml

${fieldTable(schemaOf(FILES.breaking))}
## messages/{language}.yaml

The keys are those of the program's texts: \`npm run messages -- {code}\` prints all of them with the words that they have now. A text
with a value in it, such as \`{count}\`, keeps the value. A language that the program lacks names itself in the same file:

${fieldTable(headOfLanguage())}`
}

/** As an author of the file writes it. */
export function schemaOf(schema: z.ZodType): z.core.JSONSchema.JSONSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}

/** Without the texts, of which there are some hundreds. */
function headOfLanguage(): z.core.JSONSchema.JSONSchema {
  const schema = schemaOf(FILES.language)
  const own = Object.entries(schema.properties ?? {}).filter(
    ([, field]) => typeof field === 'object' && field.description !== undefined,
  )
  return { ...schema, properties: Object.fromEntries(own) }
}

/** `npm run settings`: writes the table of docs/reference/settings.md and `.env.example` from the schemas. */
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { programModules } from './program-modules.mjs'

const { exampleFile, withSettingsTable, parseSite, readSiteFiles } = await programModules(
  `export { exampleFile, withSettingsTable } from './src/portal/settings/tables.ts'
export { parseSite } from './src/site/parse-site.ts'
export { readSiteFiles } from './src/site/read-site.ts'`,
  'schemas',
)
const DOCUMENT = 'docs/reference/settings.md'
const { services } = parseSite(readSiteFiles(resolve('sites/szpalta')))
await writeFile(DOCUMENT, withSettingsTable(await readFile(DOCUMENT, 'utf8')))
await writeFile('.env.example', exampleFile(Object.keys(services)))

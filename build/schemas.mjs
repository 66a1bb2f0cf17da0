/** `npm run site:schemas`: writes the JSON Schemas of the site folder's files into `schemas/`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { programModules } from './program-modules.mjs'

const FOLDER = 'schemas'

await mkdir(FOLDER, { recursive: true })
const { jsonSchemas } = await programModules(`export { jsonSchemas } from './src/portal/json-schemas.ts'`, FOLDER)
for (const [name, text] of Object.entries(jsonSchemas())) await writeFile(`${FOLDER}/${name}.json`, text)

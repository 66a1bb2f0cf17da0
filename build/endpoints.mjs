/** `npm run endpoints`: writes the table of endpoints in the documents. */
import { writeFile } from 'node:fs/promises'
import { programModules } from './program-modules.mjs'

const FOLDER = 'docs'

const { endpointsTable } = await programModules(`export { endpointsTable } from './src/portal/endpoints.ts'`, FOLDER)
await writeFile(`${FOLDER}/endpoints.md`, endpointsTable())

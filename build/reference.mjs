/** `npm run docs:reference`: writes the pages of the documents that come from schemas and code. Needs a build, whose commands it calls. */
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { programModules } from './program-modules.mjs'

const FOLDER = 'docs/reference'

await mkdir(FOLDER, { recursive: true })
const { EVERY_BLOCK, commandsPage, referencePages } = await programModules(
  `export { referencePages } from './development/reference/reference.ts'
export { commandsPage } from './development/reference/commands.ts'
export { EVERY_BLOCK } from './test/support/fixtures/every-block.ts'`,
  FOLDER,
)
const pages = { ...referencePages(resolve('.'), EVERY_BLOCK), 'commands.md': await commandsPage(resolve('.')) }
for (const [name, text] of Object.entries(pages)) await writeFile(`${FOLDER}/${name}`, text)

/** `npm run docs:reference`: writes the pages of the documents that come from schemas and code. */
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { programModules } from './program-modules.mjs'

const FOLDER = 'docs/reference'

await mkdir(FOLDER, { recursive: true })
const { EVERY_BLOCK, referencePages } = await programModules(
  `export { referencePages } from './development/reference/reference.ts'
export { EVERY_BLOCK } from './test/support/fixtures/every-block.ts'`,
  FOLDER,
)
for (const [name, text] of Object.entries(referencePages(resolve('.'), EVERY_BLOCK)))
  await writeFile(`${FOLDER}/${name}`, text)

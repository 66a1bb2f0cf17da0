/** `npm run varnish`: writes the parts of Varnish's configuration that follow from the program. */
import { writeFile } from 'node:fs/promises'
import { programModules } from './program-modules.mjs'

const FOLDER = 'deploy/varnish'

const { parametersVcl, spellingVcl } = await programModules(
  `export { parametersVcl, spellingVcl } from './src/edge/page-cache/vcl.ts'`,
  FOLDER,
)
await writeFile(`${FOLDER}/parameters.vcl`, parametersVcl())
await writeFile(`${FOLDER}/spelling.vcl`, spellingVcl())

/** `npm run varnish`: writes the parts of Varnish's configuration that follow from the program. */
import { writeFile } from 'node:fs/promises'
import { programModules } from './program-modules.mjs'

const FOLDER = 'deploy/varnish'

const { parametersVcl, ROUTES, spellingVcl } = await programModules(
  `export { parametersVcl, spellingVcl } from './src/edge/page-cache/vcl.ts'
   export { ROUTES } from './src/portal/routes.ts'`,
  FOLDER,
)
await writeFile(`${FOLDER}/parameters.vcl`, parametersVcl(ROUTES))
await writeFile(`${FOLDER}/spelling.vcl`, spellingVcl())

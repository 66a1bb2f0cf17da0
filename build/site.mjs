/** The site folder as the build sees it: parsed, with each service's icon in the sizes that devices ask for. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { subsetOf } from './fonts.mjs'
import { programModules } from './program-modules.mjs'

const MODULES = ['config/env', 'media/icon-files', 'site/built-site', 'site/parse-site', 'site/read-site', 'site/site']

/**
 * Another folder is parsed at start (src/site/read-site.ts), and draws its icons when they are requested
 * (src/http/handlers/icons.ts).
 */
export async function writeSite(folder) {
  const icons = `${folder}/icons`
  await mkdir(icons, { recursive: true })
  const exports = MODULES.map((module) => `export * from './src/${module}.ts'`).join('\n')
  const program = await programModules(exports, folder)
  const files = program.readSiteFiles(resolve(program.siteFolder()))
  const data = program.parseSite(files)
  const { services } = program.siteOf(data)
  await mkdir(`${folder}/own-fonts`, { recursive: true })
  for (const { id, file } of Object.values(services).flatMap(({ fontFaces }) => fontFaces)) {
    await writeFile(`${folder}/own-fonts/${id}.woff2`, await subsetOf(await readFile(resolve(files.folder, file))))
  }
  for (const service of Object.values(services)) {
    for (const form of program.ICON_FORMS) {
      await writeFile(`${icons}/${service.name}${form}`, await program.iconFile(service, form))
    }
  }
  await writeFile(`${folder}/icons-id`, program.iconsId(services))
  await writeFile(`${folder}/${program.BUILT_SITE_FILE}`, program.builtSiteText(data, files))
}

/** Each service's icon of the site folder: drawn once, rasterised in the sizes that devices ask for. */
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { programModules } from './program-modules.mjs'

/** As in src/config/env.ts. */
const DEFAULT_SITE = 'sites/szpalta'

/** Another site than the built one draws its icons when they are requested (src/http/handlers/icons.ts). */
export async function writeIcons(folder) {
  const icons = `${folder}/icons`
  await mkdir(icons, { recursive: true })
  const { ICON_FORMS, iconFile, iconsId, readSite } = await programModules(
    `export { readSite } from './src/site/read-site.ts'; export * from './src/media/icon-files.ts'`,
    folder,
  )
  const { services } = readSite(resolve(process.env.SITE_DIR || DEFAULT_SITE))
  for (const service of Object.values(services)) {
    for (const form of ICON_FORMS) await writeFile(`${icons}/${service.name}${form}`, await iconFile(service, form))
  }
  await writeFile(`${folder}/icons-id`, iconsId(services))
}

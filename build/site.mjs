/** The site folder as the build sees it: parsed, with each service's icon in the sizes that devices ask for. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { inOneWeight, subsetOf, writeDrawnFonts } from './fonts.mjs'
import { programModules } from './program-modules.mjs'

const MODULES = [
  'features/media/share-images',
  'languages/language',
  'media/icon-files',
  'media/lettering',
  'site/parse-site',
  'site/read-site',
  'site/settings',
  'site/site',
]

/**
 * Another folder is parsed at start (src/site/read-site.ts), and draws its icons when they are requested
 * (src/features/media/mount.ts).
 * @param drawsShares whether images for sharing are drawn now; else when they are requested
 */
export async function writeSite(folder, drawsShares = true) {
  const icons = `${folder}/icons`
  await mkdir(icons, { recursive: true })
  const exports = MODULES.map((module) => `export * from './src/${module}.ts'`).join('\n')
  const program = await programModules(exports, folder)
  const files = program.readSiteFiles(resolve(program.siteFolder(process.env)))
  const data = program.parseSite(files)
  const { services } = program.siteOf(data)
  await mkdir(`${folder}/own-fonts`, { recursive: true })
  const drawnFonts = `${folder}/${program.DRAWN_FONTS}`
  await writeDrawnFonts(drawnFonts, program.DRAWN_WEIGHT)
  const isWhole = Object.values(services).some(({ language }) => program.rulesOf(language).subsets?.length === 0)
  for (const { id, file, weight } of Object.values(services).flatMap(({ fontFaces }) => fontFaces)) {
    const font = await readFile(resolve(files.folder, file))
    await writeFile(`${folder}/own-fonts/${id}.woff2`, await subsetOf(font, isWhole))
    await writeFile(`${drawnFonts}/${id}.ttf`, await inOneWeight(font, weight, program.DRAWN_WEIGHT))
  }
  for (const service of Object.values(services)) {
    for (const form of program.ICON_FORMS) {
      await writeFile(`${icons}/${service.name}${form}`, await program.iconFile(service, form))
    }
  }
  if (drawsShares) {
    await mkdir(`${folder}/${program.BUILT_SHARES}`, { recursive: true })
    for (const service of Object.values(services)) {
      for (const { name, make } of program.imagesOf(service, { build: folder, site: files.folder })) {
        await writeFile(`${folder}/${program.BUILT_SHARES}/${name}`, await make())
      }
    }
  }
  await writeFile(`${folder}/icons-id`, program.iconsId(services))
  await writeFile(`${folder}/${program.BUILT_SITE_FILE}`, program.builtSiteText(data, files))
}

/** What the Next.js app has of the portal apart from the content: its style sheets, images, icons and fonts. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const APP = fileURLToPath(new URL('next/', import.meta.url))
/** Of the style sheets that only some pages have, by the page of the app that loads them. */
const FEATURES = { home: ['videos'], article: ['gallery', 'correction', 'series'] }
/** As Google Fonts serves them; `app/(readers)/fonts.js` names each. */
const FONTS = {
  'bricolage-grotesque': ['latin', 'latin-ext'],
  'source-serif-4': ['latin', 'latin-ext'],
}

/** Writes them into the app's folder. The portal must be built. */
export async function writeNextFiles() {
  await Promise.all([
    rm(`${APP}made`, { recursive: true, force: true }),
    rm(`${APP}public`, { recursive: true, force: true }),
  ])
  await mkdir(`${APP}made/fonts`, { recursive: true })
  await cp(`${ROOT}newsroom/images`, `${APP}public/media`, { recursive: true })
  await cp(`${ROOT}dist/icons`, `${APP}public/icons`, {
    recursive: true,
    filter: (path) => !/\.(?:png|ico)$/.test(path),
  })
  const { styles, featureStyles } = JSON.parse(await readFile(`${ROOT}dist/assets.json`, 'utf8'))
  await writeFile(`${APP}made/portal.css`, withoutFonts(await builtFile(styles)))
  for (const [page, names] of Object.entries(FEATURES)) {
    const sheets = await Promise.all(names.map((name) => builtFile(featureStyles[name])))
    await writeFile(`${APP}made/${page}.css`, sheets.map(withoutFonts).join('\n'))
  }
  for (const [family, subsets] of Object.entries(FONTS)) {
    for (const subset of subsets) {
      const name = `${family}-${subset}-wght-normal.woff2`
      await cp(`${ROOT}node_modules/@fontsource-variable/${family}/files/${name}`, `${APP}made/fonts/${name}`)
    }
  }
}

function builtFile(path) {
  return readFile(`${ROOT}dist${path}`, 'utf8')
}

/** The app declares its fonts by `next/font`, which computes fallbacks of its own. */
function withoutFonts(css) {
  return css.replace(/@font-face\{[^}]*\}/g, '')
}

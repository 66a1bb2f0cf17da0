/** AMP's style sheets, which stand in the documents themselves. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { transform } from 'esbuild'
import { FACES } from './fonts.mjs'

/**
 * One a family, the shared tokens before the first. AMP takes plain CSS only, so nothing is lowered that it would not
 * understand.
 * @param manifest of the browser's files: where the fonts are
 */
export async function writeAmpStyles(folder, manifest) {
  const names = (await readdir('amp/styles')).map((file) => basename(file, '.css'))
  const sheets = await Promise.all(names.map(async (name) => [name, await minified(`amp/styles/${name}.css`)]))
  const families = Object.fromEntries(sheets)
  families.base = (await minified('views/styles/tokens.css')) + families.base
  const styles = { families, fonts: await fonts(folder, manifest) }
  await writeFile(`${folder}/amp-styles.json`, JSON.stringify(styles))
}

/**
 * The rules of the pages' fonts, each by itself: a document has those that it uses. AMP shows the text at once and
 * changes its font when that has come; the fallbacks' metrics keep it where it is.
 */
async function fonts(folder, manifest) {
  const sheets = Object.values(FACES).map((file) => `${folder}/${file}`)
  const rules = (await Promise.all(sheets.map(minified))).join('').match(/@font-face\{[^}]*\}/g)
  const faces = {}
  for (const rule of rules) {
    const name = /([a-z0-9-]+)\.woff2/.exec(rule)[1]
    faces[name] = rule
      .replace(/url\([^)]*\)/, `url(${manifest.fonts[name]})`)
      .replace(/font-display:\w+/, 'font-display:swap')
  }
  return { faces, fallbacks: await minified(`${folder}/fonts/fallbacks.css`) }
}

async function minified(path) {
  const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, sourcefile: path })
  return code.trim()
}

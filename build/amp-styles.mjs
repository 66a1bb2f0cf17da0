/** AMP's style sheets, which stand in the documents themselves. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { transform } from 'esbuild'

/**
 * One a family, the shared tokens before the first. AMP takes plain CSS only, so nothing is lowered that it would not
 * understand.
 */
export async function writeAmpStyles(folder) {
  const names = (await readdir('amp/styles')).map((file) => basename(file, '.css'))
  const sheets = await Promise.all(names.map(async (name) => [name, await minified(`amp/styles/${name}.css`)]))
  const styles = Object.fromEntries(sheets)
  styles.base = (await minified('views/styles/tokens.css')) + styles.base
  await writeFile(`${folder}/amp-styles.json`, JSON.stringify(styles))
}

async function minified(path) {
  const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, sourcefile: path })
  return code.trim()
}

/**
 * `npm run bench:maps`: memory of the built portal and calls of a hub of BENCH_ARTICLES (1,000,000) articles, of ten years, while a
 * crawler reads the index of maps, and BENCH_MAPS (12) maps of months, from the newest to the oldest; then the same again.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

if (!existsSync(fileURLToPath(new URL('../dist/server.js', import.meta.url)))) {
  console.error('npm run build first')
  process.exit(1)
}
const { measure } = await importTypeScript(new URL('maps-stage.ts', import.meta.url), HARNESS_OPTIONS)
console.table(await measure(Number(process.env.BENCH_ARTICLES ?? 1_000_000), Number(process.env.BENCH_MAPS ?? 12)))
process.exit(0)

/**
 * `npm run search:difference`: fifty queries at a portal before a hub half of whose articles are in no list; prints how many
 * articles the hub's own search finds and the portal does not, and how many stand twice, before its index is complete and after.
 */
import { table } from './report.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const { measure } = await importTypeScript(new URL('search-difference-stage.ts', import.meta.url), HARNESS_OPTIONS)
const rows = await measure()
process.stdout.write(
  `${table([
    ['the index is', 'queries', 'found by the hub', 'not by the portal', 'twice'],
    ...rows.map((row) => row.map(String)),
  ])}\n`,
)

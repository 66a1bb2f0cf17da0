/**
 * `npm run bench:search`: the time of suggestions and searches over 50,000 articles, and the memory of the index of 5,000;
 * in memory and, with its programs installed, in PostgreSQL. BENCH_ARTICLES changes the number. Articles are made of the
 * newsroom's words. `-- --only memory` or `-- --only postgresql` measures one of them; `-- --rows 1000000` measures PostgreSQL
 * with so many rows, which the database makes itself in some ten minutes, by kind of search: `-- --database URL` uses one that has
 * them already, and `-- --kind phrase` searches only kinds with this in their name.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { atMost, summary } from './report.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

if (!globalThis.gc) {
  const { status } = spawnSync(
    process.execPath,
    ['--expose-gc', fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    { stdio: 'inherit' },
  )
  process.exit(status ?? 1)
}
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rows: { type: 'string' },
    database: { type: 'string' },
    kind: { type: 'string' },
  },
})
const { measure } = await importTypeScript(new URL('search-stage.ts', import.meta.url), HARNESS_OPTIONS)
const measured = await measure(
  Number(process.env.BENCH_ARTICLES ?? 50_000),
  values.only,
  values.rows && { rows: Number(values.rows), database: values.database, kind: values.kind ?? '' },
)
const claims = measured.map(({ work, limit, value, unit }) => atMost(work, limit, value, unit))
process.stdout.write(`${summary(claims)}\n`)
process.exit(claims.every(({ isMet }) => isMet) ? 0 : 1)

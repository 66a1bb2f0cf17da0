/**
 * `npm run search:judge`: 200 queries of test/search/judged-queries.yaml at the newsroom; prints recall at 5, now and
 * before this search, precision at 5, whether the first result is expected, and the mean reciprocal rank, by kind of query. With PostgreSQL's programs
 * installed the same for its index. `-- --misses` lists what was not found.
 */
import { parseArgs } from 'node:util'
import { table } from './report.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const { values } = parseArgs({ options: { misses: { type: 'boolean' } } })
const { judge } = await importTypeScript(new URL('search-judging.ts', import.meta.url), HARNESS_OPTIONS)
for (const { engine, rows, misses } of await judge()) {
  process.stdout.write(
    `${table([
      [engine, 'queries', 'recall at 5', 'before', 'precision at 5', 'first is expected', 'mean reciprocal rank'],
      ...rows.map(({ kind, count, recall, before, precision, first, rank }) => [
        ...[kind, `${count}`],
        ...[recall, before, precision, first, rank].map(share),
      ]),
    ])}\n\n`,
  )
  if (values.misses) for (const line of misses) process.stdout.write(`${line}\n`)
}

function share(value) {
  return value?.toFixed(3) ?? ''
}

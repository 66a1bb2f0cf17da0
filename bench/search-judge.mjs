/**
 * `npm run search:judge`: the queries of test/search/*judged-queries.yaml at the newsroom, set by set; prints recall at 5,
 * now and before, precision at 5, whether the first result is expected, and the mean reciprocal rank, by kind of query. With PostgreSQL's programs
 * installed the same for its index. `-- --misses` lists what was not found.
 */
import { parseArgs } from 'node:util'
import { table } from './report.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const { values } = parseArgs({ options: { misses: { type: 'boolean' } } })
const { judge } = await importTypeScript(new URL('search-judging.ts', import.meta.url), HARNESS_OPTIONS)
for (const { heading, rows, misses } of await judge()) {
  process.stdout.write(
    `${table([
      [heading, 'queries', 'recall at 5', 'before', 'precision at 5', 'first is expected', 'mean reciprocal rank'],
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

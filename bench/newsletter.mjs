/**
 * `npm run bench:newsletter`: an issue to 10,000 subscribers over a mail server in a process of its own, which refuses 1 %;
 * the sender is killed with -9 at random moments. Counts what arrived against everyone who subscribed.
 * BENCH_SUBSCRIBERS, BENCH_KILLS and BENCH_CONNECTIONS change the figures; with DATABASE_URL (an empty database) the
 * subscribers are in PostgreSQL; with BENCH_EXIM=/usr/sbin/exim4 the mail server is Debian's Exim.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
if (!existsSync(`${ROOT}/dist/send-newsletter.js`)) {
  console.error('npm run build first')
  process.exit(1)
}
const { measure } = await importTypeScript(new URL('newsletter-stage.ts', import.meta.url), HARNESS_OPTIONS)
const result = await measure({
  count: Number(process.env.BENCH_SUBSCRIBERS ?? 10_000),
  kills: Number(process.env.BENCH_KILLS ?? 5),
  connections: Number(process.env.BENCH_CONNECTIONS ?? 4),
  database: process.env.DATABASE_URL,
  exim: process.env.BENCH_EXIM,
})
console.table(result)
process.exitCode = result.twice === 0 && result.lost === 0 && result.refusedByServer === result.refusedRecorded ? 0 : 1

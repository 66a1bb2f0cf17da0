/**
 * `npm run bench:push`: a message to BENCH_SUBSCRIPTIONS (100,000) browsers of which 5 % are gone, by two instances, of which the one that
 * sends is killed with -9 in the middle; in SQLite, and in Debian's PostgreSQL where it is installed. The push service, in a process
 * of its own, verifies every sender and decrypts one message of a hundred.
 */
import { existsSync } from 'node:fs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const [role, settings = '{}'] = process.argv.slice(2)

if (!existsSync(new URL('../dist/push-thread.js', import.meta.url))) {
  console.error('npm run build first')
  process.exit(1)
}
const stage = await importTypeScript(new URL('push-stage.ts', import.meta.url), HARNESS_OPTIONS)
if (role === 'service') await stage.serve(JSON.parse(settings))
else if (role === 'instance') await stage.runInstance(JSON.parse(settings))
else console.table(await stage.measure(Number(process.env.BENCH_SUBSCRIPTIONS ?? 100_000)))

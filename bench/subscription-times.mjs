/**
 * `npm run bench:subscription-times`: how long the built portal takes to respond to a newsletter form, over HTTP, for an address that is
 * confirmed, one that waits for its confirmation and unknown ones, in turn; on SQLite, and on Debian's PostgreSQL where that is
 * installed. A commit takes BENCH_FSYNC_MS (8) longer (needs a C compiler); BENCH_RESPONSES (200) of each kind count.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slowDisk } from './slow-disk.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

if (!existsSync(fileURLToPath(new URL('../dist/server.js', import.meta.url)))) {
  console.error('npm run build first')
  process.exit(1)
}
const delay = Number(process.env.BENCH_FSYNC_MS ?? 8)
const folder = mkdtempSync(join(tmpdir(), 'slow-disk-'))
try {
  const library = slowDisk(folder)
  const { measure } = await importTypeScript(new URL('subscription-times-stage.ts', import.meta.url), HARNESS_OPTIONS)
  console.table(await measure(Number(process.env.BENCH_RESPONSES ?? 200), { delay, library }))
} finally {
  rmSync(folder, { recursive: true })
}

/**
 * `npm run bench:subscribers`: the portal's own subscribers at scale, on SQLite, or with DATABASE_URL (an empty database) on
 * PostgreSQL, or with BENCH_STORE=postgresql on Debian's PostgreSQL, started for it. An issue starts for BENCH_SUBSCRIBERS (1,000,000) after BENCH_DELIVERIES (5,000,000) old deliveries, batches
 * are taken, and a known address is subscribed in turn with an unknown one. For a slow disk: BENCH_FSYNC_MS=8 (needs a C compiler;
 * PostgreSQL: `commit_delay=8000`, `commit_siblings=0`).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slowDisk } from './slow-disk.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { BENCH_FSYNC_MS: delay, BENCH_PRELOADED: preloaded, DATABASE_URL: database } = process.env

if (!existsSync(`${ROOT}/dist/subscribers-thread.js`)) {
  console.error('npm run build first')
  process.exit(1)
}
if (delay !== undefined && preloaded === undefined) process.exit(onSlowDisk(Number(delay)))

const { measure } = await importTypeScript(new URL('subscribers-stage.ts', import.meta.url), HARNESS_OPTIONS)
console.table(
  await measure({
    subscribers: Number(process.env.BENCH_SUBSCRIBERS ?? 1_000_000),
    deliveries: Number(process.env.BENCH_DELIVERIES ?? 5_000_000),
    responses: Number(process.env.BENCH_RESPONSES ?? 200),
    database,
    isOnDebians: database === undefined && process.env.BENCH_STORE === 'postgresql',
  }),
)

/** Runs this program again with an fsync that takes so long. */
function onSlowDisk(milliseconds) {
  const folder = mkdtempSync(join(tmpdir(), 'slow-disk-'))
  try {
    const environment = {
      BENCH_PRELOADED: '1',
      LD_PRELOAD: slowDisk(folder),
      SLOW_DISK_US: String(milliseconds * 1000),
    }
    const run = spawnSync(process.execPath, process.argv.slice(1), {
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    })
    return run.status ?? 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

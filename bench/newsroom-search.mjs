/**
 * `npm run bench:newsroom-search`: time and processor time from a request to the first answer of a search, and to the first that is
 * right, for a word in the text of one old article: after a start with nothing kept, with what a quiet moment of an earlier start has
 * kept, after a start with one edited article, and after an edit while the process runs. BENCH_ARTICLES (150,10000), BENCH_BUILD (dist).
 */
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeNewsroom } from './content/large-newsroom.mjs'
import { ask } from './load.mjs'
import { cpuSeconds, residentMegabytes, stop, stopAll } from './process.mjs'
import { table } from './report.mjs'
import { startPortal } from './servers/portal.mjs'

const HEAD = [
  'articles',
  'index',
  'first answer',
  'right answer',
  'CPU until then',
  'CPU 3 s later',
  'memory before',
  'later',
]
/** What a start does behind its first response is done by then. Milliseconds. */
const SETTLED = 4000
const LATER = 3000
const LIMIT = 180_000

const folder = mkdtempSync(join(tmpdir(), 'bench-search-'))
try {
  const rows = []
  for (const count of (process.env.BENCH_ARTICLES ?? '150,10000').split(','))
    rows.push(...(await searchesIn(Number(count))))
  process.stdout.write(`${table([HEAD, ...rows])}\n`)
} finally {
  await stopAll()
  rmSync(folder, { recursive: true })
}

async function searchesIn(count) {
  const newsroom = join(folder, `${count}`)
  writeNewsroom(newsroom, count)
  const articles = join(newsroom, 'akademia/articles')
  const names = readdirSync(articles).sort()
  const edit = (at, word) =>
    appendFileSync(join(articles, names[at]), `\n<!-- wp:paragraph -->\n<p>${word}</p>\n<!-- /wp:paragraph -->\n`)
  edit(3, 'kaszalotowisko')
  const env = { NEWSROOM_DIR: newsroom, PAGE_CACHE_FILE: join(folder, `${count}-kept/pages.bin`) }
  const rows = []
  const row = (name, measured) => rows.push([`${count}`, name, ...measured])

  let portal = await startPortal({ env, path: '/kategoria/najnowsze' })
  await sleep(SETTLED)
  row('nothing kept', await searched(portal, 'kaszalotowisko'))
  edit(5, 'płaszczkowisko')
  await sleep(SETTLED)
  row('edited while it runs', await searched(portal, 'płaszczkowisko'))
  await stop(portal.child)
  rmSync(join(folder, `${count}-kept/search-indexes`), { recursive: true, force: true })

  portal = await startPortal({ env, path: '/kategoria/najnowsze' })
  const before = cpuSeconds(portal.pid)
  const kept = join(folder, `${count}-kept/search-indexes/akademia.bin`)
  for (let waited = 0; !existsSync(kept) && waited < (count > 500 ? LIMIT : SETTLED); waited += 500) await sleep(500)
  await sleep(LATER)
  const spent = (cpuSeconds(portal.pid) - before).toFixed(1)
  const size = existsSync(kept) ? (statSync(kept).size / 1e6).toFixed(0) : 0
  process.stderr.write(
    `${count}: made in quiet moments with ${spent} s of CPU, ${size} MB, ${residentMegabytes(portal.pid).toFixed(0)} MB of memory after it\n`,
  )
  await stop(portal.child)

  portal = await startPortal({ env, path: '/kategoria/najnowsze' })
  await sleep(SETTLED)
  row('kept', await searched(portal, 'kaszalotowisko'))
  await stop(portal.child)
  edit(7, 'jesiotrowisko')
  portal = await startPortal({ env, path: '/kategoria/najnowsze' })
  await sleep(SETTLED)
  row('kept, one edited since', await searched(portal, 'jesiotrowisko'))
  await stop(portal.child)
  return rows
}

async function searched({ pid, origin }, word) {
  const memory = residentMegabytes(pid)
  const from = performance.now()
  const before = cpuSeconds(pid)
  let first
  for (;;) {
    const { status, body } = await ask(`${origin}/search/${encodeURIComponent(word)}/1`).catch((error) => ({
      status: error.code,
    }))
    first ??= `${(performance.now() - from).toFixed(0)} ms, ${status}`
    if (status === 200 && JSON.parse(body).posts.length === 1) break
    if (performance.now() - from > LIMIT) throw new Error(`${word} is not found`)
    await sleep(200)
  }
  const right = performance.now() - from
  const cpu = cpuSeconds(pid) - before
  await sleep(LATER)
  const later = cpuSeconds(pid) - before - cpu
  const ms = (seconds) => `${(seconds * 1000).toFixed(0)} ms`
  return [
    first,
    `${right.toFixed(0)} ms`,
    ms(cpu),
    ms(later),
    `${memory.toFixed(0)} MB`,
    `${residentMegabytes(pid).toFixed(0)} MB`,
  ]
}

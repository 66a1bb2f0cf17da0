/**
 * `npm run bench:newsroom`: processor time and memory of a start by the number of articles in the newsroom: with nothing known of
 * them, after an earlier start in the same folder, and with its index next to copies of the files, with their dates (as in an
 * image) and without (as of a clone), and after an edit of one file. Half of the articles are Markdown. BENCH_ARTICLES (150,1000,10000) says how many, BENCH_BUILD which build (dist).
 */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeNewsroom } from './content/large-newsroom.mjs'
import { ask } from './load.mjs'
import { cpuSeconds, residentMegabytes, stop, stopAll } from './process.mjs'
import { table } from './report.mjs'
import { median } from './rounds.mjs'
import { startPortal } from './servers/portal.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
/** What a start does behind its first response is done by then. Milliseconds. */
const SETTLED = 6000
const HEAD = ['articles', 'known', 'CPU until 200', `CPU ${SETTLED / 1000} s later`, 'first 200', 'memory later']
const folder = mkdtempSync(join(tmpdir(), 'bench-newsroom-'))
try {
  const rows = []
  for (const count of (process.env.BENCH_ARTICLES ?? '150,1000,10000').split(',')) {
    rows.push(...(await startsWith(Number(count))))
  }
  process.stdout.write(`${table([HEAD, ...rows])}\n`)
} finally {
  await stopAll()
  rmSync(folder, { recursive: true })
}

async function startsWith(count) {
  const newsroom = join(folder, `${count}`)
  writeNewsroom(newsroom, count)
  const pages = join(folder, `${count}-kept/pages.bin`)
  // Leaves what a start leaves.
  await startOnce({ NEWSROOM_DIR: newsroom, PAGE_CACHE_FILE: pages })
  rmSync(pages, { force: true })
  const starts = { nothing: () => ({ NEWSROOM_DIR: newsroom }), 'same files': keptFor(newsroom, 'kept-same') }
  for (const [name, preserveTimestamps] of Object.entries({ 'copies with dates': true, 'copies without': false })) {
    const copy = join(folder, `${count}-${name.replaceAll(' ', '-')}`)
    cpSync(newsroom, copy, { recursive: true, preserveTimestamps })
    starts[name] = keptFor(copy, `kept-${preserveTimestamps}`)
  }
  const edited = join(folder, `${count}-edited`)
  cpSync(newsroom, edited, { recursive: true, preserveTimestamps: true })
  const afterEdit = keptFor(edited, 'kept-edited')
  starts['one file edited'] = () => {
    const articles = join(edited, 'akademia/articles')
    appendFileSync(join(articles, readdirSync(articles)[0]), '\n')
    return afterEdit()
  }
  const measured = Object.fromEntries(Object.keys(starts).map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, environment] of Object.entries(starts)) measured[name].push(await startOnce(environment()))
  }
  return Object.entries(measured).map(([name, rounds]) => rowOf(count, name, rounds))

  function keptFor(path, name) {
    return () => {
      const own = join(folder, `${count}-${name}`)
      rmSync(own, { recursive: true, force: true })
      cpSync(join(folder, `${count}-kept`), own, { recursive: true })
      return { NEWSROOM_DIR: path, PAGE_CACHE_FILE: join(own, 'pages.bin') }
    }
  }
}

async function startOnce(env) {
  const startedAt = performance.now()
  const { child, pid, origin } = await startPortal({ env, path: '/kategoria/najnowsze' })
  const [time, atFirst] = [performance.now() - startedAt, cpuSeconds(pid)]
  await sleep(SETTLED)
  const later = cpuSeconds(pid) - atFirst
  const { status } = await ask(`${origin}/kategoria/najnowsze/page/2`)
  if (status !== 200) throw new Error(`the second page answers ${status}`)
  const memory = residentMegabytes(pid)
  await stop(child)
  return { time, atFirst, later, memory }
}

function rowOf(count, name, rounds) {
  const of = (field) => median(rounds.map((round) => round[field]))
  const cpu = (field) => `${(of(field) * 1000).toFixed(0)} ms`
  return [
    `${count}`,
    name,
    cpu('atFirst'),
    cpu('later'),
    `${of('time').toFixed(0)} ms`,
    `${of('memory').toFixed(0)} MB`,
  ]
}

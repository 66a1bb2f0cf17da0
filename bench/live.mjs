/**
 * `npm run bench:live`: readers of one live coverage ask as the page's script does, while its article is changed in a newsroom
 * folder. Prints the time from an update's saving to the reader who sees it, and how often the server rendered it.
 * BENCH_READERS (1,000) and BENCH_UPDATES (3) change the figures.
 */
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { stopAll } from './process.mjs'
import { startPortal } from './servers/portal.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const READERS = Number(process.env.BENCH_READERS || 1000)
const UPDATES = Number(process.env.BENCH_UPDATES || 3)
/** As in src/client/features/live.ts. Milliseconds. */
const INTERVAL = 10_000
/** The most that LIVE-6 allows. Milliseconds. */
const MOST = 12_000
const TOKEN = 'metrics-of-the-bench'
const DAY = '2026-11-24'

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

function ask(url, headers = {}) {
  return new Promise((resolve, reject) => {
    const call = get(url, { agent, headers }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }))
    })
    call.on('error', reject)
  })
}

/** Renderings of updates so far, as the server counts them. */
async function renderings(origin) {
  const { text } = await ask(`${origin}/metrics`, { authorization: `Bearer ${TOKEN}` })
  const lines = text
    .split('\n')
    .filter((line) => /^szpalta_answer_seconds_count\{.*fragment\/live.*status="200"/.test(line))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** What a reader of a page or of a fragment has seen: an id and a hash. */
function seenIn(text) {
  return /data-seen="([^"]+)"/.exec(text)[1]
}

/** One reader's page, until the signal. */
async function read(url, first, onSeen, { signal, failures }) {
  let known = first
  await wait(Math.random() * INTERVAL)
  while (!signal.aborted) {
    try {
      const { status, text } = await ask(`${url}?since=${encodeURIComponent(known)}`)
      if (status === 200) {
        known = seenIn(text)
        onSeen(known.slice(0, known.lastIndexOf('.')))
      } else if (status !== 204) failures.push(status)
    } catch (error) {
      failures.push(error.code)
    }
    await wait(INTERVAL)
  }
}

let newsroom
try {
  const { createLiveNewsroom } = await importTypeScript(
    new URL('../test/support/live-newsroom.ts', import.meta.url),
    HARNESS_OPTIONS,
  )
  const updateAt = (minute) => ({ time: `${DAY}T10:${String(minute).padStart(2, '0')}`, text: `Wpis ${minute}.` })
  const written = [updateAt(0)]
  newsroom = await createLiveNewsroom(written)
  const { origin } = await startPortal({ env: { NEWSROOM_DIR: newsroom.folder, METRICS_TOKEN: TOKEN } })
  const url = `${origin}/fragment/live${newsroom.path}`
  const first = seenIn((await ask(url)).text)
  const seen = new Map()
  const failures = []
  const readers = new AbortController()
  const idOf = (minute) => `live-${DAY.replaceAll('-', '')}-10${String(minute).padStart(2, '0')}`
  const onSeen = (id) => seen.get(id)?.push(performance.now())
  for (let reader = 0; reader < READERS; reader++) void read(url, first, onSeen, { signal: readers.signal, failures })
  // Until each has asked once.
  await wait(INTERVAL + 1000)
  const rows = []
  for (let minute = 1; minute <= UPDATES; minute++) {
    const before = await renderings(origin)
    seen.set(idOf(minute), [])
    written.unshift(updateAt(minute))
    await newsroom.write(written)
    const since = performance.now()
    while (seen.get(idOf(minute)).length < READERS && performance.now() - since < 3 * MOST) await wait(50)
    const times = seen.get(idOf(minute)).map((moment) => moment - since)
    const seconds = (milliseconds) => Number((milliseconds / 1000).toFixed(2))
    rows.push({
      readers: READERS,
      'seen by': times.length,
      'half after, s': seconds(times[Math.floor(times.length / 2)]),
      'all after, s': seconds(Math.max(...times)),
      renderings: (await renderings(origin)) - before,
    })
    // At another moment of the readers' intervals.
    await wait(Math.random() * INTERVAL)
  }
  readers.abort()
  console.table(rows)
  console.info(`failed questions: ${failures.length} ${[...new Set(failures)].join(' ')}`)
  const isKept = rows.every(
    (row) => row['seen by'] === READERS && row['all after, s'] * 1000 <= MOST && row.renderings === 1,
  )
  process.exitCode = isKept && failures.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
} finally {
  agent.destroy()
  await stopAll()
  await newsroom?.remove()
  process.exit()
}

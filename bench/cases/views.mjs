/**
 * A million views of twenty articles, in a known distribution and a random order, over four workers of two instances that
 * share a Redis; then what the portal counts, and whether it orders the first ten as they are. BENCH_VIEWS changes the
 * number of views. Needs redis-server (Debian).
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, READERS } from '../load.mjs'
import { freePort, start, stop } from '../process.mjs'
import { atMost, table } from '../report.mjs'
import { startPortal } from '../servers/portal.mjs'

const VIEWS = Number(process.env.BENCH_VIEWS ?? 1_000_000)
const ARTICLES = 20
const CONNECTIONS = 32
/** Requests that a connection sends at once. */
const PIPELINED = 16
const TOKEN = 'token-of-the-benchmark'
const LIMIT_MS = 60_000
const RESPONSE = Buffer.from('HTTP/1.1 ')

export const title = 'Most read: views over four workers on two machines'

/** @returns a section of the report, and its targets */
export async function run() {
  const port = await freePort()
  const redis = start('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'])
  const env = { REDIS_URL: `redis://127.0.0.1:${port}`, WEB_CONCURRENCY: '2', METRICS_TOKEN: TOKEN }
  const machines = [await startPortal({ env }), await startPortal({ env })]
  const sent = distribution(await articlesOf(machines[0].origin))
  const order = shuffled([...sent].flatMap(([path, views]) => Array(views).fill(path)))
  const since = performance.now()
  const share = Math.ceil(order.length / CONNECTIONS)
  await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, number) =>
      view(machines[number % machines.length].origin, order.slice(number * share, (number + 1) * share)),
    ),
  )
  const seconds = (performance.now() - since) / 1000
  const counted = await settled(machines, order.length)
  const expected = [...sent].sort((a, b) => b[1] - a[1]).map(([path]) => path)
  const wrong = expected.slice(0, 10).filter((path, place) => counted[place]?.path !== path).length
  const total = sum(counted.map(({ views }) => views['7d']))
  await Promise.all([...machines.map(({ child }) => child), redis].map(stop))
  const difference = (total / order.length - 1) * 100
  const rows = [
    ['views', 'measured'],
    ['sent', `${order.length}`],
    ['counted', `${total}`],
    ['difference', `${difference.toFixed(4)} %`],
    ['wrong places in the first ten', `${wrong}`],
    ['sent a second', `${(order.length / seconds).toFixed(0)}`],
  ]
  return {
    section: table(rows),
    claims: [
      atMost('most read: views that are counted wrongly', 1, Math.abs(difference), '%'),
      atMost('most read: wrong places in the first ten', 0, wrong),
    ],
  }
}

async function articlesOf(origin) {
  const { body } = await ask(`${origin}/`)
  const paths = new Set([...body.toString().matchAll(/href="(\/20\d\d\/\d\d\/[^"#]+)"/g)].map(([, path]) => path))
  if (paths.size < ARTICLES) throw new Error(`only ${paths.size} articles on the home page`)
  return [...paths].slice(0, ARTICLES)
}

/** Zipf's: the second article has half of the first one's views, the third a third. */
function distribution(paths) {
  const whole = sum(paths.map((_path, place) => 1 / (place + 1)))
  return new Map(paths.map((path, place) => [path, Math.round(VIEWS / (place + 1) / whole)]))
}

function shuffled(items) {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    ;[items[last], items[other]] = [items[other], items[last]]
  }
  return items
}

/** Sends requests over one connection, as many at once as a browser never does. */
async function view(origin, paths) {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const heads = (batch) =>
    batch
      .map(
        (path) =>
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${READERS[path.length % READERS.length]}\r\nAccept: text/html\r\n` +
          'Accept-Encoding: br\r\nIf-None-Match: *\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n\r\n',
      )
      .join('')
  let left = Buffer.alloc(0)
  for (let at = 0; at < paths.length; at += PIPELINED) {
    const batch = paths.slice(at, at + PIPELINED)
    socket.write(heads(batch))
    let answered = 0
    while (answered < batch.length) {
      const [chunk] = await once(socket, 'data')
      left = Buffer.concat([left, chunk])
      for (let next = left.indexOf(RESPONSE); next !== -1; next = left.indexOf(RESPONSE)) {
        if (left.length < next + 12) break
        const status = left.toString('latin1', next + 9, next + 12)
        if (status !== '304' && status !== '200') throw new Error(`a view was answered with ${status}`)
        answered += 1
        left = left.subarray(next + 12)
      }
      left = Buffer.from(left.subarray(Math.max(0, left.length - 12)))
    }
  }
  socket.destroy()
}

/** The figures of both machines, once they no longer change. */
async function settled(machines, sent) {
  const limit = performance.now() + LIMIT_MS
  let before = -1
  while (performance.now() < limit) {
    await sleep(12_000)
    const all = await Promise.all(machines.map(({ origin }) => figures(origin)))
    const totals = all.map((one) => sum(one.map(({ views }) => views['7d'])))
    if (totals[0] === totals[1] && totals[0] > 0 && (totals[0] === before || totals[0] >= sent)) return all[0]
    before = totals[0]
  }
  throw new Error('the two machines do not agree')
}

async function figures(origin) {
  const { body } = await ask(`${origin}/ops/most-read?window=1h`, { authorization: `Bearer ${TOKEN}` })
  return Object.values(JSON.parse(body).services).find((articles) => articles.length > 0) ?? []
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

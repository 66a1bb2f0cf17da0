import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const TOKEN = 'bardzo-tajny-token'
const TWO = { WEB_CONCURRENCY: '2' }

let portal: PortalProcess | undefined
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workers-'))
})
afterEach(async () => {
  await portal?.stop()
  portal = undefined
  await rm(folder, { recursive: true, force: true })
})

/** Starts the portal with two workers, and waits for both. */
async function startTwo(variables: Record<string, string> = {}): Promise<PortalProcess> {
  portal = await startProcess({ ...TWO, ...variables })
  const own = portal
  await until(
    () => pidsThat(own, 'ready'),
    (pids) => pids.length === 2,
    20_000,
  )
  return own
}

/** Processes that logged this message. */
const pidsThat = (own: PortalProcess, message: string): number[] => [
  ...new Set(own.lines().flatMap(({ msg, pid }) => (msg === message && typeof pid === 'number' ? [pid] : []))),
]
/** Processes that served an uncached path. */
const served = async (own: PortalProcess): Promise<number[]> => {
  const { status } = await own.ask('/version')
  expect(status).toBe(200)
  return pidsThat(own, 'request')
}
const purge = (own: PortalProcess, body: object) =>
  own.ask('/ops/purge', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(body),
  })
const post = (own: PortalProcess, body: object, address: string) =>
  own.ask('/api/sare/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })

test('two workers serve one port; a killed one is replaced, and no request fails', async () => {
  const own = await startTwo()
  const pids = await until(
    () => served(own),
    ({ length }) => length === 2,
  )
  expect(pids).not.toContain(own.child.pid)
  process.kill(pids[0] ?? 0, 'SIGKILL')
  const later = await until(
    () => served(own),
    ({ length }) => length === 3,
    20_000,
  )
  expect(later.slice(0, 2)).toEqual(pids)
  expect(own.lines().filter(({ msg }) => msg === 'worker died')).toMatchObject([{ pid: pids[0], signal: 'SIGKILL' }])
})

test('SIGTERM under 50 clients loses no request; both workers drain, and the primary ends with 0 within 10 s', async () => {
  const own = await startTwo()
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  let answered = 0
  const lost: string[] = []
  let isAsking = true
  const client = async (): Promise<void> => {
    while (isAsking) {
      const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
        const call = request({ port: own.port, host: '127.0.0.1', path: '/', agent }, (response) => {
          response.resume()
          response.on('end', () => {
            answered += 1
            resolve(undefined)
          })
          response.on('error', resolve)
        })
        call.on('error', resolve)
        call.end()
      })
      // The port is closed by now: no request was lost.
      if (failure?.code === 'ECONNREFUSED') return
      if (failure) lost.push(failure.code ?? failure.message)
    }
  }
  const clients = Array.from({ length: 50 }, client)
  await until(
    () => answered,
    (count) => count > 200,
  )
  const requestedAt = Date.now()
  own.child.kill('SIGTERM')
  const code = await own.exit()
  isAsking = false
  await Promise.all(clients)
  agent.destroy()
  expect([code, lost]).toEqual([0, []])
  expect(Date.now() - requestedAt).toBeLessThan(10_000)
  expect(pidsThat(own, 'drained')).toHaveLength(2)
})

test('unusable settings, and a port in use, end with 1 without a retry', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  portal = await startProcess({ ...TWO, PORT: String(typeof address === 'object' && address ? address.port : 0) })
  expect(await portal.exit()).toBe(1)
  expect(portal.lines().filter(({ msg }) => msg === 'could not start').length).toBeLessThanOrEqual(2)
  await new Promise((resolve) => taken.close(resolve))
})

test('workers share purges and the newsletter’s limit, without any Redis', async () => {
  let title = 'Stary'
  const articles = largeArchive({
    count: 20,
    perPage: 10,
    newest: Date.UTC(2026, 0, 31),
    hoursBetween: 1,
    articleOf: () => ({ title }),
  })
  const hub = await startHub(join(ROOT, 'test/support/fixtures/hub'), articles)
  try {
    const own = await startTwo({ CONTENT: 'hub', CMS_URL: hub.url, PURGE_TOKEN: TOKEN })
    const shown = async () => (await own.ask('/2026/01/artykul-0')).text.includes(`>${title}<`)
    const inARow = async (): Promise<boolean> => {
      for (let attempt = 0; attempt < 6; attempt++) if (!(await shown())) return false
      return true
    }
    expect(await inARow()).toBe(true)
    title = 'Nowy'
    expect((await purge(own, { paths: ['/2026/01/artykul-0'] })).status).toBe(200)
    // Six connections in a row reach both.
    await until(inARow, Boolean)
    const statuses = []
    for (let posts = 0; posts < 7; posts++) statuses.push((await post(own, { email: '?' }, '203.0.113.7')).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  } finally {
    await hub.close()
  }
})

test('the metrics are those of all workers, whichever one responds', async () => {
  const own = await startTwo({ METRICS_TOKEN: TOKEN })
  const requestCount = 12
  for (let count = 0; count < requestCount; count++) await own.ask('/version')
  expect(pidsThat(own, 'request')).toHaveLength(2)
  const { text } = await own.ask('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  const counted = /^szpalta_answer_seconds_count\{route="\/version",status="200"\} (\d+)$/m.exec(text)?.[1]
  expect(Number(counted)).toBe(requestCount)
})

test('subscribers who come to both workers at once are all stored, each once', async () => {
  const file = join(folder, 'subscribers.sqlite')
  const own = await startTwo({ SUBSCRIBERS_FILE: file })
  const emails = Array.from({ length: 60 }, (_, index) => `czytelnik-${index}@poczta.example`)
  // Each has an IP address of its own, because of the limit of five a minute.
  const subscribe = (email: string) => post(own, { email, consent: true }, `198.51.100.${emails.indexOf(email) + 1}`)
  for (let from = 0; from < emails.length; from += 20) {
    const some = emails.slice(from, from + 20)
    const responses = await Promise.all([...some.map(subscribe), ...some.map(subscribe)])
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  }
  expect(pidsThat(own, 'request')).toHaveLength(2)
  const { stdout } = await promisify(execFile)('node', ['dist/export-subscribers.js'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, SUBSCRIBERS_FILE: file },
  })
  const kept = stdout.match(/czytelnik-\d+@poczta\.example/g) ?? []
  expect(kept.sort()).toEqual([...emails].sort())
})

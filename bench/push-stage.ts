import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { startPushThread } from '../src/features/push/sending/push-thread.ts'
import type { PushPlace } from '../src/features/push/sending/thread-messages.ts'
import { createPostgresStore } from '../src/features/push/store/postgres-store.ts'
import { createSqliteStore } from '../src/features/push/store/sqlite-store.ts'
import type { PushStore } from '../src/features/push/store/store.ts'
import { databaseUrl } from '../src/system/postgresql/settings.ts'
import { postgresPrograms, startPostgres } from '../test/support/postgres-server.ts'
import { newVapidKeys, startPushService, type TestSubscription } from '../test/support/push-service.ts'
import { ROOT } from '../test/support/root.ts'

const PROGRAM = join(ROOT, 'bench/push.mjs')
const BUILD = join(ROOT, 'dist')
const TOPIC = 'post breaking'
const GONE = 20
const DECRYPTED = 97
const RATE = 100_000
const BATCH = 5000
const LIMIT_MS = 600_000

interface ServiceSettings {
  count: number
  publicKey: string
}

interface Counts {
  received: number
  twice: number
  lost: number
  refusedGone: number
  decrypted: number
}

/** The push service's process: its parent gets the browsers, and counts when it asks for them. */
export async function serve({ count, publicKey }: ServiceSettings): Promise<void> {
  const service = await startPushService(publicKey, DECRYPTED)
  const browsers = Array.from({ length: count }, (_, index) => {
    const browser = service.subscribe()
    if (index % GONE === 0) browser.responds = { status: 410 }
    return browser
  })
  const counts = (): Counts => {
    const times = new Map<string, number>()
    for (const { path, status } of service.received) if (status === 201) times.set(path, (times.get(path) ?? 0) + 1)
    const alive = browsers.filter(({ responds }) => responds === undefined)
    return {
      received: times.size,
      twice: [...times.values()].filter((number) => number > 1).length,
      lost: alive.filter(({ path }) => !times.has(path)).length,
      refusedGone: new Set(service.received.flatMap(({ path, status }) => (status === 410 ? [path] : []))).size,
      decrypted: service.received.filter(({ text }) => text?.includes('"Zażółć"')).length,
    }
  }
  process.on('message', (message) => {
    process.send?.(message === 'length' ? service.received.length : counts())
  })
  process.send?.(browsers)
}

interface InstanceSettings {
  place: { file: string } | { url: string }
  folder: string
  vapid: { publicKey: string; privateKey: string; subject: string }
}

/** A portal's process, as far as push goes. */
export async function runInstance({ place, folder, vapid }: InstanceSettings): Promise<void> {
  const opened: PushPlace = 'url' in place ? { database: databaseUrl.parse(place.url) } : place
  const store = startPushThread({
    program: join(BUILD, 'push-thread.js'),
    place: opened,
    folder,
    vapid,
    ownHosts: ['127.0.0.1'],
    rate: RATE,
    interval: 1000,
    onReport: (report) => void (report.kind === 'trouble' && console.error(report.problem)),
  })
  process.on('message', (message: Parameters<PushStore['announce']>) => void store.announce(...message))
  process.send?.('ready')
  await once(process, 'disconnect')
  await store.close()
}

const started: ChildProcess[] = []

function start(role: string, settings: object): ChildProcess {
  const child = fork(PROGRAM, [role, JSON.stringify(settings)], { stdio: 'inherit', serialization: 'advanced' })
  started.push(child)
  return child
}

async function reply<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message')
  return message
}

async function ask<T>(child: ChildProcess, question: string): Promise<T> {
  child.send(question)
  return reply<T>(child)
}

export async function measure(count: number): Promise<Record<string, object>> {
  const only = process.env.BENCH_STORE
  const rows: Record<string, object> = only === 'postgresql' ? {} : { SQLite: await inSqlite(count) }
  const programs = only === 'sqlite' ? undefined : postgresPrograms()
  if (programs !== undefined) rows.PostgreSQL = await inPostgres(programs, count)
  return rows
}

async function inSqlite(count: number): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-push-'))
  const file = join(folder, 'push.sqlite')
  const store = createSqliteStore(file)
  await store.topics()
  const fill = async (rows: readonly Row[]): Promise<void> => {
    const db = new DatabaseSync(file)
    db.exec('BEGIN')
    const add = db.prepare(
      'INSERT INTO subscriptions (digest, service, endpoint, p256dh, auth, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    )
    for (const row of rows) add.run(...row)
    db.exec(`INSERT INTO topics SELECT '${TOPIC}', id, created_at FROM subscriptions`)
    db.exec('COMMIT')
    db.close()
  }
  return finished(() => run({ place: { file }, folder, store, fill, count }), store, folder)
}

async function inPostgres(programs: string, count: number): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-push-'))
  const server = await startPostgres(programs)
  const url = await server.database('push')
  const store = createPostgresStore(databaseUrl.parse(url))
  await store.topics()
  const fill = async (rows: readonly Row[]): Promise<void> => {
    const client = new Client(url)
    await client.connect()
    await client.query('SET search_path TO szpalta_push')
    for (let at = 0; at < rows.length; at += BATCH) {
      const columns = [0, 1, 2, 3, 4, 5].map((column) => rows.slice(at, at + BATCH).map((row) => row[column]))
      await client.query(
        `INSERT INTO subscriptions (digest, service, endpoint, p256dh, auth, created_at)
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
        columns,
      )
    }
    await client.query(`INSERT INTO topics SELECT '${TOPIC}', id, created_at FROM subscriptions`)
    await client.end()
  }
  try {
    return await finished(() => run({ place: { url }, folder, store, fill, count }), store, folder)
  } finally {
    await server.close()
  }
}

async function finished(work: () => Promise<object>, store: PushStore, folder: string): Promise<object> {
  try {
    return await work()
  } finally {
    for (const child of started.splice(0)) child.kill('SIGKILL')
    await store.close()
    await rm(folder, { recursive: true })
  }
}

type Row = [digest: string, service: string, endpoint: string, p256dh: string, auth: string, createdAt: string]

interface Run {
  place: InstanceSettings['place']
  folder: string
  store: PushStore
  fill(rows: readonly Row[]): Promise<void>
  count: number
}

async function run({ place, folder, store, fill, count }: Run): Promise<object> {
  const vapid = { ...newVapidKeys(), subject: 'mailto:redakcja@gazeta.example' }
  const service = start('service', { count, publicKey: vapid.publicKey })
  const browsers = await reply<TestSubscription[]>(service)
  const before = new Date(Date.now() - 60_000).toISOString()
  await fill(
    browsers.map(({ endpoint, p256dh, auth }) => {
      const digest = createHash('sha256').update(endpoint).digest('base64url')
      return [digest, 'post', endpoint, p256dh, auth, before]
    }),
  )
  const first = start('instance', { place, folder, vapid })
  await reply(first)
  await wait(2000)
  const second = start('instance', { place, folder, vapid })
  await reply(second)
  await wait(2000)
  await store.announce(TOPIC, ['before'], undefined, before)
  const at = new Date().toISOString()
  const message = {
    id: 'bench-message-01',
    topic: TOPIC,
    payload: JSON.stringify({ id: 'bench-message-01', title: 'Zażółć', body: 'x'.repeat(200), url: '/', tag: 'a' }),
    urgency: 'high' as const,
    dueAt: at,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    replaces: false,
    endsTopic: false,
  }
  const begun = performance.now()
  first.send([TOPIC, ['bench-message-01', 'before'], message, at])
  const half = await lengthOver(service, count * 0.4)
  const firstRate = half / ((performance.now() - begun) / 1000)
  first.kill('SIGKILL')
  const atKill = await ask<number>(service, 'length')
  await lengthOver(service, atKill + 200)
  const resumed = performance.now()
  const afterPause = await ask<number>(service, 'length')
  await until(async () => (await store.openMessages()) === 0)
  const all = await ask<number>(service, 'length')
  const secondRate = (all - afterPause) / ((performance.now() - resumed) / 1000)
  const counts = await ask<Counts>(service, 'counts')
  const [sums] = await store.figures()
  const stillThere = async (): Promise<number> => (await store.subscriptionCount()) - (count - Math.ceil(count / GONE))
  const gone = await stillThere()
  const next = { ...message, id: 'bench-message-02' }
  second.send([TOPIC, ['bench-message-02', 'bench-message-01'], next, new Date().toISOString()])
  await lengthOver(service, all)
  await until(async () => (await store.openMessages()) === 0)
  return {
    subscriptions: count,
    received: counts.received,
    twice: counts.twice,
    lost: counts.lost,
    'sent by the sums': sums?.sent,
    'acknowledged, in no sum': Math.max(0, counts.received - (sums?.sent ?? 0) - (sums?.unknown ?? 0)),
    unknown: sums?.unknown,
    gone: sums?.gone,
    'gone and still there': gone,
    'after the next message': await stillThere(),
    decrypted: counts.decrypted,
    'a second, before the kill': Math.round(firstRate),
    'a second, after it': Math.round(secondRate),
  }
}

async function lengthOver(service: ChildProcess, most: number): Promise<number> {
  let length = 0
  await until(async () => {
    length = await ask<number>(service, 'length')
    return length > most
  })
  return length
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; await wait(200)) if (await isDone()) return
  throw new Error('it takes too long')
}

/** The stage of `bench:subscribers`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { atEachStep } from '../src/features/newsletter/issues/worker.ts'
import { createPostgresStore } from '../src/features/newsletter/store/postgres/postgres-store.ts'
import type { IssueRecord } from '../src/features/newsletter/store/records.ts'
import { createSqliteStore } from '../src/features/newsletter/store/sqlite/sqlite-store.ts'
import type { SubscriberStore } from '../src/features/newsletter/store/store.ts'
import { databaseUrl } from '../src/system/postgresql/settings.ts'
import { percentile } from '../test/support/figures.ts'
import { postgresPrograms, startPostgres } from '../test/support/postgres-server.ts'
import { ROOT } from '../test/support/root.ts'

const SERVICE = 'akademia'
const AT = '2026-03-03T12:00:00.000Z'
const BATCH = 32
const BATCHES = 300

interface Scale {
  subscribers: number
  deliveries: number
  responses: number
  database: string | undefined
  /** On a PostgreSQL of Debian's packages that is started for it. */
  isOnDebians: boolean
}

type Row = Record<string, string | number>

export async function measure({ isOnDebians, ...scale }: Scale): Promise<Row[]> {
  if (!isOnDebians) return measureOn(scale)
  const programs = postgresPrograms()
  if (programs === undefined) throw new Error('PostgreSQL is not installed')
  const postgres = await startPostgres(programs, { settings: ['synchronous_commit=on', 'shared_buffers=128MB'] })
  try {
    return await measureOn({ ...scale, database: postgres.url })
  } finally {
    await postgres.close()
  }
}

async function measureOn({ subscribers, deliveries, responses, database }: Omit<Scale, 'isOnDebians'>): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-subscribers-'))
  const file = join(folder, 'subscribers.sqlite')
  const store =
    database === undefined
      ? createSqliteStore({ file, program: join(ROOT, 'dist/subscribers-thread.js'), notify: () => {} })
      : createPostgresStore({ database: databaseUrl.parse(database), notify: () => {} })
  try {
    const times = await timesOfResponses(store, responses)
    await store.saveIssue(issue('old'))
    const fill = database === undefined ? fillFile(file) : fillDatabase(database)
    await fill(fillSql(subscribers, deliveries, database !== undefined))
    await store.saveIssue(issue('new'))
    const begin = performance.now()
    const progress = atEachStep((queued) => process.stdout.write(`${queued} of ${subscribers} are queued\n`))
    const queued = await store.startDeliveries('new', AT, { onPage: progress })
    const seconds = (performance.now() - begin) / 1000
    const batches: number[] = []
    const handOvers: number[] = []
    for (let n = 0; n < BATCHES; n += 1) {
      const since = performance.now()
      const taken = await store.takeDeliveries('new', BATCH, AT, 30)
      batches.push(performance.now() - since)
      // A sender takes the next batch once it has sent this one.
      for (const { id } of taken) {
        const from = performance.now()
        await store.handOver(id, AT)
        handOvers.push(performance.now() - from)
      }
    }
    return [
      ...times,
      { what: `an issue to ${subscribers} starts`, value: `${Math.round(seconds)} s, ${queued} queued` },
      { what: `a batch of ${BATCH} after ${deliveries} old deliveries, median`, value: ms(percentile(batches, 0.5)) },
      { what: 'the same, p99', value: ms(percentile(batches, 0.99)) },
      { what: 'a mail of it is handed over, median', value: ms(percentile(handOvers, 0.5)) },
      { what: 'the same, p99', value: ms(percentile(handOvers, 0.99)) },
    ]
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** In turn, so that whatever else the machine does counts for both. */
async function timesOfResponses(store: SubscriberStore, count: number): Promise<Row[]> {
  await store.subscribe('znana@poczta.example', SERVICE, AT)
  const known: number[] = []
  const unknown: number[] = []
  const time = async (times: number[], email: string): Promise<void> => {
    const since = performance.now()
    await store.subscribe(email, SERVICE, AT)
    times.push(performance.now() - since)
    await wait(2)
  }
  for (let n = 0; n < count; n += 1) {
    await time(known, 'znana@poczta.example')
    await time(unknown, `nowa-${n}@poczta.example`)
  }
  const [a, b] = [percentile(known, 0.5), percentile(unknown, 0.5)]
  return [
    { what: 'a known address, median', value: ms(a) },
    { what: 'an unknown address, median', value: ms(b) },
    { what: 'medians apart', value: ms(Math.abs(a - b)) },
  ]
}

const ms = (value: number): string => `${value.toFixed(2)} ms`

const issue = (id: string): IssueRecord => ({
  id,
  service: SERVICE,
  subject: 'Wydanie',
  createdAt: AT,
  content: '{}',
  state: 'draft',
})

const fillFile =
  (file: string) =>
  async (sql: string): Promise<void> => {
    const db = new DatabaseSync(file)
    db.exec(sql)
    db.close()
  }

const fillDatabase =
  (url: string) =>
  async (sql: string): Promise<void> => {
    const client = new Client(url)
    await client.connect()
    await client.query(`SET search_path TO szpalta; ${sql}; ANALYZE`)
    await client.end()
  }

/** Confirmed subscribers, and sent deliveries of an old issue. */
function fillSql(subscribers: number, deliveries: number, isPostgres: boolean): string {
  const series = (count: number): string =>
    isPostgres
      ? `generate_series(1, ${count}) AS n(i)`
      : `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n)`
  return `
    INSERT INTO subscribers
      (email, email_key, service, status, created_at, confirmed_at, token, token_expires_at, manage_token)
    SELECT 'c' || i || '@czytelnicy.example', 'c' || i || '@czytelnicy.example', '${SERVICE}', 'confirmed',
      '${AT}', '${AT}', 'token' || i, '${AT}', 'manage' || i FROM ${series(subscribers)};
    INSERT INTO deliveries (issue_id, digest, state, due_at, done_at)
    SELECT 'old', 'old' || i, 'sent', '${AT}', '${AT}' FROM ${series(deliveries)}`
}

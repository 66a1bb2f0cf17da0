import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../../support/postgres-server.ts'
import { freePort, type PortalProcess, startProcess } from '../../../support/process.ts'

/**
 * SUB-1, SUB-16: subscriptions that the built portal has acknowledged are there, with the letter that asks to confirm,
 * whatever is killed with -9 meanwhile. `LONG=1`: a thousand of them.
 */

const IS_LONG = process.env.LONG === '1'
const ACKNOWLEDGED = IS_LONG ? 1000 : 120
/** Acknowledged subscriptions between two kills, at most. */
const BETWEEN_KILLS = IS_LONG ? 60 : 40
const READERS = 8
/** A fast machine has more acknowledged between two kills: readers go on until there were so many. */
const MIN_KILLS = 2
/** Limit of a post; what becomes of it after that is unknown. Milliseconds. */
const POST_LIMIT_MS = 12_000
/** Without an acknowledgement for so long something hangs. Milliseconds. */
const STALL_MS = 60_000
const TEST_LIMIT_MS = IS_LONG ? 540_000 : 180_000

/** What readers were promised. */
interface Ledger {
  acknowledged: Set<string>
  /** Posted, and no success came: either state is right. */
  unknown: Set<string>
  failures: Map<string, number>
}

const random = (from: number, to: number): number => from + Math.floor(Math.random() * (to - from + 1))

/** Readers who post one address after the other, and again the one without a success, until enough are acknowledged. */
function startReaders(
  portal: () => PortalProcess | undefined,
  kills: () => number,
): { ledger: Ledger; done: Promise<void>; stop(): void } {
  const ledger: Ledger = { acknowledged: new Set(), unknown: new Set(), failures: new Map() }
  let [next, isStopped, progress] = [0, false, performance.now()]
  const post = async (email: string, reader: number): Promise<boolean> => {
    const own = portal()
    if (!own) return false
    const headers = {
      'content-type': 'application/json',
      // A client may post five times a minute.
      'x-forwarded-for': `10.${reader}.${random(0, 255)}.${random(0, 255)}`,
    }
    const body = JSON.stringify({ email, consent: true })
    const signal = AbortSignal.timeout(POST_LIMIT_MS)
    const outcome = await own.ask('/api/sare/', { method: 'POST', headers, body, signal }).then(
      ({ status }) => String(status),
      (error: NodeJS.ErrnoException) => error.code ?? error.name,
    )
    if (outcome !== '200') ledger.failures.set(outcome, (ledger.failures.get(outcome) ?? 0) + 1)
    return outcome === '200'
  }
  const read = async (reader: number): Promise<void> => {
    while (!isStopped && (ledger.acknowledged.size < ACKNOWLEDGED || kills() < MIN_KILLS)) {
      next += 1
      const email = `czytelnik-${next}@poczta.example`
      while (!isStopped && !(await post(email, reader))) {
        ledger.unknown.add(email)
        if (performance.now() - progress > STALL_MS)
          throw new Error(`nothing is acknowledged any more: ${facts(ledger)}`)
        await wait(50)
      }
      if (isStopped) return
      ledger.unknown.delete(email)
      ledger.acknowledged.add(email)
      progress = performance.now()
    }
  }
  return {
    ledger,
    done: Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader))).then(() => {}),
    stop: () => {
      isStopped = true
    },
  }
}

function facts({ acknowledged, unknown, failures }: Ledger): string {
  return `${acknowledged.size} acknowledged, ${unknown.size} unknown, failures ${JSON.stringify([...failures])}`
}

/** Runs the kills in between, until the readers are done. */
async function whileReading(
  portal: () => PortalProcess | undefined,
  kill: () => Promise<void>,
): Promise<{ ledger: Ledger; kills: number }> {
  let [kills, isDone] = [0, false]
  const { ledger, done, stop } = startReaders(portal, () => kills)
  const ended = done.finally(() => {
    isDone = true
  })
  const killing = (async () => {
    while (!isDone) {
      const at = ledger.acknowledged.size + random(1, BETWEEN_KILLS)
      while (!isDone && ledger.acknowledged.size < Math.min(at, ACKNOWLEDGED)) await wait(2)
      if (isDone) return
      await kill()
      kills += 1
    }
  })()
  try {
    await Promise.all([ended, killing])
  } finally {
    stop()
  }
  if (IS_LONG) process.stderr.write(`${expect.getState().currentTestName}: ${kills} kills, ${facts(ledger)}\n`)
  return { ledger, kills }
}

interface Stored {
  emails: string[]
  /** Those who have the letter that asks to confirm. */
  written: string[]
}

function expectNothingLost({ acknowledged, unknown }: Ledger, { emails, written }: Stored): void {
  const [there, letters] = [new Set(emails), new Set(written)]
  expect([...acknowledged].filter((email) => !there.has(email))).toEqual([])
  expect([...acknowledged].filter((email) => !letters.has(email))).toEqual([])
  // Nobody twice, and nobody who never came.
  expect(emails).toHaveLength(there.size)
  expect(emails.filter((email) => !acknowledged.has(email) && !unknown.has(email))).toEqual([])
}

const WRITTEN = 'SELECT email FROM TABLES.subscribers WHERE id IN (SELECT subscriber_id FROM TABLES.letters)'

// Side by side: after each kill all of them wait for a start.
test.concurrent(
  `SUB-1: ${ACKNOWLEDGED} acknowledged subscriptions, and the portal killed at random: none is lost from the file`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kills-'))
    const file = join(folder, 'subscribers.sqlite')
    const { ledger, kills } = await withKilledPortal({ SUBSCRIBERS_FILE: file })
    expect(existsSync(file)).toBe(true)
    const db = new DatabaseSync(file)
    const emailsOf = (sql: string): string[] =>
      db
        .prepare(sql)
        .all()
        .map(({ email }) => String(email))
    const stored = {
      emails: emailsOf('SELECT email FROM subscribers NOT INDEXED'),
      written: emailsOf(WRITTEN.replaceAll('TABLES', 'main')),
    }
    expect(db.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok')
    db.close()
    await rm(folder, { recursive: true, force: true })
    expect(kills).toBeGreaterThanOrEqual(MIN_KILLS)
    expectNothingLost(ledger, stored)
  },
  TEST_LIMIT_MS,
)

/** A portal that is killed at random, and started again on the same port. */
async function withKilledPortal(variables: Record<string, string>): Promise<{ ledger: Ledger; kills: number }> {
  const settings = { ...variables, PORT: String(await freePort()) }
  let portal: PortalProcess | undefined = await startProcess(settings)
  await portal.ready()
  try {
    return await whileReading(
      () => portal,
      async () => {
        await portal?.stop()
        portal = undefined
        portal = await startProcess(settings)
        await portal.ready()
      },
    )
  } finally {
    await portal?.stop()
  }
}

const programs = postgresPrograms()
const withPostgres = programs === undefined ? test.skip : test.concurrent

/** A PostgreSQL of a test's own. */
async function atPostgres(
  run: (server: PostgresServer, stored: () => Promise<Stored>) => Promise<void>,
): Promise<void> {
  const server = await startPostgres(programs ?? '')
  const stored = async (): Promise<Stored> => {
    const emailsOf = async (sql: string): Promise<string[]> => (await server.sql(sql)).map(({ email }) => String(email))
    return {
      emails: await emailsOf('SELECT email FROM szpalta.subscribers'),
      written: await emailsOf(WRITTEN.replaceAll('TABLES', 'szpalta')),
    }
  }
  try {
    await run(server, stored)
  } finally {
    await server.close()
  }
}

withPostgres(
  `PostgreSQL SUB-16: ${ACKNOWLEDGED} acknowledged subscriptions, and the portal killed at random: none is lost`,
  () =>
    atPostgres(async (server, stored) => {
      const { ledger, kills } = await withKilledPortal({ DATABASE_URL: server.url })
      expect(kills).toBeGreaterThanOrEqual(MIN_KILLS)
      expectNothingLost(ledger, await stored())
    }),
  TEST_LIMIT_MS,
)

withPostgres(
  `PostgreSQL SUB-16: ${ACKNOWLEDGED} acknowledged subscriptions, and the server or one of its processes killed at random: none is lost`,
  () =>
    atPostgres(async (server, stored) => {
      const portal = await startProcess({ DATABASE_URL: server.url })
      await portal.ready()
      try {
        const { ledger, kills } = await whileReading(
          () => portal,
          async () => {
            if (Math.random() < 0.3) await server.killBackend()
            else await server.kill()
            await wait(random(0, 1000))
            await server.start()
          },
        )
        expect(kills).toBeGreaterThanOrEqual(MIN_KILLS)
        expectNothingLost(ledger, await stored())
        // Not one of the failures names a reader or the password.
        expect(portal.output + portal.complaints).not.toMatch(/poczta|tajne-haslo/)
      } finally {
        await portal.stop()
      }
    }),
  TEST_LIMIT_MS,
)

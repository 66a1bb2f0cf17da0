/** The stage of `bench:subscription-times`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../test/support/figures.ts'
import { fillFile, fillSql, startMailServer } from '../test/support/newsletter-run.ts'
import { postgresPrograms, startPostgres } from '../test/support/postgres-server.ts'
import { type PortalProcess, startProcess } from '../test/support/process.ts'

const SERVICE = 'akademia'
const CONFIRMED = 'potwierdzona@czytelnicy.example'
const WAITING = 'czeka@czytelnicy.example'
const WARMED = 20
/** Until the letter of the one before has gone out, so that no response waits for another one's. Milliseconds. */
const PAUSE = 80

type Row = Record<string, string | number>

/** @param delay of a commit, in milliseconds; `library`: slows down the disk of the portal's own file by as much */
export async function measure(
  requests: number,
  { delay, library }: { delay: number; library?: string },
): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'subscription-times-'))
  const mails = await startMailServer()
  const common = {
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Akademia <newsletter@akademia.example>',
    SERVICE_URL_AKADEMIA: 'https://akademia.example',
    // No limit stands in the way of what is measured.
    MAIL_HOURLY_LIMIT: '1000000',
  }
  const rows: Row[] = []
  try {
    const file = join(folder, 'subscribers.sqlite')
    await fillFile(file, SERVICE, [CONFIRMED])
    const slow: Record<string, string> =
      library === undefined ? {} : { LD_PRELOAD: library, SLOW_DISK_US: String(delay * 1000) }
    rows.push(...(await timesOf('SQLite', { ...common, ...slow, SUBSCRIBERS_FILE: file }, requests)))
    const programs = postgresPrograms()
    if (programs === undefined) return rows
    const settings = ['synchronous_commit=on', `commit_delay=${delay * 1000}`, 'commit_siblings=0']
    const postgres = await startPostgres(programs, { settings })
    try {
      const variables = { ...common, DATABASE_URL: postgres.url }
      const first = await startProcess(variables)
      await first.ready()
      await post(first, WAITING, 0, new Agent())
      await first.stop()
      await postgres.sql(fillSql(SERVICE, [CONFIRMED]))
      rows.push(...(await timesOf('PostgreSQL', variables, requests)))
    } finally {
      await postgres.close()
    }
    return rows
  } finally {
    await mails.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** In turn, so that whatever else the machine does counts for all. */
async function timesOf(store: string, variables: Record<string, string>, requests: number): Promise<Row[]> {
  const portal = await startProcess(variables)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await portal.ready()
    const addresses = {
      confirmed: () => CONFIRMED,
      waiting: () => WAITING,
      unknown: (n: number) => `nowa-${n}@czytelnicy.example`,
    }
    const kinds = Object.keys(addresses) as Array<keyof typeof addresses>
    const times: Record<keyof typeof addresses, number[]> = { confirmed: [], waiting: [], unknown: [] }
    for (let n = -WARMED; n < requests; n += 1) {
      // Another order each time.
      for (const kind of kinds.map((_, index) => kinds[(index + n + WARMED) % kinds.length])) {
        if (kind === undefined) continue
        const took = await post(portal, addresses[kind](n + WARMED), n + WARMED, agent)
        if (n >= 0) times[kind].push(took)
        await wait(PAUSE)
      }
    }
    const medians = kinds.map((kind) => percentile(times[kind], 0.5))
    return [
      ...kinds.map((kind, index) => ({ what: `${store}: ${kind}, median`, value: ms(medians[index] ?? 0) })),
      { what: `${store}: medians apart`, value: ms(Math.max(...medians) - Math.min(...medians)) },
    ]
  } finally {
    agent.destroy()
    await portal.stop()
  }
}

/** @returns milliseconds */
async function post(portal: PortalProcess, email: string, n: number, agent: Agent): Promise<number> {
  const { status, ms, text } = await portal.ask('/api/sare/', {
    method: 'POST',
    agent,
    // Each client may post some times a minute.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${n >> 8}.${n & 255}.${email.length}` },
    body: JSON.stringify({ email, consent: true }),
  })
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return ms
}

const ms = (value: number): string => `${value.toFixed(2)} ms`

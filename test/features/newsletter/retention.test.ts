import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { exportedSubscribers } from '../../../src/features/newsletter/store/export.ts'
import { startProcess } from '../../support/process.ts'
import { openSubscribers, type TestSubscribers } from '../../support/subscribers.ts'
import { until } from '../../support/until.ts'

/** SUB-14: unconfirmed addresses are stored no longer than announced, and none is deleted before that. */

const DAY = 86_400_000
const START = Date.parse('2026-03-03T12:00:00Z')
const OLA = 'ola@poczta.example'
const JAN = 'jan@poczta.example'

let folder: string
let file: string
let now: Date
let database: TestSubscribers

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'retention-'))
  file = join(folder, 'subscribers.sqlite')
  now = new Date(START)
  database = openSubscribers(file, () => now)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const setDay = (day: number): void => {
  now = new Date(START + day * DAY)
}
const emails = async (): Promise<string[]> => (await database.all()).map(({ email }) => email)
const tokenOf = async (email: string) => (await database.all()).find((row) => row.email === email)?.token ?? ''
const subscribe = async (email: string) => (await database.subscribe(email, 'post')).outcome
const exported = async () =>
  (await exportedSubscribers({ file }, { at: now.toISOString(), notify: () => {} })).map(({ email }) => email)

/**
 * Runs the check once on each of the days.
 * @returns the number of deletions on each day that had any
 */
async function lookFrom(first: number, last: number): Promise<Record<number, number>> {
  const deleted: Record<number, number> = {}
  for (let day = first; day <= last; day++) {
    setDay(day)
    const { deleted: count } = await database.forget()
    if (count > 0) deleted[day] = count
  }
  return deleted
}

test('SUB-14: an unconfirmed address is deleted after thirty days, and can subscribe again; confirmed ones stay', async () => {
  await subscribe(OLA)
  await subscribe(JAN)
  await database.confirm(await tokenOf(JAN))
  const token = await tokenOf(OLA)
  expect(await lookFrom(1, 40)).toEqual({ 30: 1 })
  expect([await emails(), await database.tokenState(token)]).toEqual([[JAN], 'unknown'])
  const bytes = (await readFile(file, 'latin1')) + (await readFile(`${file}-wal`, 'latin1'))
  expect(bytes.includes(OLA)).toBe(false)
  expect([await subscribe(OLA), await subscribe(JAN)]).toEqual(['added', 'known'])
  expect(await database.confirm(await tokenOf(OLA))).toBe('confirmed')
})

test('SUB-14: a link that was sent is valid to its end; after thirty days no other is sent', async () => {
  await subscribe(OLA)
  await lookFrom(1, 28)
  setDay(29)
  expect(await exported()).toEqual([OLA])
  expect(await lookFrom(29, 35)).toEqual({})
  const token = await tokenOf(OLA)
  expect([await exported(), await database.tokenState(token)]).toEqual([[], 'waiting'])
  expect(await lookFrom(36, 36)).toEqual({ 36: 1 })
})

test('SUB-14: subscribing again after thirty days gives thirty more, and the link that was sent stays valid', async () => {
  await subscribe(OLA)
  await lookFrom(1, 29)
  await exported()
  const token = await tokenOf(OLA)
  await lookFrom(30, 32)
  expect([await subscribe(OLA), await tokenOf(OLA)]).toEqual(['added', token])
  expect(await exported()).toEqual([OLA])
  expect(await lookFrom(33, 70)).toEqual({ 62: 1 })
})

test('SUB-1: a clock that is wrong for a while deletes nobody: a year ahead, or 1970 when the address came', async () => {
  await subscribe(OLA)
  expect(await lookFrom(365, 365)).toEqual({})
  now = new Date(0)
  await subscribe(JAN)
  expect(await lookFrom(1, 5)).toEqual({})
  expect(await emails()).toEqual([OLA, JAN])
  setDay(6)
  expect(await exported()).toEqual([OLA, JAN])
  // Its thirty days count from the moment when the clock was right.
  expect(await lookFrom(6, 40)).toEqual({ 30: 2 })
})

test('SUB-14: several checks on one day count once, so that restarts add no days', async () => {
  now = new Date(0)
  await subscribe(OLA)
  setDay(1)
  for (let look = 0; look < 40; look++) expect((await database.forget()).deleted).toBe(0)
})

test('SUB-14: at most five hundred are deleted at a time, and new subscriptions proceed in between', async () => {
  await subscribe(OLA)
  const db = new DatabaseSync(file)
  db.exec(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1199)
    INSERT INTO subscribers (email, email_key, service, created_at, token, token_expires_at, manage_token)
    SELECT i || email, i || email, service, created_at, 'token' || i, token_expires_at, 'manage' || i FROM n, subscribers`)
  db.close()
  await lookFrom(1, 29)
  setDay(30)
  const looks = [await database.forget(), await subscribe(JAN), await database.forget(), await database.forget()]
  expect(looks).toEqual([
    { deleted: 500, isDone: false, unsent: 700 },
    'added',
    { deleted: 500, isDone: false, unsent: 0 },
    { deleted: 200, isDone: true, unsent: 0 },
  ])
  expect(await emails()).toEqual([JAN])
})

test('SUB-14: those who were never sent a link are counted in the week before, once a day', async () => {
  await subscribe(OLA)
  await subscribe(JAN)
  await lookFrom(1, 22)
  setDay(23)
  expect([(await database.forget()).unsent, (await database.forget()).unsent]).toEqual([2, 0])
  setDay(24)
  await exported()
  expect((await database.forget()).unsent).toBe(0)
})

test('SUB-14: the built portal checks after its start and once a day, and logs only the number', async () => {
  const portal = await startProcess({ SUBSCRIBERS_FILE: file }, { clock: true, preload: 'short-days.mjs' })
  try {
    await portal.ready()
    expect(existsSync(file)).toBe(false)
    const post = (email: string) =>
      portal.ask('/api/sare/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, consent: true }),
      })
    expect([(await post(OLA)).status, (await post(JAN)).status]).toEqual([200, 200])
    await portal.ask(`/newsletter/potwierdz/${await tokenOf(JAN)}`, { method: 'POST' })
    const reader = new DatabaseSync(file)
    const looks = reader.prepare('SELECT count(*) AS days, max(rowid) AS last FROM looks')
    for (let day = 1; day <= 31; day++) {
      const before = Number(looks.get()?.last ?? 0)
      if (day < 30) expect(await emails()).toEqual([OLA, JAN])
      await portal.moveClock({ pass: DAY })
      await until(
        () => Number(looks.get()?.last ?? 0),
        (last) => last > before,
      )
    }
    reader.close()
    await until(
      () => portal.lines().filter(({ kind }) => kind === 'forgotten'),
      (lines) => lines.length > 0,
    )
    expect(await emails()).toEqual([JAN])
    // Days in such quick succession give equal lines, which the log counts in one without their fields.
    const reports = portal.lines().filter((line) => String(line.msg).startsWith('subscribers:') && 'count' in line)
    const kinds = reports.map(({ kind, level, count }) => `${kind} ${level} ${count}`)
    expect([...new Set(kinds)]).toEqual(['unsent 40 1', 'forgotten 30 1'])
    expect(portal.output + portal.complaints).not.toMatch(/poczta/i)
  } finally {
    await portal.stop()
  }
})

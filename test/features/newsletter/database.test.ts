import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readlink, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { SubscribersError } from '../../../src/features/newsletter/subscribers.ts'
import { ROOT } from '../../support/root.ts'
import { openSubscribers, type TestSubscribers } from '../../support/subscribers.ts'

/** The outcome of a subscription. */
const outcome = async (response: ReturnType<TestSubscribers['subscribe']>) => (await response).outcome

const NOON = new Date('2026-03-03T12:00:00Z')
const WEEK_MS = 7 * 86_400_000

let folder: string
let file: string
let now: Date
let database: TestSubscribers

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'subscribers-'))
  file = join(folder, 'below', 'subscribers.sqlite')
  now = NOON
  database = openSubscribers(file, () => now)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const tokenOf = async (email: string): Promise<string> =>
  (await database.all()).find((subscriber) => subscriber.email === email)?.token ?? ''

test('a new address is added and pending; the same one again is known, in any spelling', async () => {
  expect(await outcome(database.subscribe('Ola@Poczta.example', 'akademia'))).toBe('added')
  expect(await outcome(database.subscribe('ola@poczta.EXAMPLE', 'akademia'))).toBe('known')
  expect(await outcome(database.subscribe('ola@poczta.example', 'post'))).toBe('added')
  expect(await database.all()).toMatchObject([
    { email: 'Ola@Poczta.example', service: 'akademia', group: 1, status: 'pending', createdAt: NOON.toISOString() },
    { email: 'ola@poczta.example', service: 'post' },
  ])
})

test('a token confirms its address permanently; any other one confirms nothing', async () => {
  await database.subscribe('ola@poczta.example', 'akademia')
  await database.subscribe('jan@poczta.example', 'akademia')
  const token = await tokenOf('ola@poczta.example')
  expect(token).toMatch(/^[\w-]{22}$/)
  expect([await database.tokenState(token), await database.tokenState('A'.repeat(22))]).toEqual(['waiting', 'unknown'])
  expect(await database.confirm('A'.repeat(22))).toBe('unknown')
  expect(await database.confirm("' OR 1=1 --")).toBe('unknown')
  expect(await database.all('confirmed')).toEqual([])
  expect([await database.confirm(token), await database.confirm(token)]).toEqual(['confirmed', 'confirmed'])
  expect(await database.all('confirmed')).toMatchObject([
    { email: 'ola@poczta.example', confirmedAt: NOON.toISOString() },
  ])
  expect(await database.all('pending')).toMatchObject([{ email: 'jan@poczta.example', confirmedAt: undefined }])
})

test('SUB-8: a token confirms for seven days; a later subscription gets a new one', async () => {
  await database.subscribe('ola@poczta.example', 'akademia')
  const token = await tokenOf('ola@poczta.example')
  now = new Date(NOON.getTime() + WEEK_MS - 1)
  expect(await database.tokenState(token)).toBe('waiting')
  // While the token is valid, subscribing the same address again does not change it.
  expect(await outcome(database.subscribe('ola@poczta.example', 'akademia'))).toBe('known')
  now = new Date(NOON.getTime() + WEEK_MS)
  expect([await database.tokenState(token), await database.confirm(token)]).toEqual(['expired', 'expired'])
  expect(await database.all('confirmed')).toEqual([])
  expect(await outcome(database.subscribe('OLA@poczta.example', 'akademia'))).toBe('added')
  const next = await tokenOf('ola@poczta.example')
  expect([next === token, await database.tokenState(token), await database.confirm(next)]).toEqual([
    false,
    'unknown',
    'confirmed',
  ])
  now = new Date(NOON.getTime() + 3 * WEEK_MS)
  expect([await database.tokenState(next), await database.confirm(next)]).toEqual(['confirmed', 'confirmed'])
  expect(await outcome(database.subscribe('ola@poczta.example', 'akademia'))).toBe('known')
})

test('twenty parallel posts of one address are one subscriber', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => database.subscribe('ola@poczta.example', 'post')))
  expect(outcomes.filter((response) => response.outcome === 'added')).toHaveLength(1)
  expect(await database.all()).toHaveLength(1)
})

test('subscribers outlive the process', async () => {
  await database.subscribe('ola@poczta.example', 'post')
  await database.close()
  const again = openSubscribers(file, () => now)
  expect(await outcome(again.subscribe('ola@poczta.example', 'post'))).toBe('known')
  await again.close()
})

test('SUB-1: writes go to SQLite’s write-ahead log, and to the disk before they are acknowledged', async () => {
  await database.subscribe('ola@poczta.example', 'post')
  expect(await readdir(join(folder, 'below'))).toEqual(
    expect.arrayContaining(['subscribers.sqlite', 'subscribers.sqlite-wal', 'subscribers.sqlite-shm']),
  )
  const other = new DatabaseSync(file)
  expect(other.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  other.close()
})

test('SUB-7: the file, and the files next to it, are for its owner only', async () => {
  await database.subscribe('ola@poczta.example', 'post')
  for (const part of ['', '-wal', '-shm']) expect((await stat(file + part)).mode & 0o777).toBe(0o600)
})

test('many parallel first calls open the file once', async () => {
  const own = openSubscribers(file)
  await Promise.all(Array.from({ length: 8 }, (_, n) => own.subscribe(`ola${n}@poczta.example`, 'post')))
  const handles = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  expect(handles.filter((target) => target === file)).toHaveLength(1)
  await own.close()
})

test('SUB-3: a short lock is waited for, and reads continue; too long a wait is a failure', async () => {
  await database.subscribe('ola@poczta.example', 'post')
  const token = await tokenOf('ola@poczta.example')
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  const startedAt = performance.now()
  const waiting = database.subscribe('jan@poczta.example', 'post')
  // Reads continue.
  expect(await database.tokenState(token)).toBe('waiting')
  expect(performance.now() - startedAt).toBeLessThan(1000)
  setTimeout(() => other.exec('COMMIT'), 1500)
  expect(await outcome(waiting)).toBe('added')
  other.exec('BEGIN IMMEDIATE')
  const error = await database.subscribe('ela@poczta.example', 'post').catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(SubscribersError)
  expect(error).toMatchObject({ reason: 'timeout' })
  other.exec('COMMIT')
  other.close()
  expect(await outcome(database.subscribe('ela@poczta.example', 'post'))).toBe('added')
})

test('a file that cannot be opened fails each call by name, and works once it can', async () => {
  await mkdir(file, { recursive: true })
  await expect(database.subscribe('ola@poczta.example', 'post')).rejects.toMatchObject({
    name: 'SubscribersError',
    reason: 'unusable',
  })
  await rm(file, { recursive: true })
  expect(await outcome(database.subscribe('ola@poczta.example', 'post'))).toBe('added')
})

test('SUB-3: a file that is moved away while in use takes no more acknowledged writes with it', async () => {
  await database.subscribe('ola@poczta.example', 'post')
  await rename(file, `${file}.moved`)
  await rename(`${file}-wal`, `${file}.moved-wal`)
  expect(await outcome(database.subscribe('jan@poczta.example', 'post'))).toBe('added')
  expect(await database.all()).toMatchObject([{ email: 'jan@poczta.example' }])
  expect(database.notices).toEqual([{ kind: 'replaced', file }])
})

test('a thread that ends takes its calls with it, and the next call has another one', async () => {
  const lost = openSubscribers(file)
  const answered = lost.subscribe('ola@poczta.example', 'post')
  await lost.close()
  expect(await outcome(answered)).toBe('added')
  expect(await outcome(lost.subscribe('ola@poczta.example', 'post'))).toBe('known')
  await lost.close()
})

test('SUB-10: a token lookup is an index search', async () => {
  await database.subscribe('ola@poczta.example', 'post')
  const reader = new DatabaseSync(file)
  const plan = reader.prepare('EXPLAIN QUERY PLAN SELECT status FROM subscribers WHERE token = ?').all('x')
  expect(String(plan[0]?.detail)).toContain('USING INDEX')
  reader.close()
})

describe('the export', () => {
  test('runs while the portal does: a table of the selected subscribers, formulas made harmless', async () => {
    for (const email of ['ola@poczta.example', '=cmd@poczta.example', '+"x"@poczta.example']) {
      await database.subscribe(email, 'akademia')
    }
    await database.confirm(await tokenOf('ola@poczta.example'))
    const { code, output } = await exported('--status', 'pending')
    expect(code).toBe(0)
    const [header, ...rows] = output.split('\r\n')
    expect(header).toBe(
      '"email","service","group","status","created_at","confirmed_at","confirm_url","confirm_until","proof"',
    )
    const start = `"akademia","1","pending","${NOON.toISOString()}","","https://krypto.example/newsletter/potwierdz/`
    expect(rows[0]?.startsWith(`"'=cmd@poczta.example",${start}`)).toBe(true)
    expect(rows[1]?.startsWith(`"'+""x""@poczta.example",${start}`)).toBe(true)
    expect(rows.slice(2)).toEqual([''])
    expect((await exported()).output.split('\r\n')).toHaveLength(5)
    expect((await exported('--status', 'inne')).code).toBe(2)
  })

  test('SUB-9: every address in the export confirms for seven days from then, including expired ones', async () => {
    await database.subscribe('ola@poczta.example', 'akademia')
    const ended = await tokenOf('ola@poczta.example')
    now = new Date()
    expect(await database.tokenState(ended)).toBe('expired')
    const { output } = await exported('--status', 'pending')
    const token = /potwierdz\/([\w-]{22})"/.exec(output)?.[1] ?? ''
    expect(token).not.toBe(ended)
    expect(Date.parse(/"([^"]+)","[^"]*"\r\n$/.exec(output)?.[1] ?? '') - now.getTime()).toBeGreaterThanOrEqual(WEEK_MS)
    // Again: the address keeps its token, as the mail may be under way.
    expect((await exported('--status', 'pending')).output).toContain(token)
    expect(await database.confirm(token)).toBe('confirmed')
    expect((await exported('--status', 'confirmed')).output).not.toContain('potwierdz/')
  })

  test('without a file the export is empty, and creates none', async () => {
    expect((await exported()).output.split('\r\n')).toHaveLength(2)
    expect(existsSync(file)).toBe(false)
  })
})

function exported(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/export-subscribers.js'), ...args], {
    env: { SUBSCRIBERS_FILE: file, SERVICE_URL_AKADEMIA: 'https://krypto.example' },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8')
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readlink, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sareOutcome } from '../../src/content/newsletter.ts'
import { createSubscriberDatabase, type SubscriberDatabase } from '../../src/newsletter/database.ts'
import { SubscribersError } from '../../src/newsletter/subscribers.ts'
import { ROOT } from '../support/portal.ts'

/** What came of a subscription. */
const outcome = async (answer: ReturnType<SubscriberDatabase['subscribe']>) => sareOutcome(await answer)

const NOON = new Date('2026-03-03T12:00:00Z')

let folder: string
let file: string
let database: SubscriberDatabase

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'subscribers-'))
  file = join(folder, 'below', 'subscribers.sqlite')
  database = createSubscriberDatabase(file, () => NOON)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('a new address is added and waits; the same one again is known, however it is written', async () => {
  expect(await outcome(database.subscribe('Ola@Poczta.example', 'akademia'))).toBe('added')
  expect(await outcome(database.subscribe('ola@poczta.EXAMPLE', 'akademia'))).toBe('known')
  expect(await outcome(database.subscribe('ola@poczta.example', 'post'))).toBe('added')
  expect(await database.all()).toMatchObject([
    { email: 'Ola@Poczta.example', service: 'akademia', group: 1, status: 'pending', createdAt: NOON.toISOString() },
    { email: 'ola@poczta.example', service: 'post' },
  ])
})

test('a token confirms its address once and for all; another one confirms nothing', async () => {
  await database.subscribe('ola@poczta.example', 'akademia')
  await database.subscribe('jan@poczta.example', 'akademia')
  const [ola] = await database.all()
  const token = ola?.token ?? ''
  expect(token).toMatch(/^[\w-]{22}$/)
  expect([await database.isKnown(token), await database.isKnown('A'.repeat(22))]).toEqual([true, false])
  expect(await database.confirm('A'.repeat(22))).toBe(false)
  expect(await database.confirm("' OR 1=1 --")).toBe(false)
  expect(await database.all('confirmed')).toEqual([])
  expect([await database.confirm(token), await database.confirm(token)]).toEqual([true, true])
  expect(await database.all('confirmed')).toMatchObject([
    { email: 'ola@poczta.example', confirmedAt: NOON.toISOString() },
  ])
  expect(await database.all('pending')).toMatchObject([{ email: 'jan@poczta.example', confirmedAt: undefined }])
})

test('twenty posts of one address at once are one subscriber', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => database.subscribe('ola@poczta.example', 'post')))
  expect(outcomes.filter((answer) => sareOutcome(answer) === 'added')).toHaveLength(1)
  expect(await database.all()).toHaveLength(1)
})

test('subscribers outlive the process', async () => {
  await database.subscribe('ola@poczta.example', 'post')
  await database.close()
  const again = createSubscriberDatabase(file)
  expect(await outcome(again.subscribe('ola@poczta.example', 'post'))).toBe('known')
  await again.close()
})

test('many first calls at a time open the file once', async () => {
  const own = createSubscriberDatabase(file)
  await Promise.all(Array.from({ length: 8 }, (_, n) => own.subscribe(`ola${n}@poczta.example`, 'post')))
  const handles = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  expect(handles.filter((target) => target === file)).toHaveLength(1)
  await own.close()
})

test('two processes share the file', async () => {
  const other = createSubscriberDatabase(file)
  const names = Array.from({ length: 30 }, (_, n) => `czytelnik${n}@poczta.example`)
  await Promise.all(names.map((name, n) => (n % 2 ? database : other).subscribe(name, 'post')))
  expect(await other.all()).toHaveLength(30)
  await other.close()
})

test('the lock of a process that was killed does not lock everybody out', async () => {
  await database.subscribe('ola@poczta.example', 'post')
  await mkdir(`${file}.lock`)
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(`${file}.lock`, longAgo, longAgo)
  expect(await outcome(database.subscribe('jan@poczta.example', 'post'))).toBe('added')
})

test('a lock that somebody holds is waited for, and then it is a failure, not a hang', async () => {
  await database.subscribe('ola@poczta.example', 'post')
  await mkdir(`${file}.lock`)
  await expect(database.subscribe('jan@poczta.example', 'post')).rejects.toThrow(SubscribersError)
  await rm(`${file}.lock`, { recursive: true })
  expect(await outcome(database.subscribe('jan@poczta.example', 'post'))).toBe('added')
})

test('a file that cannot be opened fails each call by name, and works once it can', async () => {
  await mkdir(file, { recursive: true })
  await expect(database.subscribe('ola@poczta.example', 'post')).rejects.toMatchObject({
    name: 'SubscribersError',
    reason: 'unusable',
  })
  await rm(file, { recursive: true })
  expect(await outcome(database.subscribe('ola@poczta.example', 'post'))).toBe('added')
  await chmod(folder, 0o755)
})

test('the export runs beside the portal: a table of what was asked for, formulas made harmless', async () => {
  for (const email of ['ola@poczta.example', '=cmd@poczta.example', '+"x"@poczta.example']) {
    await database.subscribe(email, 'akademia')
  }
  const [first] = await database.all()
  await database.confirm(first?.token ?? '')
  const { code, output } = await exported('--status', 'pending')
  expect(code).toBe(0)
  const [header, ...rows] = output.split('\r\n')
  expect(header).toBe('"email","service","group","status","created_at","confirmed_at","confirm_url"')
  const start = `"akademia","1","pending","${NOON.toISOString()}","","https://krypto.example/newsletter/potwierdz/`
  expect(rows[0]?.startsWith(`"'=cmd@poczta.example",${start}`)).toBe(true)
  expect(rows[1]?.startsWith(`"'+""x""@poczta.example",${start}`)).toBe(true)
  expect(rows.slice(2)).toEqual([''])
  expect((await exported()).output.split('\r\n')).toHaveLength(5)
  expect((await exported('--status', 'inne')).code).toBe(2)
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

import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { sareOutcome } from '../../src/content/newsletter.ts'
import { openSubscribers, type TestSubscribers } from '../support/subscribers.ts'

const PAGE = 4096
const ROWS = 400
const MADE = '2026-02-20T08:00:00.000Z'
const NOW = new Date('2026-03-03T12:00:00Z')
/** The tables of releases before the current file version. */
const OLD_TABLE = `CREATE TABLE subscribers (
  id INTEGER PRIMARY KEY, email TEXT NOT NULL, email_key TEXT NOT NULL, service TEXT NOT NULL,
  group_id INTEGER NOT NULL DEFAULT 1,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed')),
  created_at TEXT NOT NULL, confirmed_at TEXT, token TEXT NOT NULL UNIQUE, UNIQUE (service, email_key)) STRICT`

let folder: string
let file: string
let database: TestSubscribers

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'subscribers-'))
  file = join(folder, 'subscribers.sqlite')
  database = openSubscribers(file, () => NOW)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const emailOf = (row: number): string => `czytelnik-${row}@poczta.example`
const tokenOf = (row: number): string => `token-${row}`.padEnd(22, 'x')

/** A file of an earlier release. */
function makeOldFile(rows = ROWS): void {
  run(file, `PRAGMA journal_mode = DELETE; ${OLD_TABLE}; ${insertion(0, rows)}`)
}

function insertion(from: number, to: number): string {
  return `INSERT INTO subscribers (email, email_key, service, created_at, token, status)
    WITH RECURSIVE n (i) AS (VALUES (${from}) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})
    SELECT 'czytelnik-' || i || '@poczta.example', 'czytelnik-' || i || '@poczta.example', 'akademia', '${MADE}',
      substr('token-' || i || 'xxxxxxxxxxxxxxxxxxxxxx', 1, 22), iif(i = 0, 'confirmed', 'pending') FROM n`
}

/** Without prepared statements: the driver releases a file only once those are collected. */
function run(path: string, sql: string): void {
  const db = new DatabaseSync(path)
  db.exec(sql)
  db.close()
}

function integrityOf(path: string): unknown {
  const db = new DatabaseSync(path)
  try {
    return db.prepare('PRAGMA integrity_check').get()?.integrity_check
  } finally {
    db.close()
  }
}

async function overwrite(path: string, page: number, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'r+')
  await handle.write(bytes, 0, PAGE, page * PAGE)
  await handle.close()
}

const kinds = (): string[] => database.notices.map(({ kind }) => kind)
const brokenFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /\.broken-\d+T\d+Z$/.test(name))

describe('SUB-5: a file of an earlier release', () => {
  test('is migrated: every row is there, tokens are valid for a full term, the log is SQLite’s', async () => {
    makeOldFile()
    expect(await database.tokenState(tokenOf(1))).toBe('waiting')
    const rows = await database.all()
    expect(rows).toHaveLength(ROWS)
    expect(rows[0]).toMatchObject({ email: emailOf(0), status: 'confirmed', createdAt: MADE })
    expect(new Set(rows.map((row) => row.tokenExpiresAt))).toEqual(new Set(['2026-03-10T12:00:00.000Z']))
    expect(kinds()).toEqual(['migrated'])
    expect(integrityOf(file)).toBe('ok')
    await database.close()
    // The header's format version: 2 means a write-ahead log.
    expect([...(await readFile(file)).subarray(18, 20)]).toEqual([2, 2])
  })

  test('with the journal and the lock of a crash is rolled back to what was acknowledged', async () => {
    makeOldFile()
    const db = new DatabaseSync(file)
    // More than fits into the cache, so that it is written to the file before the process ends.
    db.exec(`PRAGMA cache_size = 5; BEGIN; UPDATE subscribers SET email = 'nikt@poczta.example', token = 'nic' || id`)
    for (const part of ['', '-journal']) await copyFile(`${file}${part}`, `${file}.crashed${part}`)
    db.exec('ROLLBACK')
    db.close()
    for (const part of ['', '-journal']) await copyFile(`${file}.crashed${part}`, `${file}${part}`)
    expect((await readFile(file)).includes('nikt@poczta.example')).toBe(true)
    await mkdir(`${file}.lock`)
    const startedAt = performance.now()
    expect(sareOutcome(await database.subscribe(emailOf(ROWS), 'akademia'))).toBe('added')
    // The lock could have been that of a running process.
    expect(performance.now() - startedAt).toBeGreaterThan(5000)
    const rows = await database.all()
    expect(rows.map(({ email }) => email)).toEqual(Array.from({ length: ROWS + 1 }, (_, row) => emailOf(row)))
    expect(integrityOf(file)).toBe('ok')
    expect(existsSync(`${file}.lock`)).toBe(false)
  })

  test('with indices that differ from the rows has them rebuilt from the rows', async () => {
    makeOldFile(10)
    // With so few rows each index is one page, and the last page is the second index (of services and addresses).
    const before = await readFile(file)
    run(file, insertion(10, 11))
    await overwrite(file, 3, before.subarray(3 * PAGE, 4 * PAGE))
    expect(integrityOf(file)).toMatch(/missing from index|wrong # of entries/)
    expect(sareOutcome(await database.subscribe(emailOf(10), 'akademia'))).toBe('known')
    expect(kinds()).toEqual(['reindexed', 'migrated'])
    expect(await database.all()).toHaveLength(11)
    expect(integrityOf(file)).toBe('ok')
  })

  test('is migrated once by the parallel first calls of four processes', async () => {
    makeOldFile()
    const others = Array.from({ length: 4 }, () => openSubscribers(file, () => NOW))
    await Promise.all(others.map((other, n) => other.subscribe(`nowy-${n}@poczta.example`, 'post')))
    expect(await database.all()).toHaveLength(ROWS + 4)
    await Promise.all(others.map((other) => other.close()))
  })
})

describe('SUB-6: a broken file', () => {
  test('is kept under another name, its readable rows are copied, and the operator is notified', async () => {
    await database.subscribe('ola@poczta.example', 'akademia')
    await database.close()
    run(file, `${insertion(0, ROWS)}; PRAGMA wal_checkpoint(TRUNCATE)`)
    await overwrite(file, Math.floor((await stat(file)).size / PAGE / 2), Buffer.alloc(PAGE, 0x5a))
    const again = openSubscribers(file, () => NOW)
    expect(sareOutcome(await again.subscribe('jan@poczta.example', 'akademia'))).toBe('added')
    expect(again.notices.map(({ kind }) => kind)).toEqual(['set-aside', 'salvaged'])
    const [kept = ''] = await brokenFiles()
    expect(again.notices[0]).toMatchObject({ file, keptAs: join(folder, kept) })
    const rows = await again.all()
    // All except those on the lost page, if it held rows.
    expect(rows.length).toBeGreaterThan(ROWS * 0.8)
    expect(rows.map(({ email }) => email)).toEqual(
      expect.arrayContaining([emailOf(0), emailOf(ROWS - 1), 'ola@poczta.example']),
    )
    expect(rows.find(({ email }) => email === emailOf(0))?.status).toBe('confirmed')
    expect(integrityOf(file)).toBe('ok')
    await again.close()
    // Once: another start copies nothing again.
    const third = openSubscribers(file, () => NOW)
    await third.subscribe('ela@poczta.example', 'akademia')
    expect(third.notices).toEqual([])
    await third.close()
  })

  test('that is not a database is kept unchanged, and new subscribers are stored', async () => {
    await writeFile(file, 'to nie jest baza danych '.repeat(1000))
    expect(sareOutcome(await database.subscribe('jan@poczta.example', 'akademia'))).toBe('added')
    expect(kinds()).toEqual(['set-aside', 'salvaged'])
    const [kept = ''] = await brokenFiles()
    expect((await stat(join(folder, kept))).size).toBe(24_000)
    expect(await database.all()).toHaveLength(1)
  })

  test('that several processes detect at once is set aside once', async () => {
    await writeFile(file, 'to nie jest baza danych '.repeat(1000))
    const others = Array.from({ length: 4 }, () => openSubscribers(file, () => NOW))
    await Promise.all(others.map((other, n) => other.subscribe(`nowy-${n}@poczta.example`, 'post')))
    expect(await brokenFiles()).toHaveLength(1)
    expect(others.flatMap(({ notices }) => notices).filter(({ kind }) => kind === 'set-aside')).toHaveLength(1)
    expect(await database.all()).toHaveLength(4)
    await Promise.all(others.map((other) => other.close()))
  })

  test('that breaks while in use is detected by the next call', async () => {
    await database.subscribe('ola@poczta.example', 'akademia')
    await database.close()
    const used = openSubscribers(file, () => NOW)
    await used.subscribe('jan@poczta.example', 'akademia')
    await writeFile(file, Buffer.alloc(3 * PAGE, 0x5a))
    await rm(`${file}-wal`)
    expect(sareOutcome(await used.subscribe('ela@poczta.example', 'akademia'))).toBe('added')
    expect((await used.all()).map(({ email }) => email)).toContain('ela@poczta.example')
    await used.close()
  })

  test('whose log remains without it has that kept as well', async () => {
    await writeFile(`${file}-wal`, Buffer.alloc(PAGE))
    expect(sareOutcome(await database.subscribe('jan@poczta.example', 'akademia'))).toBe('added')
    expect(kinds()[0]).toBe('set-aside')
    expect(
      (await readdir(folder)).some((name) => name.startsWith(`${basename(file)}.broken-`) && name.endsWith('-wal')),
    ).toBe(true)
  })
})

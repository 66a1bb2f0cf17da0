import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { openSubscribers, type TestSubscribers } from '../support/subscribers.ts'

const PAGE = 4096
const ROWS = 400
const MADE = '2026-01-01T08:00:00.000Z'
const NOW = new Date('2026-03-03T12:00:00Z')
/** The tables that releases before this file's version made. */
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

/** A file as an earlier release left it, still open. */
function oldFile(rows = ROWS): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = DELETE; ${OLD_TABLE}`)
  insert(db, 0, rows)
  return db
}

function insert(db: DatabaseSync, from: number, to: number): void {
  const add = db.prepare(
    `INSERT INTO subscribers (email, email_key, service, created_at, token, status) VALUES (?, ?, 'akademia', ?, ?, ?)`,
  )
  db.exec('BEGIN')
  for (let row = from; row < to; row++) {
    add.run(emailOf(row), emailOf(row), MADE, tokenOf(row), row === 0 ? 'confirmed' : 'pending')
  }
  db.exec('COMMIT')
}

function integrityOf(path: string): unknown {
  const db = new DatabaseSync(path)
  try {
    return db.prepare('PRAGMA integrity_check').get()?.integrity_check
  } finally {
    db.close()
  }
}

async function overwrite(path: string, page: number): Promise<void> {
  const handle = await open(path, 'r+')
  await handle.write(Buffer.alloc(PAGE, 0x5a), 0, PAGE, page * PAGE)
  await handle.close()
}

const kinds = (): string[] => database.notices.map(({ kind }) => kind)
const brokenFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /\.broken-\d+T\d+Z$/.test(name))

describe('SUB-5: a file of an earlier release', () => {
  test('is brought to this one’s: every row is there, tokens have a whole term, the log is SQLite’s', async () => {
    oldFile().close()
    expect(await database.tokenState(tokenOf(1))).toBe('waiting')
    const rows = await database.all()
    expect(rows).toHaveLength(ROWS)
    expect(rows[0]).toMatchObject({ email: emailOf(0), status: 'confirmed', createdAt: MADE })
    expect(new Set(rows.map((row) => row.tokenExpiresAt))).toEqual(new Set(['2026-03-10T12:00:00.000Z']))
    expect(kinds()).toEqual(['migrated'])
    expect(integrityOf(file)).toBe('ok')
    await database.close()
    const db = new DatabaseSync(file)
    expect(db.prepare('PRAGMA journal_mode').get()?.journal_mode).toBe('wal')
    db.close()
  })

  test('with the journal of a crash, and the lock that was left with it, is rolled back to what was promised', async () => {
    const db = oldFile()
    // More than the cache holds, so that it is in the file already when the process ends.
    db.exec('PRAGMA cache_size = 5; BEGIN')
    db.exec(`UPDATE subscribers SET email = 'nikt@poczta.example', token = 'nic' || id`)
    await copyFile(file, `${file}.crashed`)
    await copyFile(`${file}-journal`, `${file}.crashed-journal`)
    db.close()
    for (const part of ['', '-journal']) await copyFile(`${file}.crashed${part}`, `${file}${part}`)
    await mkdir(`${file}.lock`)
    const startedAt = performance.now()
    expect(await database.subscribe(emailOf(ROWS), 'akademia')).toBe('added')
    // The lock could have been that of a process that lives.
    expect(performance.now() - startedAt).toBeGreaterThan(5000)
    const rows = await database.all()
    expect(rows.map(({ email }) => email)).toEqual(Array.from({ length: ROWS + 1 }, (_, row) => emailOf(row)))
    expect(integrityOf(file)).toBe('ok')
    expect(existsSync(`${file}.lock`)).toBe(false)
  }, 30_000)

  test('with indices that say something else than the rows has them made again from the rows', async () => {
    const db = oldFile()
    // What the old lock left behind: an entry without its row, and a row without its entry.
    db.exec(`PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ', UNIQUE (service, email_key)', '') WHERE name = 'subscribers';
      DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_subscribers_2'`)
    const page = 'SELECT rootpage FROM sqlite_schema'
    expect(db.prepare(page).all().length).toBe(2)
    db.close()
    const bare = new DatabaseSync(file)
    bare.exec(`DELETE FROM subscribers WHERE id = 7; PRAGMA writable_schema = ON`)
    bare.close()
    expect(await database.subscribe('nowa@poczta.example', 'akademia')).toMatch(/added|known/)
    expect(integrityOf(file)).toBe('ok')
  })

  test('four processes’ worth of first calls migrate it once', async () => {
    oldFile().close()
    const others = Array.from({ length: 4 }, () => openSubscribers(file, () => NOW))
    await Promise.all(others.map((other, n) => other.subscribe(`nowy-${n}@poczta.example`, 'post')))
    expect(await database.all()).toHaveLength(ROWS + 4)
    await Promise.all(others.map((other) => other.close()))
  })
})

describe('SUB-6: a broken file', () => {
  test('is kept under another name, what can be read of it is taken over, and the operator is told', async () => {
    await database.subscribe('ola@poczta.example', 'akademia')
    await database.close()
    const db = new DatabaseSync(file)
    insert(db, 0, ROWS)
    db.close()
    const pages = (await stat(file)).size / PAGE
    const [bad] = [Math.floor(pages / 2)]
    await overwrite(file, bad)
    const again = openSubscribers(file, () => NOW)
    expect(await again.subscribe('jan@poczta.example', 'akademia')).toBe('added')
    expect(again.notices.map(({ kind }) => kind)).toEqual(['set-aside', 'salvaged'])
    const [kept = ''] = await brokenFiles()
    expect(again.notices[0]).toMatchObject({ file, keptAs: join(folder, kept) })
    const rows = await again.all()
    // All but those of the page that is gone, if it was one of rows.
    expect(rows.length).toBeGreaterThan(ROWS * 0.8)
    expect(rows.map(({ email }) => email)).toEqual(
      expect.arrayContaining([emailOf(0), emailOf(ROWS - 1), 'ola@poczta.example']),
    )
    expect(rows.find(({ email }) => email === emailOf(0))?.status).toBe('confirmed')
    expect(integrityOf(file)).toBe('ok')
    await again.close()
    // Once: another start takes over nothing again.
    const third = openSubscribers(file, () => NOW)
    await third.subscribe('ela@poczta.example', 'akademia')
    expect(third.notices).toEqual([])
    await third.close()
  })

  test('that is no database at all is kept as it is, and subscribers go on being taken', async () => {
    await writeFile(file, 'to nie jest baza danych '.repeat(1000))
    expect(await database.subscribe('jan@poczta.example', 'akademia')).toBe('added')
    expect(kinds()).toEqual(['set-aside', 'salvaged'])
    const [kept = ''] = await brokenFiles()
    expect((await stat(join(folder, kept))).size).toBe(24_000)
    expect(await database.all()).toHaveLength(1)
  })

  test('that several find at once is set aside once', async () => {
    await writeFile(file, 'to nie jest baza danych '.repeat(1000))
    const others = Array.from({ length: 4 }, () => openSubscribers(file, () => NOW))
    await Promise.all(others.map((other, n) => other.subscribe(`nowy-${n}@poczta.example`, 'post')))
    expect(await brokenFiles()).toHaveLength(1)
    expect(others.flatMap(({ notices }) => notices).filter(({ kind }) => kind === 'set-aside')).toHaveLength(1)
    expect(await database.all()).toHaveLength(4)
    await Promise.all(others.map((other) => other.close()))
  })

  test('that breaks while it is used is found out by the next call', async () => {
    await database.subscribe('ola@poczta.example', 'akademia')
    await database.close()
    const used = openSubscribers(file, () => NOW)
    await used.subscribe('jan@poczta.example', 'akademia')
    await writeFile(file, Buffer.alloc(3 * PAGE, 0x5a))
    await rm(`${file}-wal`)
    expect(await used.subscribe('ela@poczta.example', 'akademia')).toBe('added')
    expect((await used.all()).map(({ email }) => email)).toContain('ela@poczta.example')
    await used.close()
  })

  test('whose log lies there without it has that kept as well', async () => {
    await writeFile(`${file}-wal`, Buffer.alloc(PAGE))
    expect(await database.subscribe('jan@poczta.example', 'akademia')).toBe('added')
    expect(kinds()[0]).toBe('set-aside')
    expect(
      (await readdir(folder)).some((name) => name.startsWith(`${basename(file)}.broken-`) && name.endsWith('-wal')),
    ).toBe(true)
  })
})

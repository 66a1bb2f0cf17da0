import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { openSubscribers, type TestSubscribers } from '../../support/subscribers.ts'

const PAGE = 4096
const ROWS = 400
const MADE = '2026-02-20T08:00:00.000Z'
const NOW = new Date('2026-03-03T12:00:00Z')
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

function insertion(from: number, to: number): string {
  return `INSERT INTO subscribers (email, email_key, service, created_at, token, manage_token, token_expires_at, status)
    WITH RECURSIVE n (i) AS (VALUES (${from}) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})
    SELECT 'czytelnik-' || i || '@poczta.example', 'czytelnik-' || i || '@poczta.example', 'akademia', '${MADE}',
      substr('token-' || i || 'xxxxxxxxxxxxxxxxxxxxxx', 1, 22), 'manage-' || i, '${MADE}', iif(i = 0, 'confirmed', 'pending') FROM n`
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

describe('SUB-6: a broken file', () => {
  test('is kept under another name as it is, and the operator is notified', async () => {
    await database.subscribe('ola@poczta.example', 'akademia')
    await database.close()
    run(file, `${insertion(0, ROWS)}; PRAGMA wal_checkpoint(TRUNCATE)`)
    await overwrite(file, Math.floor((await stat(file)).size / PAGE / 2), Buffer.alloc(PAGE, 0x5a))
    const broken = await readFile(file)
    const again = openSubscribers(file, () => NOW)
    expect((await again.subscribe('jan@poczta.example', 'akademia')).outcome).toBe('added')
    const [kept = ''] = await brokenFiles()
    expect(again.notices).toEqual([
      { kind: 'set-aside', file, keptAs: join(folder, kept), problem: expect.stringMatching(/./) },
    ])
    expect((await readFile(join(folder, kept))).equals(broken)).toBe(true)
    expect((await again.all()).map(({ email }) => email)).toEqual(['jan@poczta.example'])
    expect(integrityOf(file)).toBe('ok')
    await again.close()
    // Once: another start finds a whole file.
    const third = openSubscribers(file, () => NOW)
    await third.subscribe('ela@poczta.example', 'akademia')
    expect(third.notices).toEqual([])
    await third.close()
  })

  test('that is not a database is kept unchanged, and new subscribers are stored', async () => {
    await writeFile(file, 'to nie jest baza danych '.repeat(1000))
    expect((await database.subscribe('jan@poczta.example', 'akademia')).outcome).toBe('added')
    expect(kinds()).toEqual(['set-aside'])
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
    expect((await used.subscribe('ela@poczta.example', 'akademia')).outcome).toBe('added')
    expect((await used.all()).map(({ email }) => email)).toContain('ela@poczta.example')
    await used.close()
  })

  test('whose log remains without it has that kept as well', async () => {
    await writeFile(`${file}-wal`, Buffer.alloc(PAGE))
    expect((await database.subscribe('jan@poczta.example', 'akademia')).outcome).toBe('added')
    expect(kinds()[0]).toBe('set-aside')
    expect(
      (await readdir(folder)).some((name) => name.startsWith(`${basename(file)}.broken-`) && name.endsWith('-wal')),
    ).toBe(true)
  })
})

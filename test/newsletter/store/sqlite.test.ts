import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createSqliteStore } from '../../../src/newsletter/store/sqlite/sqlite-store.ts'
import { openSubscribers, THREAD_PROGRAM } from '../../support/subscribers.ts'
import { testIssues } from './both/issues.ts'
import type { StoreUnderTest } from './both/store-under-test.ts'
import { testSubscribers } from './both/subscribers.ts'

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'store-'))
const AT = '2026-03-03T12:00:00.000Z'
const NOW = new Date(AT)
const PAGE = 4096

describe('SUB-18 to SUB-22: a file of SQLite', () => {
  const openTwo = async (): Promise<StoreUnderTest> => {
    const folder = await newFolder()
    const file = join(folder, 'subscribers.sqlite')
    const [store, second] = [0, 1].map(() => createSqliteStore({ file, program: THREAD_PROGRAM, notify: () => {} }))
    if (!store || !second) throw new Error('two stores')
    return {
      store,
      second,
      async close() {
        await Promise.all([store.close(), second.close()])
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
  testSubscribers(openTwo)
  testIssues(openTwo)
})

describe('the file', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await newFolder()
    file = join(folder, 'subscribers.sqlite')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const run = (sql: string): void => {
    const db = new DatabaseSync(file)
    db.exec(sql)
    db.close()
  }
  const first = (sql: string): unknown => {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      return db.prepare(sql).get()?.value
    } finally {
      db.close()
    }
  }

  /** As the release before has written it: version 2. */
  const makeFileOfVersion2 = (): void =>
    run(`
      CREATE TABLE subscribers (
        id INTEGER PRIMARY KEY, email TEXT NOT NULL, email_key TEXT NOT NULL, service TEXT NOT NULL,
        group_id INTEGER NOT NULL DEFAULT 1,
        status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed')),
        created_at TEXT NOT NULL, confirmed_at TEXT, token TEXT NOT NULL UNIQUE,
        token_expires_at TEXT NOT NULL DEFAULT '1970-01-01T00:00:00.000Z', UNIQUE (service, email_key)) STRICT;
      CREATE TABLE salvaged (file TEXT PRIMARY KEY, rows INTEGER NOT NULL) STRICT;
      CREATE TABLE looks (day TEXT PRIMARY KEY, last_id INTEGER NOT NULL) STRICT;
      INSERT INTO looks VALUES ('2026-03-02', 2);
      INSERT INTO subscribers VALUES
        (1, 'Ola@poczta.example', 'ola@poczta.example', 'post', 1, 'confirmed', '2026-02-01T00:00:00.000Z',
          '2026-02-02T00:00:00.000Z', 'aaaaaaaaaaaaaaaaaaaaaa', '2026-02-08T00:00:00.000Z'),
        (2, 'jan@poczta.example', 'jan@poczta.example', 'post', 1, 'pending', '2026-02-01T00:00:00.000Z', NULL,
          'bbbbbbbbbbbbbbbbbbbbbb', '2026-03-09T00:00:00.000Z');
      PRAGMA user_version = 2`)

  test('SUB-5: a file of the release before has the tables of this one, and nobody is lost or mailed', async () => {
    makeFileOfVersion2()
    const subscribers = openSubscribers(file, () => NOW)
    const { store } = subscribers
    expect(await store.tokenState('bbbbbbbbbbbbbbbbbbbbbb', AT)).toBe('waiting')
    expect(subscribers.notices.map(({ kind }) => kind)).toEqual(['migrated'])
    const rows = await store.all()
    expect(rows.map(({ email, status, confirmedAt }) => [email, status, confirmedAt])).toEqual([
      ['Ola@poczta.example', 'confirmed', '2026-02-02T00:00:00.000Z'],
      ['jan@poczta.example', 'pending', undefined],
    ])
    for (const { manageToken } of rows) expect(manageToken).toMatch(/^[\w-]{22}$/)
    expect(await store.takeLetters(10, AT, 60)).toEqual([])
    await store.saveIssue({ id: 'i1', service: 'post', subject: 's', createdAt: AT, content: '{}', state: 'draft' })
    expect(await store.startDeliveries('i1', AT)).toBe(1)
    // An export had sent its link, as its term shows.
    expect((await store.forget(AT)).unsent).toBe(0)
    await store.suppress('ola@POCZTA.example', 'bounce', AT)
    expect(await store.deliveryCounts('i1')).toMatchObject({ withdrawn: 1 })
    await subscribers.close()
    expect(first('SELECT integrity_check AS value FROM pragma_integrity_check')).toBe('ok')
    expect(first('SELECT user_version AS value FROM pragma_user_version')).toBe(3)
    expect(first('SELECT count(*) AS value FROM looks')).toBe(2)
  })

  test('SUB-3: a row of a process of the release before, which runs on next to this one, is a subscriber like others', async () => {
    makeFileOfVersion2()
    const { store, close } = openSubscribers(file, () => NOW)
    await store.all()
    run(`INSERT INTO subscribers (email, email_key, service, status, created_at, token, token_expires_at)
         VALUES ('ela@poczta.example', 'ela@poczta.example', 'post', 'confirmed', '${AT}', 'cccccccccccccccccccccc', '${AT}')`)
    const ela = (await store.all()).find(({ email }) => email === 'ela@poczta.example')
    expect(ela?.manageToken).toMatch(/^[\w-]{22}$/)
    await store.saveIssue({ id: 'i1', service: 'post', subject: 's', createdAt: AT, content: '{}', state: 'draft' })
    expect(await store.startDeliveries('i1', AT)).toBe(2)
    expect(await store.unsubscribe(ela?.manageToken ?? '', AT)).toBe('unsubscribed')
    await close()
  })

  test('SUB-6: of a broken file letters, issues, deliveries, suppressions and leavers are taken over too', async () => {
    const before = openSubscribers(file, () => NOW)
    const { store } = before
    for (let n = 0; n < 300; n++) await store.subscribe(`n${n}@poczta.example`, 'post', AT)
    for (const { token } of (await store.all()).slice(0, 100)) await store.confirm(token, AT)
    await store.suppress('n99@poczta.example', 'complaint', AT)
    await store.saveIssue({ id: 'i1', service: 'post', subject: 's', createdAt: AT, content: '{}', state: 'sending' })
    expect(await store.startDeliveries('i1', AT)).toBe(99)
    const [sent] = await store.takeDeliveries('i1', 1, AT, 60)
    await store.handOver(sent?.id ?? 0, AT)
    await store.unsubscribe(sent?.manageToken ?? '', AT)
    await before.close()
    // Every row stays readable: the page that breaks is one of an index.
    run('PRAGMA wal_checkpoint(TRUNCATE)')
    await breakPage(Number(first(`SELECT rootpage AS value FROM sqlite_schema WHERE name = 'subscribers_email_key'`)))
    const after = openSubscribers(file, () => NOW)
    expect(await after.store.isSuppressed('N99@poczta.example')).toBe(true)
    expect(after.notices.map(({ kind }) => kind)).toEqual(['set-aside', 'salvaged'])
    expect(after.notices[1]).toMatchObject({ rows: 299 })
    expect(after.notices[1]).not.toHaveProperty('problem')
    expect(await after.store.deliveryCounts('i1')).toMatchObject({ waiting: 98, 'handed-over': 1 })
    expect(await after.store.startDeliveries('i1', AT)).toBe(99)
    const taken = await after.store.takeDeliveries('i1', 200, AT, 60)
    const rows = await after.store.all('confirmed')
    for (const { email, manageToken } of taken) {
      expect(rows.find((row) => row.email === email)?.manageToken).toBe(manageToken)
    }
    expect([taken.length, (await after.store.takeLetters(500, AT, 60)).length]).toEqual([98, 298])
    await after.close()
    expect(first('SELECT people AS value FROM departures')).toBe(1)
  })

  test('SUB-6: of a broken file whose list of tables is lost nothing can be read, and the operator learns why', async () => {
    const before = openSubscribers(file, () => NOW)
    await before.store.subscribe('ola@poczta.example', 'post', AT)
    await before.close()
    run('PRAGMA wal_checkpoint(TRUNCATE)')
    // Its first page has the numbers of those that list the tables; the last one of them is the last of the file.
    await breakPage(Number(first('SELECT page_count AS value FROM pragma_page_count')))
    const after = openSubscribers(file, () => NOW)
    expect((await after.store.subscribe('jan@poczta.example', 'post', AT)).outcome).toBe('added')
    expect(after.notices.map(({ kind }) => kind)).toEqual(['set-aside', 'salvaged'])
    expect(after.notices[1]).toMatchObject({ rows: 0, problem: expect.stringMatching(/malformed/) })
    await after.close()
  })

  test('SUB-6: whichever page of the file breaks, readers can subscribe, and what can be read is taken over', async () => {
    const before = openSubscribers(file, () => NOW)
    for (let n = 0; n < 40; n++) await before.store.subscribe(`n${n}@poczta.example`, 'post', AT)
    await before.close()
    run('PRAGMA wal_checkpoint(TRUNCATE)')
    const whole = await readFile(file)
    const salvaged: number[] = []
    for (let page = 1; page <= whole.length / PAGE; page++) {
      for (const name of await readdir(folder)) await rm(join(folder, name))
      await writeFile(file, whole)
      await breakPage(page)
      const after = openSubscribers(file, () => NOW)
      expect((await after.store.subscribe('jan@poczta.example', 'post', AT)).outcome).toBe('added')
      expect(after.notices.map(({ kind }) => kind)).toEqual(['set-aside', 'salvaged'])
      const [, notice] = after.notices
      salvaged.push(notice?.kind === 'salvaged' ? notice.rows : -1)
      await after.close()
    }
    expect(salvaged.filter((rows) => rows === 40).length).toBeGreaterThan(salvaged.length * 0.7)
  })

  async function breakPage(page: number): Promise<void> {
    const handle = await open(file, 'r+')
    await handle.write(Buffer.alloc(PAGE, 0x5a), 0, PAGE, (page - 1) * PAGE)
    await handle.close()
  }

  test('SUB-13: after unsubscribing and erasing the bytes of address and tokens are in no part of the file', async () => {
    const { store, close } = openSubscribers(file, () => NOW)
    for (const email of ['ola@poczta.example', 'ela@poczta.example', 'jan@poczta.example']) {
      await store.subscribe(email, 'post', AT)
    }
    const [ola, ela] = await store.all()
    for (const row of [ola, ela]) await store.confirm(row?.token ?? '', AT)
    await store.saveIssue({ id: 'i1', service: 'post', subject: 's', createdAt: AT, content: '{}', state: 'draft' })
    await store.startDeliveries('i1', AT)
    expect(await filesWith('ola@poczta.example')).not.toEqual([])
    await store.unsubscribe(ola?.manageToken ?? '', AT)
    await store.erase(ela?.manageToken ?? '', AT)
    for (const row of [ola, ela]) {
      for (const text of [row?.email, row?.token, row?.manageToken]) expect(await filesWith(text ?? '')).toEqual([])
    }
    expect(await filesWith('jan@poczta.example')).not.toEqual([])
    await close()
    // Of the two deliveries that of the reader who was erased leads to nobody, not even with the address (SUB-19).
    expect(first(`SELECT count(*) AS value FROM deliveries WHERE digest LIKE 'none-%'`)).toBe(1)
  })

  async function filesWith(text: string): Promise<string[]> {
    const names = await readdir(folder)
    const bytes = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
    return names.filter((_, index) => bytes[index]?.includes(text))
  }
})

import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { operationOf } from '../../../src/newsletter/store/operations/operations.ts'
import { createSqliteStore } from '../../../src/newsletter/store/sqlite/sqlite-store.ts'
import { openSubscriberFile } from '../../../src/newsletter/store/sqlite/subscriber-file.ts'
import { openSubscribers, THREAD_PROGRAM } from '../../support/subscribers.ts'
import { testIssues } from './both/issues.ts'
import type { StoreUnderTest } from './both/store-under-test.ts'
import { testSubscribers } from './both/subscribers.ts'

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'store-'))
const AT = '2026-03-03T12:00:00.000Z'
const NOW = new Date(AT)
const PAGE = 4096

describe('SUB-18 to SUB-22, SUB-25: a file of SQLite', () => {
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
    expect(first('SELECT user_version AS value FROM pragma_user_version')).toBe(4)
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
    // Its first page has the numbers of those that list the tables, that of the last one in its header.
    await breakPage((await readFile(file)).readUInt32BE(100 + 8))
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

  /** Confirmed subscribers, every second one of another service. */
  const addSubscribers = (count: number): void =>
    run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO subscribers (email, email_key, service, status, created_at, confirmed_at, token, token_expires_at)
      SELECT 'n' || i || '@poczta.example', 'n' || i || '@poczta.example', iif(i % 2, 'post', 'plus'), 'confirmed',
        '${AT}', '${AT}', 'token' || i, '${AT}' FROM n`)

  test('SUB-26: an issue starts in pages, another process goes on with it, and who confirms meanwhile gets none', async () => {
    const { store, close } = openSubscribers(file, () => NOW)
    await store.saveIssue({ id: 'i1', service: 'post', subject: 's', createdAt: AT, content: '{}', state: 'draft' })
    addSubscribers(12_000)
    await store.subscribe('pozniej@poczta.example', 'post', AT)
    const stop = new AbortController()
    const pages: number[] = []
    const onPage = (queued: number): void => {
      pages.push(queued)
      stop.abort()
    }
    expect(await store.startDeliveries('i1', AT, { onPage, signal: stop.signal })).toBe(5000)
    expect([pages, (await store.issue('i1'))?.state, await store.hasWaiting('i1')]).toEqual([[2500], 'sending', true])
    const later = new Date(NOW.getTime() + 1000).toISOString()
    const token = (await store.all('pending'))[0]?.token ?? ''
    expect(await store.confirm(token, later)).toBe('confirmed')
    await close()
    const other = openSubscribers(file, () => NOW)
    const rest: number[] = []
    expect(await other.store.startDeliveries('i1', later, { onPage: (queued) => void rest.push(queued) })).toBe(6000)
    expect(rest).toEqual([])
    expect(await other.store.deliveryCounts('i1')).toMatchObject({ waiting: 6000 })
    await other.close()
    expect(first('SELECT count(DISTINCT digest) AS value FROM deliveries')).toBe(6000)
    expect(first('SELECT count(DISTINCT due_at) AS value FROM deliveries')).toBe(1)
  })

  test('SUB-26: what is open is found by an index of what is open alone; after ninety days only counts are left', async () => {
    const { store, close } = openSubscribers(file, () => NOW)
    await store.saveIssue({ id: 'i1', service: 'post', subject: 's', createdAt: AT, content: '{}', state: 'draft' })
    addSubscribers(3000)
    await store.startDeliveries('i1', AT)
    const { value: due } = operationOf('takeDeliveries', ['i1', 32, AT, 30]).next()
    if (typeof due !== 'object' || !('sql' in due)) throw new Error('no statement')
    const db = new DatabaseSync(file)
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${due.sql.replace(/\$(\d)/g, '?$1')}`).all(...due.params)
    const steps = plan.map(({ detail }) => String(detail))
    db.close()
    expect(steps[0]).toContain('deliveries USING INDEX deliveries_open (issue_id=? AND due_at<?)')
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
    const later = new Date(NOW.getTime() + 90 * 86_400_000).toISOString()
    for (let isDone = false; !isDone; ) ({ isDone } = await store.forget(later))
    expect(await store.deliveryCounts('i1')).toMatchObject({ withdrawn: 1500 })
    await close()
    expect(first('SELECT count(*) AS value FROM deliveries')).toBe(0)
  })

  test('NEWS-31: a subscription runs the same statements whatever the address is, and always writes', async () => {
    const opened = openSubscriberFile(file, { at: AT, notify: () => {}, timeout: 1000 })
    for (const email of ['czeka@poczta.example', 'jest@poczta.example']) opened.call('subscribe', email, 'post', AT)
    const jest = opened.call('all').find(({ email }) => email.startsWith('jest'))
    opened.call('confirm', jest?.token ?? '', AT)
    opened.call('suppress', 'odbija@poczta.example', 'bounce', AT)
    opened.close()
    const db = new DatabaseSync(file)
    const other = new DatabaseSync(file)
    const version = (): unknown => other.prepare('PRAGMA data_version').get()?.data_version
    const runs = ['nowy', 'czeka', 'czeka', 'jest', 'odbija', 'odbija', 'j.e.s.t+a'].map((name) => {
      const statements: string[] = []
      const operation = operationOf('subscribe', [`${name}@poczta.example`, 'post', AT])
      const before = version()
      db.exec('BEGIN')
      for (let step = operation.next([]); !step.done; ) {
        statements.push(step.value.sql)
        step = operation.next(db.prepare(step.value.sql.replace(/\$(\d)/g, '?$1')).all(...step.value.params))
      }
      db.exec('COMMIT')
      // A transaction that wrote no page leaves it as it is, and waits for no disk.
      return { statements, writes: version() !== before }
    })
    db.close()
    other.close()
    for (const one of runs) expect(one).toEqual({ statements: runs[0]?.statements, writes: true })
    expect(runs[0]?.statements.length).toBeGreaterThan(5)
  })

  test('SUB-5: a file of version 3 gets what version 4 has, with its issues and letters', async () => {
    const before = openSubscribers(file, () => NOW)
    await before.store.subscribe('ola@poczta.example', 'post', AT)
    await before.store.confirm((await before.store.all())[0]?.token ?? '', AT)
    await before.store.saveIssue({
      id: 'i1',
      service: 'post',
      subject: 's',
      createdAt: AT,
      content: '{}',
      state: 'draft',
    })
    await before.store.startDeliveries('i1', AT)
    await before.close()
    run(`DROP TABLE mailboxes; DROP TABLE mail_minutes; DROP TABLE delivery_counts;
      DROP INDEX letters_mailbox; DROP INDEX deliveries_open; ALTER TABLE letters DROP COLUMN mailbox;
      ALTER TABLE issues DROP COLUMN queued; ALTER TABLE issues DROP COLUMN filled_to;
      ALTER TABLE issues DROP COLUMN fill_until;
      CREATE INDEX deliveries_due ON deliveries (issue_id, state, id); CREATE INDEX deliveries_digest ON deliveries (digest);
      PRAGMA user_version = 3`)
    const { store, close, notices } = openSubscribers(file, () => NOW)
    expect(await store.takeLetters(10, AT, 60)).toHaveLength(1)
    // Started before: it is complete, and adds nobody.
    expect([await store.startDeliveries('i1', AT), await store.hasWaiting('i1')]).toEqual([1, true])
    expect(await store.takeDeliveries('i1', 10, AT, 60)).toHaveLength(1)
    await close()
    expect(notices.map(({ kind }) => kind)).toEqual(['migrated'])
    expect(
      first(`SELECT count(*) AS value FROM sqlite_schema WHERE name IN ('deliveries_due', 'deliveries_digest')`),
    ).toBe(0)
  })

  async function filesWith(text: string): Promise<string[]> {
    const names = await readdir(folder)
    const bytes = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
    return names.filter((_, index) => bytes[index]?.includes(text))
  }
})

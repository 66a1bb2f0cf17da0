import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { operationOf } from '../../../../src/features/newsletter/store/operations/operations.ts'
import { createSqliteStore } from '../../../../src/features/newsletter/store/sqlite/sqlite-store.ts'
import { openSubscriberFile } from '../../../../src/features/newsletter/store/sqlite/subscriber-file.ts'
import { openSubscribers, THREAD_PROGRAM } from '../../../support/subscribers.ts'
import { testImporting } from './both/importing.ts'
import { testIssues } from './both/issues.ts'
import type { StoreUnderTest } from './both/store-under-test.ts'
import { testSubscribers } from './both/subscribers.ts'

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'store-'))
const AT = '2026-03-03T12:00:00.000Z'
const NOW = new Date(AT)
const PAGE = 4096

describe('SUB-18 to SUB-21, SUB-25: a file of SQLite', () => {
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
  testImporting(openTwo)
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

  test('SUB-6: whichever page of the file breaks, it is kept as it is, and readers can subscribe', async () => {
    const before = openSubscribers(file, () => NOW)
    for (let n = 0; n < 40; n++) await before.store.subscribe(`n${n}@poczta.example`, 'post', AT)
    await before.close()
    run('PRAGMA wal_checkpoint(TRUNCATE)')
    const whole = await readFile(file)
    for (let page = 1; page <= whole.length / PAGE; page++) {
      for (const name of await readdir(folder)) await rm(join(folder, name))
      await writeFile(file, whole)
      await breakPage(page)
      const broken = await readFile(file)
      const after = openSubscribers(file, () => NOW)
      expect((await after.store.subscribe('jan@poczta.example', 'post', AT)).outcome).toBe('added')
      const [notice] = after.notices
      expect(after.notices).toEqual([expect.objectContaining({ kind: 'set-aside' })])
      if (notice?.kind === 'set-aside') expect((await readFile(notice.keptAs)).equals(broken)).toBe(true)
      await after.close()
    }
  })

  test.each([
    ['of another version', 'CREATE TABLE subscribers (email TEXT); PRAGMA user_version = 3', 3],
    ['without a version', 'CREATE TABLE czytelnicy (email TEXT)', 0],
  ])('SUB-6: a file with tables %s stays as it is, and the failure says so', async (_name, tables, version) => {
    run(tables)
    const before = await readFile(file)
    const { store, close, notices } = openSubscribers(file, () => NOW)
    await expect(store.subscribe('jan@poczta.example', 'post', AT)).rejects.toThrow(
      `the file has tables of version ${version}, and this release needs 4 or later`,
    )
    await close()
    expect(first('SELECT count(*) AS value FROM sqlite_schema')).toBe(1)
    expect(notices.map(({ kind }) => kind)).toEqual([])
    expect(before.length).toBeGreaterThan(0)
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
    await store.erase(ela?.manageToken ?? '')
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
      INSERT INTO subscribers (email, email_key, service, status, created_at, confirmed_at, token, token_expires_at,
        manage_token)
      SELECT 'n' || i || '@poczta.example', 'n' || i || '@poczta.example', iif(i % 2, 'post', 'plus'), 'confirmed',
        '${AT}', '${AT}', 'token' || i, '${AT}', 'manage' || i FROM n`)

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

  test('NEWS-16: a subscription runs the same statements whatever the address is, and always writes', async () => {
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

  async function filesWith(text: string): Promise<string[]> {
    const names = await readdir(folder)
    const bytes = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
    return names.filter((_, index) => bytes[index]?.includes(text))
  }
})

import type { Notice } from '../../../../src/features/newsletter/store/notice.ts'
import { operationOf } from '../../../../src/features/newsletter/store/operations/operations.ts'
import { POSTGRES_PASSWORD, startPostgres } from '../../../support/postgres-server.ts'
import { programs, usePostgres, withPostgres, withProxy } from '../../../support/postgres-stores.ts'
import { testImporting } from './both/importing.ts'
import { testIssues } from './both/issues.ts'
import type { StoreUnderTest } from './both/store-under-test.ts'
import { testSubscribers } from './both/subscribers.ts'

const AT = '2026-03-03T12:00:00.000Z'

withPostgres('PostgreSQL', () => {
  const postgres = usePostgres()
  const { newDatabase, open } = postgres

  // The first one: a checkpoint writes every database of the tests before to the disk.
  test('SUB-13: a scrubbed table has no bytes of those who were removed', async () => {
    const store = open(await newDatabase())
    await store.subscribe('zofia.usunieta@poczta.example', 'post', AT)
    await store.subscribe('jan.zostaje@poczta.example', 'post', AT)
    await postgres.server.sql('CHECKPOINT')
    const tables = async (text: string) =>
      (await postgres.server.filesWith(text)).filter((file) => file.includes('/base/'))
    expect(await tables('zofia.usunieta@poczta.example')).not.toEqual([])
    expect(await store.remove(['ZOFIA.usunieta@poczta.example'])).toEqual([['post']])
    await store.scrub()
    await postgres.server.sql('CHECKPOINT')
    expect(await tables('zofia.usunieta@poczta.example')).toEqual([])
    expect(await tables('jan.zostaje@poczta.example')).not.toEqual([])
  })

  describe('SUB-18 to SUB-21: a database', () => {
    const openTwo = async (): Promise<StoreUnderTest> => {
      const url = await newDatabase()
      return { store: open(url), second: open(url), close: async () => {} }
    }
    testSubscribers(openTwo)
    testIssues(openTwo)
    testImporting(openTwo)
  })

  describe('SUB-16: tables', () => {
    test('are created by whichever of six instances comes first, and taken over by a later start', async () => {
      const url = await newDatabase()
      const stores = Array.from({ length: 6 }, () => open(url))
      await Promise.all(stores.map((store, n) => store.subscribe(`n${n}@poczta.example`, 'post', AT)))
      expect(await open(url).all()).toHaveLength(6)
      expect(await postgres.server.sql('SELECT version FROM szpalta.migrations', postgres.database)).toEqual([
        { version: 1 },
        { version: 2 },
        { version: 3 },
        { version: 4 },
        { version: 5 },
        { version: 6 },
      ])
      // Of a later release: they stay as they are.
      await postgres.server.sql('INSERT INTO szpalta.migrations (version) VALUES (99)', postgres.database)
      expect(await open(url).all()).toHaveLength(6)
    })

    test('SUB-26: those of the first version are migrated in place, and an issue starts there in pages', async () => {
      const url = await newDatabase()
      const sql = (text: string) => postgres.server.sql(text, postgres.database)
      const before = open(url)
      await before.saveIssue({ id: 'i1', service: 'post', subject: 's', createdAt: AT, content: '{}', state: 'draft' })
      await before.startDeliveries('i1', AT)
      await before.close()
      await sql(`SET search_path TO szpalta; DELETE FROM migrations WHERE version >= 2;
        DROP TABLE imported, issue_clicks, issue_departures; ALTER TABLE subscribers DROP COLUMN proof, DROP COLUMN led_by;
        ALTER TABLE issues DROP COLUMN trial, DROP COLUMN winner; ALTER TABLE deliveries DROP COLUMN version;
        DROP TABLE mailboxes, mail_minutes, delivery_counts; DROP INDEX letters_mailbox, deliveries_open;
        ALTER TABLE letters DROP COLUMN mailbox;
        ALTER TABLE issues DROP COLUMN queued, DROP COLUMN filled_to, DROP COLUMN fill_until;
        CREATE INDEX deliveries_due ON deliveries (issue_id, state, id); CREATE INDEX deliveries_digest ON deliveries (digest);
        INSERT INTO subscribers (email, email_key, service, status, created_at, confirmed_at, token, token_expires_at, manage_token)
        SELECT 'n' || i || '@poczta.example', 'n' || i || '@poczta.example', 'post', 'confirmed', '${AT}', '${AT}',
          'token' || i, '${AT}', 'manage' || i FROM generate_series(1, 6000) AS i`)
      const store = open(url)
      expect(await store.startDeliveries('i1', AT)).toBe(0)
      await store.saveIssue({ id: 'i2', service: 'post', subject: 's', createdAt: AT, content: '{}', state: 'draft' })
      const pages: number[] = []
      const starts = [store, open(url)].map((one) =>
        one.startDeliveries('i2', AT, { onPage: (n) => void pages.push(n) }),
      )
      expect(await Promise.all(starts)).toEqual([6000, 6000])
      expect(pages).toEqual([5000])
      expect(await store.takeDeliveries('i2', 32, AT, 60)).toHaveLength(32)
    })

    test('a role that may only use its own schema is enough', async () => {
      const url = await newDatabase()
      await postgres.server.sql(`CREATE ROLE skromna LOGIN PASSWORD 'haslo-skromnej'`)
      await postgres.server.sql(
        'CREATE SCHEMA szpalta AUTHORIZATION skromna; REVOKE ALL ON SCHEMA public FROM PUBLIC',
        postgres.database,
      )
      const own = open(url.replace(`szpalta:${POSTGRES_PASSWORD}`, 'skromna:haslo-skromnej'))
      expect((await own.subscribe('ola@poczta.example', 'post', AT)).outcome).toBe('added')
    })

    test('a database that was emptied gets them again', async () => {
      const store = open(await newDatabase())
      await store.subscribe('ola@poczta.example', 'post', AT)
      await postgres.server.sql('DROP SCHEMA szpalta CASCADE', postgres.database)
      expect((await store.subscribe('ola@poczta.example', 'post', AT)).outcome).toBe('added')
    })

    test('a schema of the same tables in front of them changes nothing', async () => {
      const url = await newDatabase()
      await postgres.server.sql('CREATE TABLE public.subscribers (email text)', postgres.database)
      const store = open(url)
      expect((await store.subscribe('ola@poczta.example', 'post', AT)).outcome).toBe('added')
      expect(await postgres.server.sql('SELECT * FROM public.subscribers', postgres.database)).toEqual([])
    })
  })

  test('SUB-26: of many deliveries one is found by its id, though the server has not counted what is open', async () => {
    const url = await newDatabase()
    const sql = (text: string) => postgres.server.sql(text, postgres.database)
    const store = open(url)
    await store.saveIssue({ id: 'i1', service: 'post', subject: 's', createdAt: AT, content: '{}', state: 'draft' })
    const deliveries = (state: string, count: number): string =>
      `INSERT INTO szpalta.deliveries (issue_id, digest, state, due_at)
       SELECT 'i1', '${state}' || i, '${state}', '${AT}' FROM generate_series(1, ${count}) AS i`
    await sql(`${deliveries('sent', 20_000)}; ANALYZE; ${deliveries('waiting', 2000)}`)
    for (const operation of [
      operationOf('handOver', [21_000, AT]),
      operationOf('deliveryDone', [21_000, AT, { kind: 'unsent' }]),
    ]) {
      const { value: statement } = operation.next([])
      if (typeof statement !== 'object') throw new Error('no statement')
      const values = statement.params.map((one) => (typeof one === 'string' ? `'${one}'` : String(one)))
      const written = statement.sql.replace(/\$(\d)/g, (_, at) => values[Number(at) - 1] ?? '')
      const plan = (await sql(`SET search_path TO szpalta; EXPLAIN ${written}`)).map((row) => String(row['QUERY PLAN']))
      expect(plan.join('\n')).toContain('deliveries_pkey')
      expect(plan.join('\n')).not.toContain('deliveries_open')
    }
  })

  test('SUB-16: changes are on the disk before they are acknowledged, whatever the default of the server', async () => {
    const url = await newDatabase()
    // The server of these tests has synchronous_commit off.
    expect(await postgres.server.sql('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'off' }])
    let seen = ''
    const listen = (bytes: string): boolean => {
      seen += bytes
      return true
    }
    await withProxy(url, listen, (own) => open(own).subscribe('ola@poczta.example', 'post', AT))
    const begins = seen.match(
      /BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE[\s\S]*?SET LOCAL synchronous_commit TO on/g,
    )
    expect(begins).toHaveLength(1)
  })

  test('SUB-16: a server that may lose acknowledged changes is reported', async () => {
    const own = await startPostgres(programs, { settings: ['fsync=off', 'full_page_writes=off'] })
    try {
      const notices: Notice[] = []
      await open(own.url, { notices }).ready()
      expect(notices).toEqual([{ kind: 'not-durable', settings: ['fsync', 'full_page_writes'] }])
      const silent: Notice[] = []
      await open(await newDatabase(), { notices: silent }).ready()
      expect(silent).toEqual([])
    } finally {
      await own.close()
    }
  })

  test('SUB-10: tokens, addresses and due letters are looked up by indices', async () => {
    await open(await newDatabase()).ready()
    const plans = [
      `SELECT 1 FROM szpalta.subscribers WHERE token = 'x'`,
      `SELECT 1 FROM szpalta.subscribers WHERE manage_token = 'x'`,
      `SELECT 1 FROM szpalta.subscribers WHERE email_key = 'x'`,
      `SELECT 1 FROM szpalta.letters WHERE due_at <= '2026'`,
      `SELECT 1 FROM szpalta.deliveries WHERE issue_id = 'x' AND digest = 'y'`,
    ]
    for (const sql of plans) {
      const rows = await postgres.server.sql(`SET enable_seqscan = off; EXPLAIN ${sql}`, postgres.database)
      expect(JSON.stringify(rows)).toMatch(/Index/)
    }
  })
})

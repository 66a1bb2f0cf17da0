import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseUrl } from '../../../src/config/env/database.ts'
import type { Notice } from '../../../src/newsletter/store/notice.ts'
import { createPostgresStore, type PostgresStore } from '../../../src/newsletter/store/postgres/postgres-store.ts'
import { SubscribersError } from '../../../src/newsletter/subscribers.ts'
import {
  POSTGRES_PASSWORD,
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../../support/postgres-server.ts'
import { freePort } from '../../support/process.ts'
import { until } from '../../support/until.ts'
import { testStore } from './contract.ts'

const programs = postgresPrograms()
const withPostgres = programs === undefined ? describe.skip : describe
const AT = '2026-03-03T12:00:00.000Z'

withPostgres('PostgreSQL', () => {
  let folder: string
  let server: PostgresServer
  let count = 0
  const opened: PostgresStore[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'certificate-'))
    const tls = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
    const subject = ['-subj', '/CN=baza.example', '-addext', 'subjectAltName=DNS:baza.example,DNS:localhost']
    const flags = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      tls.key,
      '-out',
      tls.certificate,
    ]
    execFileSync('openssl', [...flags, ...subject], { stdio: 'ignore' })
    server = await startPostgres(programs ?? '', { tls })
  }, 120_000)
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
  })
  afterAll(async () => {
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const newDatabase = (): Promise<string> => {
    count += 1
    return server.database(`db${count}`)
  }
  const open = (url: string, { limit, notices = [] }: { limit?: number; notices?: Notice[] } = {}): PostgresStore => {
    const store = createPostgresStore({
      database: databaseUrl.parse(url),
      notify: (notice) => void notices.push(notice),
      ...(limit !== undefined && { limit }),
    })
    opened.push(store)
    return store
  }
  const failure = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

  describe('SUB-18 to SUB-22: a database', () => {
    testStore(async () => {
      const url = await newDatabase()
      const [store, second] = [open(url), open(url)]
      return { store, second, close: async () => {} }
    })
  })

  describe('SUB-17: tables', () => {
    test('are created by whichever of six instances comes first, and taken over by a later start', async () => {
      const url = await newDatabase()
      const stores = Array.from({ length: 6 }, () => open(url))
      await Promise.all(stores.map((store, n) => store.subscribe(`n${n}@poczta.example`, 'post', AT)))
      expect(await open(url).all()).toHaveLength(6)
      expect(await server.sql('SELECT version FROM szpalta.migrations', `db${count}`)).toEqual([{ version: 1 }])
      // Of a later release: they stay as they are.
      await server.sql('INSERT INTO szpalta.migrations (version) VALUES (99)', `db${count}`)
      expect(await open(url).all()).toHaveLength(6)
    })

    test('a role that may only use its own schema is enough', async () => {
      const url = await newDatabase()
      await server.sql(`CREATE ROLE skromna LOGIN PASSWORD 'haslo-skromnej'`)
      await server.sql(
        'CREATE SCHEMA szpalta AUTHORIZATION skromna; REVOKE ALL ON SCHEMA public FROM PUBLIC',
        `db${count}`,
      )
      const own = open(url.replace(`szpalta:${POSTGRES_PASSWORD}`, 'skromna:haslo-skromnej'))
      expect((await own.subscribe('ola@poczta.example', 'post', AT)).outcome).toBe('added')
    })

    test('a database that was emptied gets them again', async () => {
      const store = open(await newDatabase())
      await store.subscribe('ola@poczta.example', 'post', AT)
      await server.sql('DROP SCHEMA szpalta CASCADE', `db${count}`)
      expect((await store.subscribe('ola@poczta.example', 'post', AT)).outcome).toBe('added')
    })

    test('a schema of the same tables in front of them changes nothing', async () => {
      const url = await newDatabase()
      await server.sql('CREATE TABLE public.subscribers (email text)', `db${count}`)
      const store = open(url)
      expect((await store.subscribe('ola@poczta.example', 'post', AT)).outcome).toBe('added')
      expect(await server.sql('SELECT * FROM public.subscribers', `db${count}`)).toEqual([])
    })
  })

  test('SUB-16: changes are on the disk before they are acknowledged, whatever the default of the server', async () => {
    const url = await newDatabase()
    // The server of these tests has synchronous_commit off.
    expect(await server.sql('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'off' }])
    const seen = await withEcho(url, async (own) => {
      const store = open(own)
      await store.subscribe('ola@poczta.example', 'post', AT)
    })
    const begins = seen.match(
      /BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE[\s\S]*?SET LOCAL synchronous_commit TO on/g,
    )
    expect(begins).toHaveLength(1)
  })

  test('SUB-16: a server that may lose acknowledged changes is reported', async () => {
    const own = await startPostgres(programs ?? '', { settings: ['fsync=off', 'full_page_writes=off'] })
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
  }, 60_000)

  describe('SUB-23: a server that fails', () => {
    test('is waited for when it stops and comes back; too long a wait is a failure, and the next call works', async () => {
      const store = open(await newDatabase(), { limit: 4000 })
      await store.subscribe('ola@poczta.example', 'post', AT)
      server.hang()
      const hanging = failure(store.subscribe('jan@poczta.example', 'post', AT))
      expect(await hanging).toMatchObject({ name: 'SubscribersError', reason: 'timeout' })
      const patient = store.subscribe('ela@poczta.example', 'post', AT)
      await wait(500)
      server.resume()
      expect((await patient).outcome).toBe('added')
      expect((await store.subscribe('ela@poczta.example', 'post', AT)).outcome).toBe('known')
    }, 60_000)

    test('is tried again after a kill, and calls meanwhile fail by name; no connection is left over', async () => {
      const store = open(await newDatabase(), { limit: 3000 })
      await Promise.all(Array.from({ length: 20 }, (_, n) => store.subscribe(`n${n}@poczta.example`, 'post', AT)))
      await server.kill()
      const refused = await Promise.all(Array.from({ length: 10 }, () => failure(store.all())))
      for (const error of refused) expect(error).toMatchObject({ name: 'SubscribersError', reason: 'timeout' })
      // It has been away for longer than anybody waits: no call waits any more.
      await server.start()
      expect(await store.all()).toHaveLength(20)
      await until(
        () => store.connections(),
        ({ used }) => used === 0,
      )
      expect(store.connections().open).toBeLessThanOrEqual(4)
    }, 60_000)

    test('nothing leaks: calls that fail in every way leave at most four connections, none of them in use', async () => {
      const url = await newDatabase()
      const store = open(url, { limit: 1500 })
      await store.subscribe('ola@poczta.example', 'post', AT)
      const ids = [Number.NaN, 2 ** 70, 0.5]
      for (let round = 0; round < 10; round++) {
        await Promise.all(ids.map((id) => failure(store.handOver(id, AT))))
        await Promise.all(Array.from({ length: 20 }, () => store.all()))
        await server.sql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'szpalta' AND datname = 'db${count}'`,
        )
      }
      expect(store.connections().used).toBe(0)
      const sessions = await server.sql(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'szpalta' AND datname = 'db${count}'`,
      )
      expect(Number(sessions[0]?.n)).toBeLessThanOrEqual(4)
      expect(await store.all()).toHaveLength(1)
    }, 60_000)

    test('a connection that breaks before the commit is repeated unseen; after it, the outcome counts as unknown', async () => {
      const url = await newDatabase()
      await open(url).ready()
      let cut: string | undefined
      const seen = await withProxy(
        Number(new URL(url).port),
        (bytes, client) => {
          if (cut === undefined || !bytes.includes(cut)) return true
          cut = undefined
          client.destroy()
          return false
        },
        async (port) => {
          const store = open(url.replace(/:\d+\//, `:${port}/`).concat('?sslmode=disable'), { limit: 3000 })
          cut = 'BEGIN ISOLATION'
          expect((await store.subscribe('ola@poczta.example', 'post', AT)).outcome).toBe('added')
          // Not the word in the name of the isolation level.
          cut = 'COMMIT\0'
          const error = await failure(store.subscribe('jan@poczta.example', 'post', AT))
          expect(error).toBeInstanceOf(SubscribersError)
          expect(String(error)).toMatch(/whether it was written is unknown/)
          return (await store.all()).map(({ email }) => email)
        },
      )
      expect(seen).toEqual(['ola@poczta.example'])
    })

    test('a port on which nothing listens, and one that says nothing, are failures by name', async () => {
      const refused = open(`postgres://ola:haslo@127.0.0.1:${await freePort()}/x`, { limit: 1000 })
      expect(await failure(refused.all())).toMatchObject({ name: 'SubscribersError', reason: 'timeout' })
      const silent = createServer(() => {})
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      try {
        const store = open(`postgres://ola:haslo@127.0.0.1:${portOf(silent)}/x`, { limit: 1000 })
        expect(await failure(store.all())).toMatchObject({ name: 'SubscribersError', reason: 'timeout' })
      } finally {
        silent.close()
      }
    }, 30_000)

    test('a wrong password is a failure that names neither it nor the right one', async () => {
      const url = await newDatabase()
      const store = open(url.replace(POSTGRES_PASSWORD, 'zle-i-tajne-haslo'))
      const error = await failure(store.subscribe('ola@poczta.example', 'post', AT))
      expect(error).toMatchObject({ name: 'SubscribersError', reason: 'unusable' })
      const words = `${String(error)} ${JSON.stringify(error)} ${error instanceof Error ? error.stack : ''}`
      expect(words).toMatch(/password authentication failed/)
      for (const secret of ['zle-i-tajne-haslo', POSTGRES_PASSWORD, 'poczta']) expect(words).not.toContain(secret)
    })

    test('errors of the database have no address in them', async () => {
      const store = open(await newDatabase())
      await store.ready()
      await server.sql(
        `ALTER TABLE szpalta.subscribers ADD CONSTRAINT short CHECK (length(email) < 5);
         CREATE FUNCTION szpalta.shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'bad row: %', NEW.email; END $$;
         CREATE TRIGGER shout BEFORE INSERT ON szpalta.subscribers FOR EACH ROW EXECUTE FUNCTION szpalta.shout()`,
        `db${count}`,
      )
      const error = await failure(store.subscribe('ola@poczta.example', 'post', AT))
      expect(error).toMatchObject({ reason: 'unusable' })
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('poczta')
    })
  })

  describe('SUB-23: TLS, as sslmode says', () => {
    const encryption = async (store: PostgresStore): Promise<unknown> => {
      return store.server().then(
        ({ isEncrypted }) => isEncrypted,
        (error: Error) => error.message,
      )
    }
    const at = (host: string, query: string): string =>
      `postgres://szpalta:${POSTGRES_PASSWORD}@${host}:${server.port}/postgres${query}`

    test('disable goes without; prefer and require take it, whoever made the certificate', async () => {
      expect(await encryption(open(at('127.0.0.1', '?sslmode=disable')))).toBe(false)
      expect(await encryption(open(at('127.0.0.1', '')))).toBe(false)
      expect(await encryption(open(at('127.0.0.1', '?sslmode=prefer')))).toBe(true)
      expect(await encryption(open(at('127.0.0.1', '?sslmode=require')))).toBe(true)
    })

    test('verify-ca and verify-full refuse an unknown authority; verify-full a certificate for another name too', async () => {
      const root = `&sslrootcert=${join(folder, 'certificate.pem')}`
      for (const mode of ['verify-ca', 'verify-full']) {
        expect(await encryption(open(at('localhost', `?sslmode=${mode}`)))).toMatch(/self-signed certificate/)
      }
      expect(await encryption(open(at('localhost', `?sslmode=verify-full${root}`)))).toBe(true)
      expect(await encryption(open(at('127.0.0.1', `?sslmode=verify-ca${root}`)))).toBe(true)
      expect(await encryption(open(at('127.0.0.1', `?sslmode=require${root}`)))).toBe(true)
      expect(await encryption(open(at('127.0.0.1', `?sslmode=verify-full${root}`)))).toMatch(/does not match/)
    })

    test('a server without TLS is refused by require, and taken by prefer', async () => {
      const plain = await startPostgres(programs ?? '')
      try {
        const ofPlain = (mode: string): string => `${plain.url}?sslmode=${mode}`
        expect(await encryption(open(ofPlain('prefer')))).toBe(false)
        expect(await encryption(open(ofPlain('require'), { limit: 1000 }))).toMatch(/does not support SSL/)
      } finally {
        await plain.close()
      }
    }, 60_000)
  })

  test('SUB-13: a scrubbed table has no bytes of those who were removed', async () => {
    const store = open(await newDatabase())
    await store.subscribe('zofia.usunieta@poczta.example', 'post', AT)
    await store.subscribe('jan.zostaje@poczta.example', 'post', AT)
    await server.sql('CHECKPOINT')
    const tables = async (text: string) => (await server.filesWith(text)).filter((file) => file.includes('/base/'))
    expect(await tables('zofia.usunieta@poczta.example')).not.toEqual([])
    expect(await store.remove(['ZOFIA.usunieta@poczta.example'])).toEqual([['post']])
    await store.scrub()
    await server.sql('CHECKPOINT')
    expect(await tables('zofia.usunieta@poczta.example')).toEqual([])
    expect(await tables('jan.zostaje@poczta.example')).not.toEqual([])
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
      const rows = await server.sql(`SET enable_seqscan = off; EXPLAIN ${sql}`, `db${count}`)
      expect(JSON.stringify(rows)).toMatch(/Index/)
    }
  })

  /** A proxy that may look at what the client sends. */
  async function withProxy<T>(
    target: number,
    onData: (bytes: string, client: Socket) => boolean,
    work: (port: number) => Promise<T>,
  ): Promise<T> {
    const { connect } = await import('node:net')
    const sockets = new Set<Socket>()
    const proxy = createServer((client) => {
      const upstream = connect(target, '127.0.0.1')
      for (const socket of [client, upstream]) {
        sockets.add(socket)
        socket.on('error', () => {})
      }
      client.on('data', (bytes) => {
        if (onData(bytes.toString('latin1'), client)) upstream.write(bytes)
        else upstream.destroy()
      })
      client.on('close', () => upstream.destroy())
      upstream.pipe(client)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    try {
      return await work(portOf(proxy))
    } finally {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    }
  }

  /** What a client sends to the server during the work. */
  async function withEcho(url: string, work: (url: string) => Promise<void>): Promise<string> {
    let seen = ''
    const listen = (bytes: string): boolean => {
      seen += bytes
      return true
    }
    await withProxy(Number(new URL(url).port), listen, (port) =>
      work(`${url.replace(/:\d+\//, `:${port}/`)}?sslmode=disable`),
    )
    return seen
  }
})

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresStore } from '../../../../src/features/newsletter/store/postgres/postgres-store.ts'
import { SubscribersError } from '../../../../src/features/newsletter/subscribers.ts'
import { POSTGRES_PASSWORD, startPostgres } from '../../../support/postgres-server.ts'
import { failure, portOf, programs, usePostgres, withPostgres, withProxy } from '../../../support/postgres-stores.ts'
import { freePort } from '../../../support/process.ts'
import { until } from '../../../support/until.ts'

const AT = '2026-03-03T12:00:00.000Z'

withPostgres('PostgreSQL', () => {
  let folder: string
  const postgres = usePostgres(async () => {
    folder = await mkdtemp(join(tmpdir(), 'certificate-'))
    const tls = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
    const subject = ['-subj', '/CN=baza.example', '-addext', 'subjectAltName=DNS:baza.example,DNS:localhost']
    const files = ['-keyout', tls.key, '-out', tls.certificate]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject], {
      stdio: 'ignore',
    })
    return { tls }
  })
  const { newDatabase, open } = postgres
  afterAll(() => rm(folder, { recursive: true, force: true }))

  describe('SUB-23: a server that fails', () => {
    test('is waited for when it stops and comes back; too long a wait is a failure, and the next call works', async () => {
      const store = open(await newDatabase(), { limit: 4000 })
      await store.subscribe('ola@poczta.example', 'post', AT)
      postgres.server.hang()
      const hanging = failure(store.subscribe('jan@poczta.example', 'post', AT))
      expect(await hanging).toMatchObject({ name: 'SubscribersError', reason: 'timeout' })
      const patient = store.subscribe('ela@poczta.example', 'post', AT)
      await wait(500)
      postgres.server.resume()
      expect((await patient).outcome).toBe('added')
      expect((await store.subscribe('ela@poczta.example', 'post', AT)).outcome).toBe('known')
    })

    test('is tried again after a kill, and calls meanwhile fail by name; no connection is left over', async () => {
      const store = open(await newDatabase(), { limit: 3000 })
      await Promise.all(Array.from({ length: 20 }, (_, n) => store.subscribe(`n${n}@poczta.example`, 'post', AT)))
      await postgres.server.kill()
      const refused = await Promise.all(Array.from({ length: 10 }, () => failure(store.all())))
      for (const error of refused) expect(error).toMatchObject({ name: 'SubscribersError', reason: 'timeout' })
      // It has been away for longer than anybody waits: no call waits any more.
      await postgres.server.start()
      expect(await store.all()).toHaveLength(20)
      await until(
        () => store.connections(),
        ({ used }) => used === 0,
      )
      expect(store.connections().open).toBeLessThanOrEqual(4)
    })

    test('nothing leaks: calls that fail in every way leave at most four connections, none of them in use', async () => {
      const url = await newDatabase()
      const store = open(url, { limit: 1500 })
      await store.subscribe('ola@poczta.example', 'post', AT)
      const ids = [Number.NaN, 2 ** 70, 0.5]
      for (let round = 0; round < 10; round++) {
        await Promise.all(ids.map((id) => failure(store.handOver(id, AT))))
        await Promise.all(Array.from({ length: 20 }, () => store.all()))
        await postgres.server.sql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'szpalta' AND datname = '${postgres.database}'`,
        )
      }
      expect(store.connections().used).toBe(0)
      const sessions = await postgres.server.sql(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'szpalta' AND datname = '${postgres.database}'`,
      )
      expect(Number(sessions[0]?.n)).toBeLessThanOrEqual(4)
      expect(await store.all()).toHaveLength(1)
    })

    test('a connection that breaks before the commit is repeated unseen; after it, the outcome counts as unknown', async () => {
      const url = await newDatabase()
      await open(url).ready()
      let cut: string | undefined
      const seen = await withProxy(
        url,
        (bytes) => {
          if (cut === undefined || !bytes.includes(cut)) return true
          cut = undefined
          return false
        },
        async (own) => {
          const store = open(own, { limit: 3000 })
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
    })

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
      await postgres.server.sql(
        `ALTER TABLE szpalta.subscribers ADD CONSTRAINT short CHECK (length(email) < 5);
         CREATE FUNCTION szpalta.shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'bad row: %', NEW.email; END $$;
         CREATE TRIGGER shout BEFORE INSERT ON szpalta.subscribers FOR EACH ROW EXECUTE FUNCTION szpalta.shout()`,
        postgres.database,
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
      `postgres://szpalta:${POSTGRES_PASSWORD}@${host}:${postgres.server.port}/postgres${query}`

    test('disable goes without; prefer and require take it, with any certificate', async () => {
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
      const plain = await startPostgres(programs)
      try {
        const ofPlain = (mode: string): string => `${plain.url}?sslmode=${mode}`
        expect(await encryption(open(ofPlain('prefer')))).toBe(false)
        expect(await encryption(open(ofPlain('require'), { limit: 1000 }))).toMatch(/does not support SSL/)
      } finally {
        await plain.close()
      }
    })
  })
})

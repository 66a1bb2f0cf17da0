import { databaseUrl } from '../../../src/system/postgresql/settings.ts'
import { databaseChecks } from '../../../tools/doctor/checks/newsletter.ts'
import {
  POSTGRES_PASSWORD,
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../../support/postgres-server.ts'
import { freePort } from '../../support/process.ts'

const programs = postgresPrograms()
const withPostgres = programs === undefined ? describe.skip : describe
const finding = async (url: string) => {
  const [check] = databaseChecks(databaseUrl.parse(url))
  if (!check) throw new Error('no check')
  return check.run()
}

withPostgres('OPS-10: the doctor', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(programs ?? '', { settings: ['full_page_writes=off'] })
  })
  afterAll(() => server.close())

  test('connects to the database, names what may lose subscribers, and changes nothing', async () => {
    const { state, says, fix } = await finding(server.url)
    expect([state, fix]).toEqual(['weak', expect.stringContaining('full_page_writes on')])
    expect(says).toMatch(/^PostgreSQL \d+.* takes subscribers, without TLS\. A power cut may take/)
    expect(await server.sql(`SELECT 1 FROM pg_namespace WHERE nspname = 'szpalta'`)).toEqual([])
  })

  test('says why a database cannot be used, without its password', async () => {
    const { state, says, fix } = await finding(server.url.replace(POSTGRES_PASSWORD, 'inne-tajne-haslo'))
    expect([state, says]).toEqual(['bad', expect.stringMatching(/password authentication failed/)])
    expect(`${says} ${fix}`).not.toMatch(/haslo/)
  })
})

test('OPS-10: the doctor says that a database is away', async () => {
  const { state, says } = await finding(`postgres://ola:tajne-haslo@127.0.0.1:${await freePort()}/x`)
  expect([state, says]).toEqual(['bad', expect.stringMatching(/cannot be used .*ECONNREFUSED/)])
})

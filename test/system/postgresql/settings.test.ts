import { databaseUrl } from '../../../src/system/postgresql/settings.ts'

const read = (url: string) => databaseUrl.safeParse(url)
const tlsOf = (url: string) => read(url).data?.tls

test('SUB-23: a URL names host, port, role, password and database, percent-encoded or not', () => {
  expect(read('postgres://o%40la:p%3A%2F%40ss@baza.example:6432/gazeta').data).toEqual({
    host: 'baza.example',
    port: 6432,
    user: 'o@la',
    password: 'p:/@ss',
    database: 'gazeta',
    tls: { use: 'always', checks: 'nothing' },
  })
  expect(read('postgresql://[fd00::1]/x').data).toMatchObject({ host: 'fd00::1', port: 5432, database: 'x' })
  expect(read('postgres://%2Fvar%2Frun%2Fpostgresql/x').data).toMatchObject({
    host: '/var/run/postgresql',
    tls: { use: 'off' },
  })
  // What platforms add for poolers and drivers of their own.
  expect(read('postgres://a:b@ep.example/x?sslmode=require&channel_binding=require&pgbouncer=true').success).toBe(true)
})

test('SUB-23: without sslmode the host decides; nothing crosses the internet without TLS', () => {
  const use = (host: string) => tlsOf(`postgres://a:b@${host}/x`)?.use
  expect(['baza.example', '203.0.113.7', 'ec2-1.compute.amazonaws.com'].map(use)).toEqual([
    'always',
    'always',
    'always',
  ])
  expect(['postgres', 'db.internal', '10.0.0.5', 'db.gazeta.svc'].map(use)).toEqual(['try', 'try', 'try', 'try'])
  expect(['localhost', '127.0.0.1', '[::1]'].map(use)).toEqual(['off', 'off', 'off'])
})

test('SUB-23: sslmode means what it means to libpq', () => {
  const of = (query: string) => tlsOf(`postgres://a:b@baza.example/x?${query}`)
  expect(of('sslmode=disable')).toEqual({ use: 'off', checks: 'nothing' })
  expect([of('sslmode=allow'), of('sslmode=prefer')]).toEqual([
    { use: 'try', checks: 'nothing' },
    { use: 'try', checks: 'nothing' },
  ])
  expect(of('sslmode=require')).toEqual({ use: 'always', checks: 'nothing' })
  expect(of('sslmode=require&sslrootcert=/etc/ca.pem')).toEqual({
    use: 'always',
    checks: 'chain',
    rootFile: '/etc/ca.pem',
  })
  expect(of('sslmode=verify-ca&sslcert=c&sslkey=k')).toEqual({
    use: 'always',
    checks: 'chain',
    certificateFile: 'c',
    keyFile: 'k',
  })
  expect(of('sslmode=verify-full&sslrootcert=system')).toEqual({ use: 'always', checks: 'name' })
})

test.each([
  'mysql://a:b@baza.example/x',
  'postgres:///x',
  'baza.example',
  'postgres://a:b@baza.example/x?sslmode=yes',
  'postgres://baza.example/x?password=tajne',
  'postgres://a:%zz@baza.example/x',
  'postgres://a:b%00@baza.example/x',
  'postgres://a:b@baza.example:99999/x',
  '',
])('SUB-23: %j is refused, and the reason repeats nothing of it', (url) => {
  const { error } = read(url)
  expect(error?.issues).toHaveLength(1)
  expect(error?.issues[0]?.message).not.toMatch(/tajne|baza/)
})

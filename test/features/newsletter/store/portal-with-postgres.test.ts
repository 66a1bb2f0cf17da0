import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../../support/postgres-server.ts'
import { freePort, type PortalProcess, startProcess } from '../../../support/process.ts'
import { ROOT } from '../../../support/root.ts'
import { until } from '../../../support/until.ts'

/** The built portal and its commands over PostgreSQL. */

const OLA = 'ola.kowalska@poczta.example'
const JAN = 'jan@poczta.example'
const programs = postgresPrograms()
const withPostgres = programs === undefined ? describe.skip : describe

let folder: string
const portals: PortalProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-postgres-'))
})
afterEach(async () => {
  await Promise.all(portals.splice(0).map((portal) => portal.stop()))
  await rm(folder, { recursive: true, force: true })
})

async function start(variables: Record<string, string>): Promise<PortalProcess> {
  const portal = await startProcess(variables)
  portals.push(portal)
  await portal.ready()
  return portal
}
const subscribe = async (portal: PortalProcess, email: string): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, consent: true })
  return JSON.parse((await portal.ask('/api/sare/', { method: 'POST', headers, body })).text).outcome
}

function command(name: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(ROOT, `dist/${name}.js`), ...args], { env })
  const said = { output: '', complaints: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.complaints += chunk.toString()
  })
  return new Promise<{ code: number | null; output: string; complaints: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, ...said })),
  )
}

withPostgres('PostgreSQL', () => {
  let server: PostgresServer
  beforeEach(async () => {
    server = await startPostgres(programs ?? '')
  })
  afterEach(() => server.close())

  test('SUB-12, SUB-16: two portals share subscribers; export and removal work while they run, and nothing names a reader', async () => {
    const env = { DATABASE_URL: server.url, SERVICE_URL_AKADEMIA: 'https://krypto.example' }
    const [one, two] = await Promise.all([start({ ...env, WEB_CONCURRENCY: '2' }), start(env)])
    expect(await subscribe(one, OLA)).toBe('added')
    expect([await subscribe(two, OLA.toUpperCase()), await subscribe(two, JAN)]).toEqual(['known', 'added'])
    const exported = await command('export-subscribers', ['--status', 'pending'], env)
    expect([exported.code, exported.complaints]).toEqual([0, ''])
    const [, token = ''] = /kowalska.*potwierdz\/([\w-]{22})"/.exec(exported.output) ?? []
    expect(await two.status(`/newsletter/potwierdz/${token}`)).toBe(200)
    expect((await one.ask(`/newsletter/potwierdz/${token}`, { method: 'POST' })).status).toBe(303)
    expect((await command('export-subscribers', ['--status', 'confirmed'], env)).output).toContain(OLA)
    const removed = await command('remove-subscribers', [OLA, 'nikt@poczta.example'], env)
    expect(removed).toEqual({
      code: 0,
      output: `${OLA}: removed (akademia)\nnikt@poczta.example: was not there\n`,
      complaints: '',
    })
    expect(await one.status(`/newsletter/potwierdz/${token}`)).toBe(404)
    await server.sql('CHECKPOINT')
    expect((await server.filesWith(OLA)).filter((path) => path.includes('/base/'))).toEqual([])
    for (const portal of [one, two]) {
      expect(portal.output + portal.complaints).not.toMatch(/poczta|tajne-haslo/i)
      expect(portal.lines().filter(({ level }) => Number(level) >= 40)).toEqual([])
    }
  })

  test('OPS-10: a file next to the database is reported, and not used', async () => {
    const file = join(folder, 'subscribers.sqlite')
    await writeFile(file, '')
    const portal = await start({ DATABASE_URL: server.url, SUBSCRIBERS_FILE: file, DYNO: 'web.1' })
    await until(
      () => portal.lines().filter(({ kind }) => kind === 'unused-file'),
      ({ length }) => length === 1,
    )
    // The disk of the file does not matter.
    expect(portal.lines().filter(({ msg }) => /SUBSCRIBERS_FILE .* does not last/.test(String(msg)))).toEqual([])
  })
})

test('SUB-16, SUB-23: a portal whose database is away starts, says so, and fails subscriptions by name', async () => {
  const portal = await start({ DATABASE_URL: `postgres://ola:bardzo-tajne-haslo@127.0.0.1:${await freePort()}/x` })
  expect(await portal.status('/')).toBe(200)
  await until(
    () => portal.lines().filter(({ kind }) => kind === 'unreachable'),
    ({ length }) => length > 0,
  )
  expect(await subscribe(portal, OLA)).toBe('failed')
  expect(portal.output + portal.complaints).not.toMatch(/poczta|bardzo-tajne/)
})

test.each([
  [
    'a clear connection over the internet',
    'postgres://ola:bardzo-tajne-haslo@baza.example/x?sslmode=disable',
    /sslmode/,
  ],
  ['another kind of database', 'mysql://ola:bardzo-tajne-haslo@baza.example/x', /not a postgres/],
])('OPS-13, SUB-23: %s ends the start, and the reason has no password', async (_name, url, reason) => {
  const portal = await startProcess({ DATABASE_URL: url })
  portals.push(portal)
  expect(await portal.exit()).toBe(1)
  expect(portal.complaints).toMatch(reason)
  expect(portal.output + portal.complaints).not.toContain('bardzo-tajne')
})

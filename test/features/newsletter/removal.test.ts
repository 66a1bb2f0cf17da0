import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { ROOT } from '../../support/root.ts'
import { openSubscribers, type TestSubscribers } from '../../support/subscribers.ts'

const OLA = 'ola.kowalska@poczta.example'
const JAN = 'jan@poczta.example'
const ELA = 'ela@poczta.example'

let folder: string
let file: string
let database: TestSubscribers

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'removal-'))
  file = join(folder, 'subscribers.sqlite')
  database = openSubscribers(file)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

interface Result {
  code: number | null
  output: string
  complaints: string
}

function remove(args: string[], input = '', variables: Record<string, string> = {}): Promise<Result> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/remove-subscribers.js'), ...args], {
    env: { SUBSCRIBERS_FILE: file, ...variables },
  })
  const said = { output: '', complaints: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.complaints += chunk.toString()
  })
  // The process may end without reading all of its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })))
}

/** Files of the folder that contain the text's bytes. */
async function filesWith(text: string): Promise<string[]> {
  const names = await readdir(folder)
  const bytes = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
  return names.filter((_, index) => bytes[index]?.toLowerCase().includes(text.toLowerCase()))
}

const emails = async (): Promise<string[]> => (await database.all()).map(({ email }) => email)
const run = (sql: string): void => {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

describe('next to a running portal', () => {
  let portal: PortalProcess
  beforeEach(async () => {
    portal = await startProcess({ SUBSCRIBERS_FILE: file })
    await portal.ready()
  })
  afterEach(() => portal.stop())

  const subscribe = async (email: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email, consent: true })
    return JSON.parse((await portal.ask('/api/sare/', { method: 'POST', headers, body })).text).outcome
  }
  const pageOf = (token: string | undefined) => portal.status(`/newsletter/potwierdz/${token}`)

  test('SUB-12, SUB-13: a person is removed at once, bytes and all, and nobody else is', async () => {
    await subscribe(OLA)
    await subscribe(JAN)
    const [ola, jan] = await database.all()
    await portal.ask(`/newsletter/potwierdz/${ola?.token}`, { method: 'POST' })
    expect((await database.all('confirmed')).map(({ email }) => email)).toEqual([OLA])
    expect([await pageOf(ola?.token), await pageOf(jan?.token)]).toEqual([200, 200])
    expect(await filesWith(OLA)).not.toEqual([])

    const written = ` ${OLA.toUpperCase()} `
    const { code, output, complaints } = await remove([written])
    expect([code, output, complaints]).toEqual([0, `${written.trim()}: removed (akademia)\n`, ''])
    expect([await filesWith(OLA), await filesWith(ola?.token ?? '')]).toEqual([[], []])
    expect((await stat(`${file}-wal`)).size).toBe(0)
    expect([await pageOf(ola?.token), await pageOf(jan?.token)]).toEqual([404, 200])
    expect(await emails()).toEqual([JAN])

    // A new person to the portal, who confirms again.
    expect([await subscribe(JAN), await subscribe(OLA)]).toEqual(['known', 'added'])
    expect(await database.all('pending')).toMatchObject([{ email: JAN }, { email: OLA }])
    expect(portal.output + portal.complaints).not.toMatch(/poczta/i)
    expect(portal.lines().filter(({ level }) => Number(level) >= 40)).toEqual([])
  })
})

test('SUB-12: several at once, by arguments or by stdin, on every portal; each has an output line', async () => {
  await database.subscribe(OLA, 'akademia')
  await database.subscribe(OLA.toUpperCase(), 'post')
  await database.subscribe(JAN, 'post')
  await database.subscribe(ELA, 'post')
  expect(await remove([OLA, 'nikt@poczta.example'])).toEqual({
    code: 0,
    output: `${OLA}: removed (akademia, post)\nnikt@poczta.example: was not there\n`,
    complaints: '',
  })
  const { code, output } = await remove(['-'], `${JAN}\r\n\n  ${OLA}\n${JAN.toUpperCase()}\n`)
  expect([code, output]).toEqual([0, `${JAN.toUpperCase()}: removed (post)\n${OLA}: was not there\n`])
  expect(await emails()).toEqual([ELA])
})

test.each([
  ['nobody', [], ''],
  ['an empty stdin', ['-'], '\n \n'],
  ['a domain', ['@poczta.example'], ''],
  ['a star', ['*'], ''],
  ['an option', ['--all'], ''],
  ['one that is no address among those that are', [ELA, 'ela'], ''],
  ['the lines of an export', ['-'], `"email","service"\r\n"${ELA}","post"\r\n`],
  ['a list of readers', ['-'], Array.from({ length: 101 }, (_, n) => `${n}${ELA}\n`).join('') + ELA],
  ['far too much', ['-'], `${ELA}\n`.repeat(20_000)],
])('SUB-12: %s: nothing is removed, and none of it is printed', async (_name, args, input) => {
  await database.subscribe(ELA, 'post')
  const { code, output, complaints } = await remove(args, input)
  expect([code, output]).toEqual([2, ''])
  expect(complaints).toContain('nothing was removed')
  expect(complaints).not.toContain('poczta')
  expect(await emails()).toEqual([ELA])
})

test('SUB-12: characters of a pattern are ordinary characters of an address', async () => {
  await database.subscribe(ELA, 'post')
  const patterns = ['*@poczta.example', '%@poczta.example', '___@poczta.example', "e'OR'1'='1@poczta.example"]
  const { code, output } = await remove(patterns)
  expect([code, output]).toEqual([0, patterns.map((pattern) => `${pattern}: was not there\n`).join('')])
  expect(await emails()).toEqual([ELA])
})

test('SUB-12: without a file it fails, as the portal’s may be another one', async () => {
  const { code, output, complaints } = await remove([ELA])
  expect([code, output]).toEqual([1, ''])
  expect(complaints).toContain(`there is no file ${file}`)
  expect(await readdir(folder)).toEqual([])
})

test('SUB-12: with a provider it says that the provider has addresses too', async () => {
  await database.subscribe(ELA, 'post')
  const provider = { SARE_URL: 'https://sare.example', SARE_UID: '1', SARE_API_KEY: 'klucz' }
  const { code, output, complaints } = await remove([ELA], '', provider)
  expect([code, output]).toEqual([0, `${ELA}: removed (post)\n`])
  expect(complaints).toContain('SARE_URL')
})

test('SUB-12: a short lock on the file is waited for', async () => {
  await database.subscribe(ELA, 'post')
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  const removed = remove([ELA])
  await wait(2500)
  other.exec('ROLLBACK')
  other.close()
  expect(await removed).toEqual({ code: 0, output: `${ELA}: removed (post)\n`, complaints: '' })
})

test('SUB-13: deletions of other programs, or of an interrupted run, are wiped too', async () => {
  for (let n = 0; n < 200; n++) await database.subscribe(`n${n}n.${ELA}`, 'post')
  run(
    `PRAGMA secure_delete = OFF; DELETE FROM subscribers WHERE email = 'n77n.${ELA}'; PRAGMA wal_checkpoint(TRUNCATE)`,
  )
  expect(await filesWith(`n77n.${ELA}`)).toEqual(['subscribers.sqlite'])
  expect((await remove([`n77n.${ELA}`])).output).toBe(`n77n.${ELA}: was not there\n`)
  expect(await filesWith(`n77n.${ELA}`)).toEqual([])
  expect(await emails()).toHaveLength(199)
})

test('SUB-13: a broken file that still holds the address is named, and the command fails', async () => {
  const kept = `${file}.broken-20260303T120000000Z`
  await database.subscribe(ELA, 'post')
  await writeFile(kept, `${'x'.repeat(65_530)}${OLA.toUpperCase()}`)
  expect((await remove([ELA])).code).toBe(0)
  const { code, output, complaints } = await remove([OLA])
  expect([code, output]).toEqual([1, `${OLA}: was not there\n`])
  expect(complaints).toContain(`${kept} may still hold`)
  expect(complaints).not.toContain('poczta')
  await rm(kept)
  expect((await remove([OLA])).code).toBe(0)
})

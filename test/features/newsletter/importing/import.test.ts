import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { type MailServer, startMailServer } from '../../../support/newsletter-run.ts'
import { usePostgres, withPostgres } from '../../../support/postgres-stores.ts'
import { ROOT } from '../../../support/root.ts'
import { type ProviderList, providerLists } from '../../../support/subscriber-lists.ts'

/** Of each of five providers. */
const ROWS = 10_000
const FLAWS = 20
const LISTS = providerLists(ROWS, FLAWS)

let folder: string
let server: MailServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  server = await startMailServer()
  for (const { provider, files } of LISTS) {
    await mkdir(join(folder, provider))
    for (const { name, bytes } of files) await writeFile(join(folder, provider, name), bytes)
  }
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

interface Result {
  code: number | null
  output: string
  complaints: string
}

const filesOf = ({ provider, files }: ProviderList): string[] => files.map(({ name }) => join(folder, provider, name))

function start(
  variables: Record<string, string>,
  args: readonly string[],
): { child: ChildProcess; ended: Promise<Result> } {
  const child = spawn(process.execPath, [join(ROOT, 'dist/import-subscribers.js'), '--service', 'akademia', ...args], {
    env: {
      ...{ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Post <newsletter@szpalta.example>' },
      ...variables,
    },
  })
  const result: Result = { code: null, output: '', complaints: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    result.output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    result.complaints += chunk.toString()
  })
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ ...result, code: code ?? null }))
  return { child, ended }
}

const vouched = ({ provider }: ProviderList): string[] =>
  provider === 'listmonk' ? ['--confirmed-by', 'listmonk, lista 1, podwójne potwierdzenie'] : []
const countOf = ({ fates }: ProviderList, fate: string): number =>
  [...fates.values()].filter((one) => one === fate).length
/** Numbers of the lines that the command names, by file. */
const namedLines = (complaints: string, file: string): number[] =>
  complaints.split('\n').flatMap((line) => {
    const [name, number] = line.split(':')
    return name === file ? [Number(number)] : []
  })

test('SUB-27: 50,000 rows of five providers come in, 100 flaws are named by their lines, and nobody is mailed', async () => {
  const file = join(folder, 'subscribers.sqlite')
  for (const list of LISTS) {
    const args = [...vouched(list), ...filesOf(list)]
    const dry = await start({ SUBSCRIBERS_FILE: join(folder, 'none.sqlite') }, ['--dry-run', ...args]).ended
    const result = await start({ SUBSCRIBERS_FILE: file }, args).ended
    expect([list.provider, dry.code, result.code]).toEqual([list.provider, 3, 3])
    for (const { complaints, output } of [dry, result]) {
      for (const { name, flaws } of list.files) {
        expect(namedLines(complaints, name)).toEqual(flaws)
        expect(flaws).toHaveLength(FLAWS)
      }
      expect(output).toContain(`flawed rows, named above: ${FLAWS}\n`)
      expect(output).toContain(`further rows of the same mailbox: ${list.duplicates}\n`)
      expect(output).toContain(`left out, because nothing proves that they confirmed: ${countOf(list, 'unproven')}\n`)
      expect(output + complaints).not.toContain('@')
    }
    expect(result.output).toContain(`confirmed: ${countOf(list, 'confirmed')} (${countOf(list, 'confirmed')} added`)
    expect(result.output).toContain(
      `never mailed: ${countOf(list, 'suppressed')} (${countOf(list, 'suppressed')} added`,
    )
  }
  const db = new DatabaseSync(file)
  const rows = db.prepare("SELECT email FROM subscribers WHERE status = 'confirmed' AND proof IS NOT NULL").all()
  const tables = ['letters', 'deliveries', 'mail_minutes'].map((table) => db.prepare(`SELECT * FROM ${table}`).all())
  db.close()
  const expected = LISTS.flatMap(({ fates }) =>
    [...fates].flatMap(([email, fate]) => (fate === 'confirmed' ? [email] : [])),
  )
  expect(rows.map(({ email }) => String(email)).sort()).toEqual(expected.sort())
  expect(tables).toEqual([[], [], []])
  expect((await server.report()).arrived).toEqual([])
})

const counted = (output: string): number[] =>
  /^confirmed: (\d+) \((\d+) added, (\d+)/m.exec(output)?.slice(1).map(Number) ?? []

async function interrupted(variables: Record<string, string>): Promise<void> {
  const [list] = LISTS
  if (!list) throw new Error('no list')
  const { child, ended } = start(variables, filesOf(list))
  // The first page may be written, or half of them.
  child.stdout?.once('data', () => setTimeout(() => child.kill('SIGKILL'), 150))
  await ended
  const again = await start(variables, filesOf(list)).ended
  const [confirmed = 0, added = 0, before = 0] = counted(again.output)
  expect([again.code, confirmed]).toEqual([3, countOf(list, 'confirmed')])
  expect(added + before).toBe(confirmed)
  const last = await start(variables, filesOf(list)).ended
  expect(counted(last.output)).toEqual([confirmed, 0, confirmed])
}

test('SUB-27: killed in the middle, the same command ends it, and once more changes nothing', async () => {
  await interrupted({ SUBSCRIBERS_FILE: join(folder, 'killed.sqlite') })
})

withPostgres('SUB-27: PostgreSQL', () => {
  const { newDatabase } = usePostgres()
  test('takes a list in the same way, killed in the middle too', async () => {
    await interrupted({ DATABASE_URL: await newDatabase() })
  })
})

test.each([
  ['no file', []],
  ['an unknown form', ['--form', 'excel', 'x.csv']],
  ['an unknown encoding', ['--encoding', 'ebcdic', 'x.csv']],
])('SUB-27: %s ends with code 2, and nothing is begun', async (_name, args) => {
  const result = await start({ SUBSCRIBERS_FILE: join(folder, 'unused.sqlite') }, args).ended
  expect([result.code, result.output]).toEqual([2, ''])
  expect(result.complaints).toContain('usage: npm run newsletter:import')
})

test('SUB-27: a file without e-mail addresses is refused before anything is written', async () => {
  const path = join(folder, 'inne.csv')
  await writeFile(path, 'imie;miasto\nOla;Łódź\n')
  const result = await start({ SUBSCRIBERS_FILE: join(folder, 'unused.sqlite') }, [path]).ended
  expect(result.code).toBe(1)
  expect(result.complaints).toContain('inne.csv: no column has e-mail addresses')
})

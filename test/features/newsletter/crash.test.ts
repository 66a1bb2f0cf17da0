import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import { ROOT } from '../../support/root.ts'
import { THREAD_PROGRAM } from '../../support/subscribers.ts'
import { until } from '../../support/until.ts'

/** SUB-1, with processes that are stopped and killed: acknowledged subscriptions are there, and the file is intact. */

const WRITER = join(ROOT, 'test/support/subscriber-writer.mjs')
const CLOCK = join(ROOT, 'test/support/clock.mjs')
/** `LONG=1`: every single write of a subscription, and more kills. Needs strace. */
const IS_LONG = process.env.LONG === '1'
const KILL_ROUNDS = IS_LONG ? 200 : 26
const STOP_MS = 6000
const HOUR_MS = 3_600_000
const TEST_LIMIT_MS = IS_LONG ? 1_200_000 : 180_000

let folder: string
/** The portal's subscriber storage, bundled for the writing processes. */
let keeper: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'))
  keeper = join(folder, 'keeper.mjs')
  const source = join(folder, 'keeper.ts')
  await writeFile(
    source,
    `import { createSqliteStore } from ${JSON.stringify(join(ROOT, 'src/features/newsletter/store/sqlite/sqlite-store.ts'))}
     export const open = (file: string) => {
       const store = createSqliteStore({
         file, program: ${JSON.stringify(THREAD_PROGRAM)}, notify: (notice) => console.error(JSON.stringify(notice)) })
       const subscribe = (email: string, service: string) => store.subscribe(email, service, new Date().toISOString())
       return { subscribe, close: store.close }
     }`,
  )
  const flags = ['--bundle', '--platform=node', '--format=esm', `--outfile=${keeper}`]
  await promisify(execFile)(join(ROOT, 'node_modules/.bin/esbuild'), [source, ...flags])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Writer {
  child: ChildProcess
  /** E-mail addresses acknowledged so far. */
  promised(): string[]
  refusals(): string
  ended: Promise<unknown>
}

function startWriter(file: string, name: string, count: number): Writer {
  const child = spawn('node', ['--import', CLOCK, WRITER, keeper, file, name, String(count)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  let complaints = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString()
  })
  return {
    child,
    promised: () => output.split('\n').slice(0, -1),
    refusals: () => complaints.replace(/^longest block.*\n/m, ''),
    ended: once(child, 'close'),
  }
}

/** Acknowledged addresses that are missing, and SQLite's own check of the file. */
function stateOf(file: string, promised: readonly string[]): { lost: string[]; integrity: unknown } {
  const db = new DatabaseSync(file)
  // From the rows, as an index could differ.
  const rows = db.prepare('SELECT email FROM subscribers NOT INDEXED').all()
  const there = new Set(rows.map(({ email }) => email))
  const integrity = db.prepare('PRAGMA integrity_check').get()?.integrity_check
  db.close()
  return { lost: promised.filter((email) => !there.has(email)), integrity }
}

// Side by side: most of the first one is waiting.
test.concurrent(
  'four processes write a thousand each while one is stopped, then all are, and their clocks jump back and forth',
  async () => {
    const file = join(folder, 'stopped', 'subscribers.sqlite')
    const writers = Array.from({ length: 4 }, (_, n) => startWriter(file, `w${n}`, 1000))
    const [first] = writers
    await until(
      () => first?.promised().length ?? 0,
      (count) => count > 20,
    )
    const clocks = setInterval(() => {
      const jump = Math.random() < 0.5 ? -HOUR_MS : HOUR_MS
      for (const { child } of writers) if (child.connected) child.send({ jump }, () => {})
    }, 200)
    first?.child.kill('SIGSTOP')
    await wait(STOP_MS)
    first?.child.kill('SIGCONT')
    await wait(200)
    for (const { child } of writers) child.kill('SIGSTOP')
    await wait(STOP_MS)
    for (const { child } of writers) child.kill('SIGCONT')
    await Promise.all(writers.map(({ ended }) => ended))
    clearInterval(clocks)
    expect(writers.map(({ refusals }) => refusals())).toEqual(['', '', '', ''])
    const promised = writers.flatMap((writer) => writer.promised())
    expect(promised).toHaveLength(4000)
    expect(stateOf(file, promised)).toEqual({ lost: [], integrity: 'ok' })
  },
  TEST_LIMIT_MS,
)

test.concurrent(
  'SUB-12: people are removed, one command after the other, while four processes write: nobody else is lost',
  async () => {
    const file = join(folder, 'removed', 'subscribers.sqlite')
    const writers = Array.from({ length: 4 }, (_, n) => startWriter(file, `w${n}`, 500))
    const promised = (): string[] => writers.flatMap((writer) => writer.promised())
    await until(promised, ({ length }) => length > 20)
    const removed: string[] = []
    while (writers.some(({ child }) => child.exitCode === null)) {
      const people = writers.flatMap((writer) => writer.promised().slice(-1))
      const command = [join(ROOT, 'dist/remove-subscribers.js'), ...people]
      const { stdout, stderr } = await promisify(execFile)('node', command, { env: { SUBSCRIBERS_FILE: file } })
      const newly = people.filter((email) => stdout.includes(`${email}: removed (akademia)\n`))
      expect([stdout.split('\n').length - 1, stderr]).toEqual([people.length, ''])
      removed.push(...newly)
    }
    await Promise.all(writers.map(({ ended }) => ended))
    expect(writers.map(({ refusals }) => refusals())).toEqual(['', '', '', ''])
    expect([promised().length, removed.length > 4]).toEqual([2000, true])
    const { lost, integrity } = stateOf(file, promised())
    expect([lost.sort(), integrity]).toEqual([removed.sort(), 'ok'])
  },
  TEST_LIMIT_MS,
)

test.concurrent(
  `${KILL_ROUNDS * 2} processes are killed while they write`,
  async () => {
    const file = join(folder, 'killed', 'subscribers.sqlite')
    const promised: string[] = []
    for (let round = 0; round < KILL_ROUNDS; round++) {
      const pair = [startWriter(file, `a${round}`, 10_000), startWriter(file, `b${round}`, 10_000)]
      await until(
        () => Math.min(...pair.map((writer) => writer.promised().length)),
        (least) => least > round % 7,
      )
      await wait(Math.random() * 10)
      for (const { child } of pair) child.kill('SIGKILL')
      await Promise.all(pair.map(({ ended }) => ended))
      promised.push(...pair.flatMap((writer) => writer.promised()))
      expect(pair.map(({ refusals }) => refusals())).toEqual(['', ''])
    }
    expect(stateOf(file, promised)).toEqual({ lost: [], integrity: 'ok' })
  },
  TEST_LIMIT_MS,
)

test.concurrent('a process is killed after each write to its log, whole or torn', async () => {
  const file = join(folder, 'torn', 'subscribers.sqlite')
  // The log is written from start to end, and the database only after it: so a kill leaves a prefix of the log with the
  // database from before.
  const writer = startWriter(file, 'log', 10_000)
  await until(
    () => writer.promised().length,
    (count) => count >= 12,
  ).finally(() => writer.child.kill('SIGSTOP'))
  // The signal may arrive in the middle of a write.
  await until(
    () => readFile(`/proc/${writer.child.pid}/stat`, 'utf8'),
    (stat) => /\) T /.test(stat),
  )
  const parts = { database: await readFile(file), log: await readFile(`${file}-wal`) }
  const header = 32
  const frame = 24 + 4096
  let before = 0
  for (let length = header; length <= parts.log.length; length += frame) {
    for (const torn of [0, 17, frame - 1]) {
      // A new name each time: the driver releases a closed file only once its statements are collected.
      const copy = `${file}.${length}-${torn}`
      await writeFile(copy, parts.database)
      await writeFile(`${copy}-wal`, parts.log.subarray(0, length + torn))
      const db = new DatabaseSync(copy)
      expect(db.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok')
      const hasTable = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'subscribers'`).get()
      const rows = hasTable ? Number(db.prepare('SELECT count(*) AS n FROM subscribers').get()?.n) : 0
      db.close()
      expect(rows).toBeGreaterThanOrEqual(before)
      before = rows
    }
  }
  writer.child.kill('SIGKILL')
  await writer.ended
  expect(before).toBeGreaterThanOrEqual(writer.promised().length)
  expect(stateOf(file, writer.promised())).toEqual({ lost: [], integrity: 'ok' })
})

const everyWrite = IS_LONG && spawnSync('strace', ['-V']).status === 0 ? test : test.skip

everyWrite(
  'a process is killed at each call to the system that writes, with a whole process after it',
  async () => {
    const file = join(folder, 'every-write', 'subscribers.sqlite')
    const base = startWriter(file, 'base', 300)
    await base.ended
    const calls = 'pwrite64,write,fsync,fdatasync,ftruncate,unlink'
    const parts = ['', '-wal', '-shm', '-journal']
    let points = 0
    for (;;) {
      const copy = `${file}.${points}`
      for (const part of parts) if (existsSync(file + part)) copyFileSync(file + part, copy + part)
      const paths = parts.flatMap((part) => ['-P', copy + part])
      const inject = `inject=${calls}:signal=SIGKILL:when=${points + 1}`
      const flags = ['-f', '-qq', '-o', `${copy}.trace`, ...paths, '-e', `trace=${calls}`, '-e', inject]
      const run = (name: string, count: number, by: string[]): string[] => {
        const [program = 'node', ...before] = [...by, 'node']
        const result = spawnSync(program, [...before, WRITER, keeper, copy, name, String(count)], { encoding: 'utf8' })
        return result.stdout.split('\n').slice(0, -1)
      }
      const killed = run('kill', 1, ['strace', ...flags])
      if (!(await readFile(`${copy}.trace`, 'utf8')).includes('killed by SIGKILL')) break
      const after = run('after', 30, [])
      expect(after).toHaveLength(30)
      expect(stateOf(copy, [...base.promised(), ...killed, ...after])).toEqual({ lost: [], integrity: 'ok' })
      points += 1
    }
    expect(points).toBeGreaterThan(5)
  },
  TEST_LIMIT_MS,
)

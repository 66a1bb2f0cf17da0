import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT } from '../support/root.ts'

const run = promisify(execFile)

/** What a program with the functions of rows.mjs prints. */
function printed(program: string, ...values: object[]): string {
  const text = `
    import * as rows from './bench/against/rows.mjs'
    const values = process.argv.slice(1).map((value) => JSON.parse(value))
    ${program}`
  const args = ['--input-type=module', '-e', text, ...values.map((value) => JSON.stringify(value))]
  return execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The line of a row in the report of a comparison of two builds. */
const reported = (row: object): string =>
  printed('process.stdout.write(rows.report(values))', row).split('\n').at(-1) ?? ''

const before = [100, 104, 98, 101, 99, 103, 97, 100, 102, 101]
const times = (factor: number, spread = 0.02): number[] =>
  before.map((value, round) => value * (factor + (round % 2 ? spread : -spread)))

test('what has noise is worse beyond the half of its spread and 3 %, and better at will', () => {
  const row = { name: 'miss', unit: 'ms', before }
  expect(reported({ ...row, now: times(1.01) })).toMatch(/± 0\.020 \| +ok/)
  expect(reported({ ...row, now: times(1.06) })).toMatch(/± 0\.020 \| WORSE/)
  expect(reported({ ...row, now: times(1.025, 0.001) })).toMatch(/± 0\.001 \| +ok/)
  expect(reported({ ...row, now: times(1.035, 0.001) })).toMatch(/± 0\.001 \| WORSE/)
  expect(reported({ ...row, now: times(0.8) })).toMatch(/ok/)
  const busy = [90, 150, 98, 130, 99, 160, 97, 140, 102, 100]
  expect(reported({ ...row, now: busy })).toMatch(/ok/)
})

test('what is counted is worse beyond what it may grow by', () => {
  const row = { name: 'HTML', unit: 'bytes', before: [30_000], allowed: 100 }
  expect(reported({ ...row, now: [30_100] })).toMatch(/\+ 100 allowed \| +ok/)
  expect(reported({ ...row, now: [30_101] })).toMatch(/WORSE/)
  const calls = { name: 'calls', unit: 'a request', before: [0], allowed: 0 }
  expect(reported({ ...calls, now: [0] })).toMatch(/1\.000 .*ok/)
  expect(reported({ ...calls, now: [1] })).toMatch(/WORSE/)
})

test.each([
  ['no bytes', { now: [0], before: [100], allowed: 0 }],
  ['no bytes of the other build', { now: [100], before: [0], allowed: 0 }],
  ['no number', { now: [null], before: [100], allowed: 0 }],
  ['a round without a number', { now: [1, null], before: [1, 1] }],
  ['no rounds', { now: [], before: [] }],
])('a row with %s was not measured', (_what, values) => {
  expect(() => reported({ name: 'script', unit: 'bytes', ...values })).toThrow(/script, (?:now|before): not measured/)
})

test('a row that is worse counts as it is the second time', () => {
  const program = `
    const [first, second] = values
    const names = []
    const rowsNow = await rows.confirmed((again) => (names.push(again), again ? second : first))
    process.stdout.write(JSON.stringify({ names, worse: rowsNow.filter((row) => rows.judge(row).isWorse) }))`
  const row = (name: string, now: number) => ({ name, unit: 'bytes', now: [now], before: [10], allowed: 0 })
  const first = [row('a', 10), row('b', 12), row('c', 12)]
  const second = [row('a', 13), row('b', 10), row('c', 11)]
  expect(JSON.parse(printed(program, first, second))).toEqual({ names: [null, ['b', 'c']], worse: [row('c', 11)] })
  expect(JSON.parse(printed(program, [row('a', 10)], []))).toEqual({ names: [null], worse: [] })
  expect(() => printed(program, [], [])).toThrow(/nothing was measured/)
})

test('each build is the first of a round as often as the other', () => {
  const program = `
    const { inTurn } = await import('./bench/rounds.mjs')
    const firsts = Array.from({ length: rows.ROUNDS }, (_, round) => inTurn(['now', 'before'], round)[0])
    process.stdout.write(JSON.stringify(firsts.map((name) => (name === 'now' ? 1 : -1))))`
  const firsts = JSON.parse(printed(program)) as number[]
  expect(firsts.slice(0, 2)).toEqual([1, -1])
  expect(firsts.reduce((sum, one) => sum + one, 0)).toBe(0)
})

test.each([
  ['a case that compares no builds', ['--only', 'views'], /no case that compares builds: views; there are hits, /],
  ['one among others', ['--only', 'hits,views'], /no case that compares builds: views/],
  ['targets', ['--check'], /--check and --write are about the targets/],
  ['a report', ['--write'], /--check and --write are about the targets/],
])('--against refuses %s', async (_what, options, message) => {
  await expect(run('node', ['bench/run.mjs', '--against', 'HEAD', ...options], { cwd: ROOT })).rejects.toThrow(message)
})

test('--against refuses an empty commit', async () => {
  await expect(run('node', ['bench/run.mjs', '--against', ''], { cwd: ROOT })).rejects.toThrow(
    /--against needs a commit/,
  )
})

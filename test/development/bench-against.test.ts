import { execFileSync } from 'node:child_process'
import { ROOT } from '../support/root.ts'

/** The line of a row in the report of a comparison of two builds. */
function reported(row: object): string {
  const program = `
    import { report } from './bench/against/rows.mjs'
    process.stdout.write(report([JSON.parse(process.argv[1])]))`
  const args = ['--input-type=module', '-e', program, JSON.stringify(row)]
  return execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }).split('\n').at(-1) ?? ''
}

const before = [100, 104, 98, 101, 99, 103, 97, 100, 102]
const times = (factor: number): number[] => before.map((value, round) => value * (factor + (round % 2 ? 0.02 : -0.02)))

test('what has noise is worse beyond the half of its spread, and better at will', () => {
  const row = { name: 'miss', unit: 'ms', before }
  expect(reported({ ...row, now: times(1.01) })).toMatch(/± 0\.020 \| +ok/)
  expect(reported({ ...row, now: times(1.06) })).toMatch(/± 0\.020 \| WORSE/)
  expect(reported({ ...row, now: times(0.8) })).toMatch(/ok/)
  const busy = [90, 150, 98, 130, 99, 160, 97, 140, 102]
  expect(reported({ ...row, now: busy })).toMatch(/ok/)
})

test('what is counted is worse beyond what it may grow by', () => {
  const row = { name: 'HTML', unit: 'bytes', before: [30_000], allowed: 100 }
  expect(reported({ ...row, now: [30_100] })).toMatch(/\+ 100 allowed \| +ok/)
  expect(reported({ ...row, now: [30_101] })).toMatch(/WORSE/)
  expect(reported({ name: 'calls', unit: '', before: [0], now: [0], allowed: 0 })).toMatch(/1\.000 .*ok/)
  expect(reported({ name: 'calls', unit: '', before: [0], now: [1], allowed: 0 })).toMatch(/WORSE/)
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/root.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'summaries-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** @param tests `+` passed, `-` failed, `2` passed the second time, `.` skipped; the name follows */
function file(name: string, tests: readonly string[], isLoaded = true) {
  const assertionResults = tests.map((test) => ({
    fullName: test.slice(1),
    status: test.startsWith('-') ? 'failed' : test.startsWith('.') ? 'pending' : 'passed',
    invocations: test.startsWith('2') ? 2 : 1,
  }))
  const hasFailed = !isLoaded || tests.some((test) => test.startsWith('-'))
  return { name: join(ROOT, name), status: hasFailed ? 'failed' : 'passed', assertionResults }
}

function run(what: 'failed' | 'count', ...runs: object[][]) {
  const summaries = runs.map((testResults, index) => {
    const path = join(folder, `${index}.json`)
    writeFileSync(path, JSON.stringify({ testResults }))
    return path
  })
  const { stdout, stderr } = spawnSync('node', ['test/support/test-summaries.mjs', what, ...summaries], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { printed: stdout.trim(), notes: stderr.split('\n').filter((line) => line !== '') }
}

test('a test that passes when its file runs alone counts as passed, once, and is named', () => {
  const first = [file('test/a.test.ts', ['+one', '-two', '2three']), file('test/b.test.ts', ['+four', '.five'])]
  expect(run('failed', first).printed).toBe('test/a.test.ts')
  const second = [file('test/a.test.ts', ['+one', '+two', '+three'])]
  expect(run('count', first, second)).toEqual({
    printed: '4 0',
    notes: ['passed only the second time: test/a.test.ts: three', 'passed only when run alone: test/a.test.ts: two'],
  })
})

test('a test that fails alone too has failed, and so has one that is skipped or missing there', () => {
  const first = [file('test/a.test.ts', ['+one', '-two', '-three'])]
  expect(run('count', first, [file('test/a.test.ts', ['+one', '-two', '+three'])]).printed).toBe('1 2')
  expect(run('count', first, [file('test/a.test.ts', ['+one', '.two', '+three'])])).toEqual({
    printed: '2 1',
    notes: ['passed only when run alone: test/a.test.ts: three'],
  })
  expect(run('count', first, [file('test/a.test.ts', ['+one'])]).printed).toBe('1 2')
  expect(run('count', first, []).printed).toBe('1 2')
  expect(run('count', first)).toEqual({ printed: '1 2', notes: [] })
})

test('of two tests with one name, both must pass alone', () => {
  const first = [file('test/a.test.ts', ['+one', '-one'])]
  expect(run('count', first, [file('test/a.test.ts', ['-one', '+one'])]).printed).toBe('1 1')
  expect(run('count', first, [file('test/a.test.ts', ['+one', '+one'])]).printed).toBe('2 0')
})

test('a file that could not be loaded is one failure; when it can be alone, its tests count', () => {
  const first = [file('test/a.test.ts', [], false), file('test/b.test.ts', ['+four'])]
  expect(run('failed', first).printed).toBe('test/a.test.ts')
  expect(run('count', first).printed).toBe('1 1')
  expect(run('count', first, [file('test/a.test.ts', ['+one', '+two'])])).toEqual({
    printed: '3 0',
    notes: ['passed only when run alone: test/a.test.ts: the whole file'],
  })
})

test('a run without a summary has no tests and no failed files', () => {
  expect(run('failed', []).printed).toBe('')
  const missing = spawnSync('node', ['test/support/test-summaries.mjs', 'count', join(folder, 'missing.json')], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(missing.stdout).toBe('0 0\n')
})

test('a file that found no time has failed, and forgives nothing when it was to run alone', () => {
  const unrun = [file('test/a.test.ts', ['.no time is left']), file('test/b.test.ts', ['+one', '.skipped'])]
  expect(run('count', unrun)).toEqual({ printed: '1 1', notes: ['NOT RUN, no time was left: test/a.test.ts'] })
  const notLoaded = [file('test/c.test.ts', [], false)]
  expect(run('count', notLoaded, [file('test/c.test.ts', ['.no time is left'])]).printed).toBe('0 1')
})

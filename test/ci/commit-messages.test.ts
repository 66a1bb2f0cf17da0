import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/root.ts'

const PROGRAM = join(ROOT, '.ci/commit-messages.mjs')
const GOOD = 'Bring the tables of settings from their schemas\n\nTwo lists by hand had drifted apart.\n'

let folder: string
let first: string
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
const commit = (message: string): string =>
  git('commit', '--quiet', '--allow-empty', '--cleanup=verbatim', '-m', message)
const check = () => {
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, first], { cwd: folder, encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commits-'))
  git('init', '--quiet')
  commit('initial')
  first = git('rev-parse', 'HEAD').trim()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('messages with an order, and a body with the reason, pass; what was before the rule is not looked at', () => {
  commit(GOOD)
  commit('Test what a reader sees\n\nNobody did.\n')
  commit('Address mails by the mailbox\n\nDots and tags lead to one.\n')
  expect(check()).toEqual({ status: 0, lines: ['3 commit messages checked, 0 faults'] })
})

test.each([
  ['The settings come from their schemas\n\nReason.\n', 'its subject begins with "The", which is no imperative'],
  ['Added a table\n\nReason.\n', 'its subject begins with "Added", which is no imperative'],
  ['Fixing a table\n\nReason.\n', 'its subject begins with "Fixing", which is no imperative'],
  ['Fixes a table\n\nReason.\n', 'its subject begins with "Fixes", which is no imperative'],
  ['Tests: a table\n\nReason.\n', 'its subject begins with "Tests:", which is no imperative'],
  ['add a table\n\nReason.\n', 'its subject begins with no capital letter'],
  ['Add a table.\n\nReason.\n', 'its subject ends with a full stop'],
  ['Add a table\n', 'it has no body with the reason'],
  ['Add a table\nReason.\n', 'no empty line follows its subject'],
  [`Add ${'a'.repeat(69)}\n\nReason.\n`, 'its subject has 73 characters, at most 72'],
])('%j is named with its fault', (message, fault) => {
  commit(message)
  const { status, lines } = check()
  expect(status).toBe(1)
  expect(lines[0]).toMatch(/^[0-9a-f]{8} /)
  expect(lines.some((line) => line.endsWith(`: ${fault}`))).toBe(true)
})

test('a clone without the first commit has its last one checked, a folder without history none', () => {
  commit(GOOD)
  first = '0'.repeat(40)
  expect(check()).toMatchObject({
    status: 0,
    lines: [expect.stringContaining('is not in this clone'), expect.anything()],
  })
  rmSync(join(folder, '.git'), { recursive: true })
  expect(check()).toMatchObject({
    status: 0,
    lines: [expect.stringContaining('no history is here'), expect.anything()],
  })
})

import { createLog } from '../../../src/observability/log/log.ts'
import { createRepeats } from '../../../src/observability/log/repeats.ts'
import type { LogLine } from '../../support/portal.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const TEN_SECONDS = 10_000
const [INFO, WARNING, ERROR] = [30, 40, 50]

function logged() {
  const lines: LogLine[] = []
  const secrets = ['tajny-klucz']
  const repeats = createRepeats(secrets)
  const write = (line: string): void => void lines.push(JSON.parse(line) as LogLine)
  const log = createLog({ level: 'info', secrets, repeats }, { write })
  return { log, lines, repeats }
}

test('a repeated line is written once, then counted every ten seconds (COST-82)', () => {
  const { log, lines } = logged()
  for (let times = 0; times < 3063; times++) log.info({ status: 400, code: 'HPE_INVALID_METHOD' }, 'unreadable request')
  expect(lines).toMatchObject([{ level: INFO, msg: 'unreadable request' }])
  jest.advanceTimersByTime(TEN_SECONDS)
  for (let times = 0; times < 7; times++) log.info({ status: 400, code: 'HPE_INVALID_METHOD' }, 'unreadable request')
  jest.advanceTimersByTime(TEN_SECONDS)
  expect(lines.slice(1)).toMatchObject([
    { level: INFO, msg: 'unreadable request: 3062 more in 10 s', more: 3062, seconds: 10, status: 400 },
    { level: INFO, msg: 'unreadable request: 7 more in 10 s', more: 7, code: 'HPE_INVALID_METHOD' },
  ])
  jest.advanceTimersByTime(TEN_SECONDS * 3)
  expect(lines).toHaveLength(3)
})

test('no line of counted ones contains a secret, wherever it is cut', () => {
  const { log, lines } = logged()
  for (let length = 480; length < 510; length++) {
    for (let times = 0; times < 2; times++) {
      log.error(
        { err: new Error(`${'x'.repeat(length)}tajny-klucz`), response: `${'y'.repeat(length)}tajny-klucz` },
        'źle',
      )
    }
  }
  jest.advanceTimersByTime(TEN_SECONDS)
  expect(lines.length).toBeGreaterThan(30)
  expect(JSON.stringify(lines)).not.toMatch(/taj/)
})

test('after ten seconds of silence it is a new one', () => {
  const { log, lines } = logged()
  log.warn('content is stale')
  jest.advanceTimersByTime(TEN_SECONDS)
  log.warn('content is stale')
  expect(lines).toMatchObject([{ msg: 'content is stale' }, { msg: 'content is stale' }])
})

test('errors of different requests are the same when their texts are the same', () => {
  const { log, lines, repeats } = logged()
  for (let id = 0; id < 100; id++) {
    const err = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
    log.error({ requestId: `request-${id}`, ms: id, path: `/${id}`, err }, 'request failed')
  }
  repeats.flush()
  expect(lines).toMatchObject([
    { level: ERROR, requestId: 'request-0', err: { message: 'no answer', code: 'ETIMEDOUT' } },
    { level: ERROR, more: 99, err: { message: 'Error ETIMEDOUT no answer' } },
  ])
})

test('lines with another text, level or call are counted separately', () => {
  const { log, lines } = logged()
  log.warn({ host: 'a', state: 'open' }, 'breaker')
  log.warn({ host: 'b', state: 'open' }, 'breaker')
  log.info({ host: 'a', state: 'closed' }, 'breaker')
  log.warn({ call: { service: 'a' } }, 'content')
  log.warn({ call: { service: 'b' } }, 'content')
  log.error(new Error('a'))
  log.error(new Error('b'))
  expect(lines).toHaveLength(7)
})

test('kinds of lines from unbounded input are bounded, and counted (COST-82)', () => {
  const { log, lines, repeats } = logged()
  for (let number = 0; number < 5000; number++) log.error({ key: `/2026/${number}` }, 'content is stale')
  expect(lines).toHaveLength(50)
  // Another kind has its own count.
  log.warn('other')
  expect(lines).toHaveLength(51)
  for (let kind = 0; kind < 5000; kind++) log.warn(`kind ${kind}`)
  repeats.flush()
  expect(lines.length).toBeLessThan(1600)
  const counted = lines.reduce((sum, { more }) => sum + (typeof more === 'number' ? more : 1), 0)
  expect(counted).toBe(10_001)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'content is stale: 4950 more in 10 s', level: ERROR }))
})

test('each request that got a response has its line, and so has the end of the process', () => {
  const { log, lines } = logged()
  for (let times = 0; times < 3; times++) log.info({ status: 200 }, 'request')
  for (let times = 0; times < 3; times++) log.fatal('uncaught error')
  expect(lines).toHaveLength(6)
})

test('the count of a line is redacted like the line', () => {
  const { log, lines, repeats } = logged()
  const facts = {
    token: 'abcdef',
    request: { headers: { authorization: 'Basic abcdef' } },
    err: new Error('tajny-klucz'),
  }
  for (let times = 0; times < 3; times++) log.warn(facts, 'x')
  repeats.flush()
  expect(lines).toMatchObject([{ level: WARNING }, { level: WARNING, more: 2 }])
  expect(JSON.stringify(lines)).not.toMatch(/abcdef|tajny-klucz/)
})

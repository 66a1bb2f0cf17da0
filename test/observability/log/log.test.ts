import { AxiosError, AxiosHeaders } from 'axios'
import { createLog } from '../../../src/observability/log/log.ts'
import { readEnv } from '../../support/customer-site.ts'

const SECRET = 'kanarek"z/klucza'

/** The log line of one event. */
function lineOf(fields: object, message = 'x', secrets: string[] = [SECRET]): string {
  const lines: string[] = []
  createLog({ level: 'info', secrets }, { write: (line: string) => void lines.push(line) }).error(fields, message)
  return lines.join('')
}

test('an error is its name, message, stack, code and causes, without other properties', () => {
  const headers = new AxiosHeaders({ authorization: 'Basic abc' })
  const config = { headers, auth: { username: 'redakcja', password: 'haslo-z-konfiguracji' } }
  const error = new AxiosError('connect ECONNREFUSED', 'ECONNREFUSED', config)
  error.cause = Object.assign(new Error('socket'), { config })
  const line = lineOf({ err: error })
  const { err } = JSON.parse(line) as { err: object }
  expect(Object.keys(err).sort()).toEqual(['cause', 'code', 'message', 'stack', 'type'])
  expect(err).toMatchObject({ type: 'AxiosError', code: 'ECONNREFUSED', cause: { message: 'socket' } })
  expect(line).not.toMatch(/haslo-z-konfiguracji|redakcja|Basic abc/)
})

test('circular causes end', () => {
  const error = new Error('a')
  error.cause = error
  expect(lineOf({ err: error }).length).toBeLessThan(20_000)
})

test('fields with credentials are redacted at any depth', () => {
  const held = {
    authorization: 'Bearer tajne',
    cookie: 'a=tajne',
    'set-cookie': 'tajne',
    apikey: 'tajne',
    password: 'tajne',
    token: 'tajne',
  }
  expect(lineOf({ ...held, request: held, response: { headers: held } })).not.toContain('tajne')
})

test.each([
  ['in a message', () => lineOf({}, `GET https://x/?key=${SECRET}`)],
  ['in an address', () => lineOf({ url: `https://x/?key=${encodeURIComponent(SECRET)}` })],
  ['in an error', () => lineOf({ err: new Error(`said ${SECRET}`) })],
  ['in JSON that another server sent', () => lineOf({ body: JSON.stringify({ key: SECRET }) })],
  ['deep in a field', () => lineOf({ a: { b: [{ c: SECRET }] } })],
])('a secret is masked %s', (_where, write) => {
  const line = write()
  expect(line).toContain('***')
  expect(line).not.toMatch(/kanarek|klucza/)
  expect(() => JSON.parse(line)).not.toThrow()
})

test('a secret that is a common word stays readable: masking it would ruin the log', () => {
  expect(lineOf({}, 'the log', ['log'])).toContain('the log')
})

test('the settings list their secrets, including those within URLs and as they are sent', () => {
  const { secrets } = readEnv({
    CMS_USER: 'redakcja',
    CMS_KEY: 'klucz-cms',
    CMS_USER_POST: 'redakcja-post',
    CMS_KEY_POST: 'klucz-post',
    PURGE_TOKEN: 'token-purge',
    REDIS_URL: 'redis://:has%C5%82o+x@127.0.0.1:6379',
    NEWSROOM_DIR: 'newsroom',
    AWS_SECRET_ACCESS_KEY: 'of-another-program',
  })
  expect([...secrets].sort()).toEqual(
    [
      'klucz-cms',
      'klucz-post',
      Buffer.from('redakcja-post:klucz-post').toString('base64'),
      'token-purge',
      'has%C5%82o+x',
      'hasło+x',
      Buffer.from('redakcja:klucz-cms').toString('base64'),
    ].sort(),
  )
})

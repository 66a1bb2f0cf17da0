import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createProxies, type Proxies } from '../../src/purge/proxies.ts'
import { until } from '../support/until.ts'

const TOKEN = 'tajny-token-bufora'
const QUICK = { retries: [1, 1, 1], catchUp: 20 }

let server: Server
let calls: Array<{ method: string | undefined; headers: IncomingHttpHeaders }>
let statusOf: (nth: number) => number
let errors: string[]
let proxies: Proxies

beforeEach(async () => {
  calls = []
  errors = []
  statusOf = () => 200
  server = createServer((request, response) => {
    calls.push({ method: request.method, headers: request.headers })
    response.writeHead(statusOf(calls.length)).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  proxies.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const start = (isSentTwice: boolean, pauses?: { retries: readonly number[]; catchUp: number }): void => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  proxies = createProxies(
    { urls: [url], token: TOKEN },
    {
      isSentTwice,
      everything: ['service-post', 'service-plus'],
      onError: (error) => void errors.push(error.message),
      ...(pauses && { pauses }),
    },
  )
}
const keysOf = (): string[] => calls.flatMap(({ headers }) => String(headers['surrogate-key']).split(' '))

test('a cache receives keys and paths, including those of the appended fragment, with its token', async () => {
  start(false)
  proxies.purge({ service: 'post', paths: ['/2026/01/tekst.html'], tags: ['post-1', 'tag-gry', 'post-1'] })
  await until(
    () => calls.length,
    (count) => count === 1,
  )
  expect(calls[0]).toMatchObject({ method: 'PURGE', headers: { authorization: `Bearer ${TOKEN}` } })
  expect(keysOf()).toEqual([
    'post-1',
    'tag-gry',
    'path:/2026/01/tekst.html',
    'path:/fragment/2026/01/tekst',
    'path:/fragment/live/2026/01/tekst',
  ])
})

test('many keys go in several requests, none of them longer than servers accept', async () => {
  start(false)
  const tags = Array.from({ length: 500 }, (_, index) => `post-${String(index).padStart(40, '0')}`)
  proxies.purge({ service: 'post', paths: [], tags })
  await until(
    () => keysOf().length,
    (count) => count === tags.length,
  )
  expect(Math.max(...calls.map(({ headers }) => String(headers['surrogate-key']).length))).toBeLessThanOrEqual(4000)
})

test('a purge that a cache refuses is sent again; after four tries it is an error, which names no token', async () => {
  start(false)
  statusOf = (nth) => (nth <= 2 ? 503 : 200)
  proxies.purge({ service: 'post', paths: [], tags: ['post-1'] })
  await until(
    () => calls.length,
    (count) => count === 3,
  )
  statusOf = () => 500
  proxies.purge({ service: 'post', paths: [], tags: ['post-2'] })
  await until(
    () => errors,
    ({ length }) => length === 1,
    15_000,
  )
  expect(calls).toHaveLength(3 + 4)
  expect(errors[0]).toMatch(/did not take a purge: HTTP 500$/)
})

test('with other instances, the purge is sent again once they have received it', async () => {
  start(true)
  proxies.purge({ service: 'post', paths: [], tags: ['post-1'] })
  await until(
    () => calls.length,
    (count) => count === 2,
  )
  expect(keysOf()).toEqual(['post-1', 'post-1'])
})

test('PURGE-16: a cache that missed a purge drops everything once it takes any, and then only what is purged', async () => {
  start(false, QUICK)
  let isAway = true
  statusOf = () => (isAway ? 503 : 200)
  await proxies.purge({ service: 'post', paths: [], tags: ['post-1'] })
  expect(errors).toHaveLength(1)
  // It is tried on and on.
  await until(
    () => calls.length,
    (count) => count > 4 + 2,
  )
  expect(new Set(keysOf().slice(4))).toEqual(new Set(['service-post', 'service-plus']))
  isAway = false
  calls = []
  await until(
    () => calls.length,
    (count) => count === 1,
  )
  await proxies.purge({ service: 'post', paths: [], tags: ['post-2'] })
  await proxies.purge({ service: 'post', paths: [], tags: ['post-3'] })
  // Nor is everything dropped again and again: several tries would have come by now.
  await wait(5 * QUICK.catchUp)
  expect(keysOf()).toEqual(['service-post', 'service-plus', 'post-2', 'post-3'])
})

test('PURGE-16: so does one for which there were too many purges at once', async () => {
  start(false, QUICK)
  const all = Array.from({ length: 600 }, (_, number) =>
    proxies.purge({ service: 'post', paths: [], tags: [`post-${number}`] }),
  )
  await Promise.all(all)
  expect(errors[0]).toMatch(/too many purges/)
  await until(keysOf, (keys) => keys.includes('service-plus'))
})

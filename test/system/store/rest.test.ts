import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Redis } from '@upstash/redis'
import { createRestStore } from '../../../src/system/store/rest.ts'
import { type Store, StoreError, StoreRefusal } from '../../../src/system/store/store.ts'

const TOKEN = 'tajny-token-magazynu'

let server: Server
let tries: number
let headers: IncomingHttpHeaders
let reply: (nth: number) => { status: number; body: string } | undefined
let store: Store

beforeEach(async () => {
  tries = 0
  server = createServer((request, response) => {
    tries += 1
    headers = request.headers
    const prepared = reply(tries)
    if (prepared) response.writeHead(prepared.status, { 'content-type': 'application/json' }).end(prepared.body)
    else request.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  store = createRestStore(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, TOKEN)
})
afterEach(async () => {
  await store.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('a network failure is retried five times, after pauses of 50 ms times e to their number', async () => {
  reply = (nth) => (nth <= 5 ? undefined : { status: 200, body: JSON.stringify({ result: btoa('jest') }) })
  const startedAt = performance.now()
  expect(await store.get('klucz')).toBe('jest')
  expect(tries).toBe(6)
  // 50, 136, 369, 1004 and 2730 ms.
  expect(performance.now() - startedAt).toBeGreaterThan(4200)
})

test('then it is an error, as is a response without a result; a refusal is not retried', async () => {
  reply = () => undefined
  await expect(store.get('klucz')).rejects.toThrow('fetch failed')
  expect(tries).toBe(6)
  reply = () => ({ status: 200, body: '{}' })
  await expect(store.get('klucz')).rejects.toThrow('did not return a result')
  expect(tries).toBe(7)
  reply = () => ({ status: 401, body: '{"error":"Unauthorized"}' })
  await expect(store.get('klucz')).rejects.toThrow('Unauthorized')
  expect(tries).toBe(8)
})

test('an error contains neither the command and its values nor the token', async () => {
  reply = () => ({ status: 400, body: '{"error":"ERR zly typ"}' })
  const error = await store.append('dziennik', 'tresc wpisu').catch(String)
  expect(error).toBe('StoreError: ERR zly typ')
})

test('responses are requested in base64, and bypass every cache (RES-14)', async () => {
  reply = () => ({ status: 200, body: JSON.stringify({ result: Buffer.from('zażółć').toString('base64') }) })
  expect(await store.get('klucz')).toBe('zażółć')
  expect(headers).toMatchObject({ 'upstash-encoding': 'base64', 'cache-control': 'no-cache', pragma: 'no-cache' })
})

test('a failed command of several is named with its position (RES-14)', async () => {
  reply = () => ({ status: 200, body: '[{"result":"OK"},{"error":"WRONGTYPE not a number"},{"result":5}]' })
  const error: unknown = await store.increment('klucz', 1000).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StoreRefusal)
  expect(String(error)).toBe('StoreError: Command 2 [ incr ] failed: WRONGTYPE not a number')
})

test('the client accepts no empty pipeline, and no other kind of URL (RES-14)', async () => {
  const client = new Redis({ url: 'https://kv.example', token: TOKEN })
  await expect(client.pipeline().exec()).rejects.toThrow('Pipeline is empty')
  await expect(createRestStore('ftp://kv.example', TOKEN).get('klucz')).rejects.toThrow('starting with https')
})

test.each<[string, number, string, boolean]>([
  [
    'a command that it does not know',
    400,
    `{"error":"ERR unknown command 'XADD', with args beginning with: 'a'"}`,
    true,
  ],
  ['a command that is not allowed', 400, '{"error":"NOPERM this user has no permissions to run it"}', true],
  ['no result', 200, '{}', true],
  ['a result of another shape', 200, '{"result":7}', true],
  ['a token that it does not know', 401, '{"error":"Unauthorized"}', false],
  ['a password that it does not know', 400, '{"error":"WRONGPASS invalid or missing auth token"}', false],
  ['that it is loading', 400, '{"error":"LOADING Redis is loading the dataset in memory"}', false],
  ['HTML', 502, '<h1>Bad Gateway</h1>', false],
])('a response with %s fails the command alone, or the store (RES-11)', async (_what, status, body, isRefusal) => {
  reply = () => ({ status, body })
  const error: unknown = await store.append('dziennik', 'wpis').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StoreError)
  expect(error instanceof StoreRefusal).toBe(isRefusal)
  expect(String(error)).not.toMatch(/dziennik|args beginning|Bad Gateway/)
})

test('closing ends calls that wait for a response', async () => {
  server.removeAllListeners('request')
  const waiting = expect(store.get('klucz')).rejects.toThrow('no response')
  setTimeout(() => void store.close(), 100)
  await waiting
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRestStore } from '../../src/store/rest.ts'
import type { Store } from '../../src/store/store.ts'

const TOKEN = 'tajny-token-magazynu'

let server: Server
let tries: number
let answer: (nth: number) => { status: number; body: string } | undefined
let store: Store

beforeEach(async () => {
  tries = 0
  server = createServer((request, response) => {
    tries += 1
    const given = answer(tries)
    if (given) response.writeHead(given.status, { 'content-type': 'application/json' }).end(given.body)
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

test('a network failure is tried again five times, after pauses of 50 ms times e to their number', async () => {
  answer = (nth) => (nth <= 5 ? undefined : { status: 200, body: JSON.stringify({ result: btoa('jest') }) })
  const startedAt = performance.now()
  expect(await store.get('klucz')).toBe('jest')
  expect(tries).toBe(6)
  // 50, 136, 369, 1004 and 2730 ms.
  expect(performance.now() - startedAt).toBeGreaterThan(4200)
}, 20_000)

test('then it is an error, as is an answer without a result; a refusal is not tried again', async () => {
  answer = () => undefined
  await expect(store.get('klucz')).rejects.toThrow('fetch failed')
  expect(tries).toBe(6)
  answer = () => ({ status: 200, body: '{}' })
  await expect(store.get('klucz')).rejects.toThrow('did not return a result')
  expect(tries).toBe(7)
  answer = () => ({ status: 401, body: '{"error":"Unauthorized"}' })
  await expect(store.get('klucz')).rejects.toThrow('Unauthorized')
  expect(tries).toBe(8)
}, 20_000)

test('an error says nothing of the command and its values, nor of the token', async () => {
  answer = () => ({ status: 400, body: '{"error":"ERR zly typ"}' })
  const error = await store.append('dziennik', 'tresc wpisu').catch(String)
  expect(error).toBe('StoreError: ERR zly typ')
})

test('closing ends what waits for an answer that never comes', async () => {
  server.removeAllListeners('request')
  const waiting = expect(store.get('klucz')).rejects.toThrow('no answer')
  setTimeout(() => void store.close(), 100)
  await waiting
})

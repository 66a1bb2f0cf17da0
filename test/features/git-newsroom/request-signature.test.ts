import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { gitHostProof } from '../../../src/features/git-newsroom/request-signature.ts'

const TOKEN = 'sekret-powiadomien-z-gita'
const MEGABYTES = 1024 * 1024
const LARGE = Buffer.alloc(5 * MEGABYTES, 'x')
const SMALL = Buffer.from('{"ref":"refs/heads/main"}')
const HOST = '203.0.113.1'

let now: number
let unchecked: number
let server: Server
beforeEach(async () => {
  now = 0
  unchecked = 0
  const prove = gitHostProof(
    () => (unchecked += 1),
    () => now,
  )
  const app = express()
  app.set('trust proxy', true)
  app.post('/', async (request, response) => void response.send(await prove(request, TOKEN)))
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

async function proof(client: string, body: Buffer, secret: string, type = 'application/json'): Promise<string> {
  const { port } = server.address() as AddressInfo
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'content-type': type, 'x-forwarded-for': client, 'x-hub-signature-256': `sha256=${signature}` }
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: new Uint8Array(body) })
  return response.text()
}
const forged = (client: string, body = LARGE): Promise<string> => proof(client, body, 'zgadywany')
const signed = (client: string, body = SMALL): Promise<string> => proof(client, body, TOKEN)

test('GIT-4 a client has so many forged bodies hashed in a minute, and no more; others are looked at', async () => {
  const tries: string[] = []
  for (let n = 0; n < 8; n++) tries.push(await forged('198.51.100.1'))
  expect(tries).toEqual(['wrong', 'wrong', 'wrong', ...Array.from({ length: 5 }, () => 'unchecked')])
  expect(unchecked).toBe(5)
  expect(await forged('198.51.100.2', SMALL)).toBe('wrong')
  expect(await signed(HOST)).toBe('right')
  now += 61_000
  expect(await forged('198.51.100.1')).toBe('wrong')
})

test('GIT-4 many clients together have no more hashed than a limit, at once or after each other', async () => {
  const clients = Array.from({ length: 40 }, (_, n) => `198.51.100.${n}`)
  const tries = await Promise.all(clients.map((client) => forged(client)))
  expect(tries.filter((one) => one === 'wrong').length).toBeLessThanOrEqual(12)
  expect(await forged('192.0.2.9')).toBe('unchecked')
})

test('GIT-4 a client that was right before is checked while all others are not', async () => {
  expect(await signed(HOST)).toBe('right')
  await Promise.all(Array.from({ length: 40 }, (_, n) => forged(`198.51.100.${n}`)))
  expect(await signed('192.0.2.9', LARGE)).toBe('unchecked')
  expect(await signed(HOST, LARGE)).toBe('right')
})

test('GIT-4 right signatures cost nothing of the limit', async () => {
  for (let n = 0; n < 15; n++) expect([n, await signed(HOST, LARGE)]).toEqual([n, 'right'])
  expect(unchecked).toBe(0)
})

import { createServer, type Server, type Socket } from 'node:net'
import { createFigures, milliseconds } from '../support/figures.ts'
import { freePort } from '../support/process.ts'
import { articlePath, withStage } from './stage.ts'

const figures = createFigures()
afterAll(() => figures.print())

/** The longest wait of a request for the store (RES-13). Milliseconds. */
const MAX_WAIT = 150
/** Duration of a page itself on a busy machine. */
const ROOM = 500
const TEST_TIME = 60_000
const PAGES = 20

/** A server that accepts connections and never responds. */
async function silentServer(): Promise<{ port: number; connections(): number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const WAYS: Array<[string, (port: number) => Record<string, string>]> = [
  ['by Redis', (port) => ({ REDIS_URL: `redis://127.0.0.1:${port}` })],
  ['by REST', (port) => ({ KV_REST_API_URL: `http://127.0.0.1:${port}`, KV_REST_API_TOKEN: 'store-token' })],
]

describe.each(WAYS)('a shared store %s (RES-13)', (way, variables) => {
  test.each([
    ['that is down', false],
    ['that never answers', true],
  ])(
    '%s costs no page and no interface more than 150 ms',
    async (fault, isListening) => {
      const store = isListening ? await silentServer() : undefined
      try {
        await withStage({ variables: variables(store?.port ?? (await freePort())) }, async ({ portal }) => {
          const times: number[] = []
          const paths = [
            '/',
            '/api/getScrollPosts',
            ...Array.from({ length: PAGES }, (_, number) => articlePath(1000 + number)),
            '/api/getScrollPosts',
          ]
          for (const path of paths) {
            const { status, ms } = await portal.ask(path)
            expect([path, status]).toEqual([path, 200])
            times.push(ms)
          }
          figures.add(
            `store ${way} ${fault}`,
            `${times.length} x 200, slowest ${milliseconds(Math.max(...times))}`,
            `200, <= ${MAX_WAIT} ms more`,
          )
          expect(Math.max(...times)).toBeLessThanOrEqual(MAX_WAIT + ROOM)
          const { status, ms } = await portal.ask('/api/sare/', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ emails: [{ email: 'nie-adres', comment: '', groups: [1] }] }),
          })
          expect(status).toBeLessThan(500)
          expect(ms).toBeLessThanOrEqual(MAX_WAIT + ROOM)
          if (store) expect(store.connections()).toBeGreaterThan(0)
        })
      } finally {
        await store?.close()
      }
    },
    TEST_TIME,
  )
})

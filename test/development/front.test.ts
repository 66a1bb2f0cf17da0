import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createFront, type Front } from '../../tools/dev/front.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

/** What `npm run dev` consists of: it goes on whatever it receives, from browsers and from the builds that it serves. */

interface Portal {
  waiting: number
  ports: { portal: number; catalogue: number }
}
interface Portals {
  current(): (Portal & { child: { pid: number } }) | undefined
  use(build: { packages: string[] }): void
  replace(): Promise<void>
  brokenFiles(): Promise<string[]>
  forgetContent(): Promise<void>
  close(): void
}

const moduleOf = (name: string) => import(pathToFileURL(join(ROOT, 'development', name)).href)
const { createPortals }: { createPortals(options: { folder: string; complain(text: string): void }): Portals } =
  await moduleOf('portals.mjs')

const portOf = (server: { address(): AddressInfo | string | null }): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
const listening = async <T extends TcpServer>(server: T, port = 0, host = '127.0.0.1') =>
  new Promise<T>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })

/** @returns the response's head, with the bytes as they were */
const sent = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('error', reject).on('close', () => resolve(text))
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.write(Buffer.from(bytes, 'latin1'))
  })

describe('what browsers reach', () => {
  let portal: Server
  let front: Front
  let port: number
  const complaints: string[] = []
  beforeAll(async () => {
    portal = await listening(createServer((request, response) => response.end(JSON.stringify(request.headers))))
    const target = { waiting: 0, ports: { portal: portOf(portal), catalogue: portOf(portal) } }
    front = createFront({ target: () => target })
    port = await front.listen({ port: 0, host: '127.0.0.1', complain: (text) => complaints.push(text) })
  })
  afterAll(() => {
    front.close()
    portal.close()
  })

  test.each([
    'Trailer: x-checksum',
    'TE: trailers',
    'Upgrade: websocket\r\nConnection: upgrade, close',
    'Keep-Alive: timeout=5',
    'Expect: 100-continue',
    'X-Odd: \x80\xff',
    'Cookie: a=1\r\nCookie: b=2',
  ])('a request with %j is passed on', async (head) => {
    const close = /connection:/i.test(head) ? '' : '\r\nConnection: close'
    const response = await sent(port, `GET / HTTP/1.1\r\nHost: localhost:${port}\r\n${head}${close}\r\n\r\n`)
    expect(response).toContain('HTTP/1.1 200 OK')
    expect(response).toContain(`"host":"localhost:${port}"`)
    expect(response).not.toMatch(/"(?:trailer|te|upgrade|keep-alive)":/)
  })

  test.each(['GET /a\tb', 'GET /\xff', 'GET http://localhost/a', 'OPTIONS *', 'CONNECT localhost:1', 'GET //'])(
    '%j ends nothing',
    async (line) => {
      await sent(port, `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    },
  )

  test('`localhost` is this portal by IPv4 and IPv6, once no other program has one of the two', async () => {
    const hasIpv6 = await listening(createTcpServer(), 0, '::1').then(
      (server) => server.close(),
      () => undefined,
    )
    if (!hasIpv6) return console.info('not run: the machine has no IPv6')
    expect((await fetch(`http://[::1]:${port}/`)).status).toBe(200)
    const other = await listening(createTcpServer(), 0, '::1')
    const next = createFront({ target: () => undefined })
    const waiting = next.listen({
      port: portOf(other),
      host: '127.0.0.1',
      complain: (text) => complaints.push(text),
    })
    await until(
      () => complaints.join('\n'),
      (text) => text.includes(`port ${portOf(other)} is taken`),
    )
    const taken = portOf(other)
    other.close()
    expect(await waiting).toBe(taken)
    next.close()
  })
})

/** Processes of this one that serve a build, or wait for one. */
async function standbys(): Promise<number[]> {
  const threads = await readdir(`/proc/${process.pid}/task`)
  const lists = threads.map((thread) => readFile(`/proc/${process.pid}/task/${thread}/children`, 'utf8'))
  const pids = (await Promise.all(lists)).join(' ').trim().split(/\s+/).map(Number)
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_pid, at) => commands[at]?.includes('standby.mjs'))
}

describe('the builds that it serves', () => {
  let folder: string
  let portals: Portals
  const complaints: string[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'served-'))
    portals = createPortals({ folder, complain: (text) => complaints.push(text) })
  })
  afterAll(async () => {
    portals.close()
    await rm(folder, { recursive: true, force: true })
  })
  /** @param respond the body of a request handler */
  const serve = async (respond: string): Promise<void> => {
    await writeFile(
      join(folder, 'server.js'),
      `const { createServer } = require('node:http')
exports.start = () => new Promise((resolve) => {
  const server = createServer((request, response) => { ${respond} })
  server.listen(0, '127.0.0.1', () => resolve({ portal: server.address().port, catalogue: server.address().port }))
})`,
    )
    await portals.replace()
  }

  test.each([
    [
      'cut off',
      "response.writeHead(200, { 'content-length': 9 }); response.write('[\"a'); setTimeout(() => request.socket.destroy(), 50)",
    ],
    ['refused', 'request.socket.destroy()'],
    ['no JSON', "response.end('<h1>')"],
    ['an error', 'response.writeHead(500).end()'],
  ])('a list of broken files that is %s ends nothing', async (_what, respond) => {
    await serve(respond)
    expect(await portals.brokenFiles()).toEqual([])
  })

  test('the list, whole', async () => {
    await serve(`response.end('["akademia/a.md: no title"]')`)
    expect(await portals.brokenFiles()).toEqual(['akademia/a.md: no title'])
  })

  test.each([
    [
      'cut off',
      "response.writeHead(200, { 'content-length': 9 }); response.write('{'); setTimeout(() => request.socket.destroy(), 50)",
    ],
    ['refused', 'request.socket.destroy()'],
    ['an error', 'response.writeHead(500).end()'],
  ])('content that cannot be forgotten, as the response is %s, is an error in time', async (_what, respond) => {
    await serve(respond)
    await expect(portals.forgetContent()).rejects.toThrow()
  })

  test('the process that waits has ended: another one starts the next build', async () => {
    await serve("response.end('[]')")
    const before = portals.current()?.child.pid
    const [waiting = 0] = await until(
      async () => (await standbys()).filter((pid) => pid !== before),
      ({ length }) => length === 1,
    )
    process.kill(waiting, 'SIGKILL')
    await until(standbys, (pids) => !pids.includes(waiting))
    await serve(`response.end('["the next build"]')`)
    expect(await portals.brokenFiles()).toEqual(['the next build'])
    expect(complaints).toEqual([])
  })
})

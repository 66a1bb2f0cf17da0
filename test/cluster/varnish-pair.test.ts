import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { rawRequest } from '../support/raw-request.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'
import { startVarnishPair, type VarnishServer } from '../support/varnish-server.ts'
import { describeWithVarnish, VARNISH_PROGRAM } from '../support/with-varnish.ts'

const HOST = 'post.example'
const PAGES = 100
const pathOf = (number: number): string => `/2026/01/artykul-${number}`

describeWithVarnish('two instances of Varnish in front of three of the portal', () => {
  let hub: HubServer
  let portals: PortalProcess[]
  let service: Server
  let pair: [VarnishServer, VarnishServer]

  beforeAll(async () => {
    hub = await startHub(
      join(ROOT, 'test/support/fixtures/hub'),
      largeArchive({ count: 200, perPage: 10, newest: Date.UTC(2026, 0, 31), hoursBetween: 1, articleOf: () => ({}) }),
    )
    const settings = { CONTENT: 'hub', CMS_URL: hub.url, SERVICE: 'post', SERVICE_URL_POST: `https://${HOST}` }
    portals = await Promise.all([0, 1, 2].map(() => startProcess(settings)))
    await Promise.all(portals.map((portal) => portal.ready()))
    service = balancer(portals.map(({ port }) => port))
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    pair = await startVarnishPair(VARNISH_PROGRAM ?? '', (service.address() as AddressInfo).port, [HOST])
    for (const varnish of pair)
      await until(
        async () => (await get(varnish, '/readyz')).status,
        (status) => status === 200,
        20_000,
      )
  })
  afterAll(async () => {
    for (const varnish of pair ?? []) await varnish.close()
    service?.close()
    for (const portal of portals ?? []) await portal.stop()
    await hub?.close()
  })

  const get = (varnish: VarnishServer, path: string) =>
    rawRequest(
      varnish.port,
      `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n`,
    )
  const renderings = (): number =>
    portals
      .flatMap((portal) => portal.lines())
      .filter(({ path, cache }) => /artykul-/.test(String(path)) && cache === 'miss').length
  const calls = (): number =>
    Array.from({ length: PAGES }, (_, number) => hub.countOf(`/wp-json/bb/v2/post${pathOf(number + 50)}`)).reduce(
      (sum, count) => sum + count,
      0,
    )

  test('DEP-29 a hundred cold pages, asked for at both, are a hundred renderings and a hundred calls of the CMS', async () => {
    for (let number = 0; number < PAGES; number++) {
      const path = `${pathOf(number + 50)}.html`
      for (const varnish of [...pair, ...pair]) expect([path, (await get(varnish, path)).status]).toEqual([path, 200])
    }
    await until(renderings, (count) => count >= PAGES)
    expect([renderings(), calls()]).toEqual([PAGES, PAGES])
  })

  test('DEP-29 while one is away, the other serves all pages, each from one rendering', async () => {
    await pair[0].close()
    const before = renderings()
    for (let number = 0; number < 20; number++) {
      // By then the other one has noticed.
      if (number === 10) await wait(4000)
      const path = `${pathOf(number)}.html`
      for (const cache of ['miss', 'hit']) {
        const { status, headers } = await get(pair[1], path)
        expect([path, status, headers['x-proxy-cache']]).toEqual([path, 200, cache])
      }
    }
    expect(await until(renderings, (count) => count >= before + 20)).toBe(before + 20)
  })
})

/** Each connection goes to another of the ports, as through a Service of Kubernetes. */
function balancer(ports: readonly number[]): Server {
  let next = 0
  return createServer((socket) => {
    const port = ports[next++ % ports.length] ?? 0
    const to = connect(port, '127.0.0.1')
    socket.pipe(to).pipe(socket)
    for (const end of [socket, to]) {
      end.on('error', () => {
        socket.destroy()
        to.destroy()
      })
    }
  })
}

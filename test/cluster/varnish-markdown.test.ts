import { type OutgoingHttpHeaders, request } from 'node:http'
import { MACHINE_ARTICLE, type MachineSite, startMachineSite } from '../support/machine-site.ts'
import { freePort } from '../support/process.ts'
import { until } from '../support/until.ts'
import { startVarnish, type VarnishServer } from '../support/varnish-server.ts'
import { describeWithVarnish, VARNISH_PROGRAM } from '../support/with-varnish.ts'

const HOST = 'open.example'
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

describeWithVarnish('Varnish in front of a service with Markdown', () => {
  let site: MachineSite
  let varnish: VarnishServer
  beforeAll(async () => {
    const port = await freePort()
    site = await startMachineSite({ open: '{ markdown: true }' }, { PORT: String(port), TRUST_PROXY: 'loopback' })
    varnish = await startVarnish(VARNISH_PROGRAM ?? '', [port, port], [HOST])
    await until(
      () => ask('/readyz'),
      ({ status }) => status === 200,
      20_000,
    )
  })
  afterAll(async () => {
    await varnish?.close()
    await site?.close()
  })

  const ask = (
    path: string,
    headers: OutgoingHttpHeaders = {},
    method = 'GET',
  ): Promise<{ status: number; type: unknown; cache: unknown; text: string }> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: varnish.port, path, method, agent: false }
      const call = request({ ...options, headers: { host: HOST, ...headers } }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () => {
          const { 'content-type': type, 'x-proxy-cache': cache } = response.headers
          resolve({ status: response.statusCode ?? 0, type, cache, text })
        })
      })
      call.on('error', reject)
      call.end()
    })

  test('Markdown and pages have one object each, and neither is sent for the other (MACH-6)', async () => {
    const kinds = [
      [BROWSER, 'text/html; charset=utf-8', 'miss'],
      ['text/markdown, */*', 'text/markdown; charset=utf-8', 'miss'],
      ['text/markdown', 'text/markdown; charset=utf-8', 'hit'],
      ['*/*', 'text/html; charset=utf-8', 'hit'],
      [BROWSER, 'text/html; charset=utf-8', 'hit'],
      ['application/json', 'text/html; charset=utf-8', 'hit'],
    ] as const
    for (const [accept, type, cache] of kinds) {
      const reply = await ask(MACHINE_ARTICLE, { accept })
      expect([accept, reply.status, reply.type, reply.cache]).toEqual([accept, 200, type, cache])
    }
    const head = await ask(MACHINE_ARTICLE, { accept: 'text/markdown' }, 'HEAD')
    expect([head.status, head.type, head.text]).toEqual([200, 'text/markdown; charset=utf-8', ''])
  })

  test('a purge by the article’s key reaches both (MACH-6)', async () => {
    for (const accept of [BROWSER, 'text/markdown']) await ask(MACHINE_ARTICLE, { accept })
    const direct = await site.ask('open', `${MACHINE_ARTICLE}.md`)
    const [key = ''] = String(direct.headers['surrogate-key']).split(' ')
    const { status, text } = await ask(
      '/',
      { authorization: `Bearer ${varnish.purgeToken}`, 'surrogate-key': key },
      'PURGE',
    )
    expect([status, text.includes('purged 2') || status === 200]).toEqual([200, true])
    for (const accept of ['text/markdown', BROWSER]) {
      const reply = await until(
        () => ask(MACHINE_ARTICLE, { accept }),
        ({ text }) => text.includes('Kierowcy'),
      )
      expect(reply.status).toBe(200)
    }
  })
})

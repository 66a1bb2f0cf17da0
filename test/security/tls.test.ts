import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianProgram } from '../support/debian-program.ts'
import { startTestPortal } from '../support/portal.ts'
import { startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'

const openssl = debianProgram('openssl', 'openssl')
const describeWithOpenssl = openssl === undefined ? describe.skip : describe

describeWithOpenssl('a server whose certificate nobody vouches for', () => {
  let folder: string
  let server: Server
  let url: string
  let received: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tls-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      openssl ?? '',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'].concat([
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        key,
        '-out',
        cert,
      ]),
      { stdio: 'ignore' },
    )
    received = []
    server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (request, response) => {
      received.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `https://localhost:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true })
  })

  test('SEC-27: as a CMS it gets no data, and the log says why', async () => {
    const portal = await startProcess({ CONTENT: 'hub', CMS_URL: url, CMS_USER: 'ja', CMS_KEY: 'tajny-klucz' })
    await portal.listening()
    expect(await portal.status('/2026/03/artykul')).toBe(503)
    await until(
      () => portal.output,
      (output) => output.includes('SELF_SIGNED_CERT'),
    ).finally(() => portal.stop())
    expect(received).toEqual([])
  })

  test('SEC-27: as a provider of the newsletter it gets no data', async () => {
    const portal = await startTestPortal({ SARE_URL: url, SARE_UID: 'u', SARE_API_KEY: 'tajny-klucz' })
    const reply = await fetch(`${portal.url}/api/sare/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"ola@poczta.example","consent":true}',
    })
    await portal.close()
    expect([reply.status, received]).toEqual([502, []])
  })

  test('SEC-27: as a cache in front or a WebSub hub it gets no data', async () => {
    const portal = await startTestPortal({
      PURGE_TOKEN: 'bardzo-tajny-token',
      PURGE_FORWARD_URL: url,
      PURGE_FORWARD_TOKEN: 'inny-tajny-token',
      WEBSUB_HUB_URL: url,
    })
    await fetch(`${portal.url}/ops/purge`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer bardzo-tajny-token' },
      body: '{"tags":["x"]}',
    })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await portal.close()
    expect(received).toEqual([])
  })
})

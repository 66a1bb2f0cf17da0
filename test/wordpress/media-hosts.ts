import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { MediaNetwork } from '../../src/media/remote/media-client.ts'
import { debianProgram } from '../support/debian-program.ts'
import { photo } from '../support/photo.ts'

export const OPENSSL = debianProgram('openssl', 'openssl')

/** All hosts of media that are not WordPress, in one server on loopback. */
export interface MediaHosts {
  /** Of http. */
  port: number
  /** Hosts and paths, in order. */
  calls: string[]
  /** Names resolve to a public address, and connections go to this server. */
  network: MediaNetwork
  close(): void
}

/** An address of the public internet: nothing connects to it, as the port is changed with it. */
const PUBLIC_ADDRESS = '93.184.215.14'

/**
 * @param names hosts that have a certificate
 * @param own hosts of WordPress itself, which are reached as they are
 */
export async function startMediaHosts(names: readonly string[], own: readonly string[]): Promise<MediaHosts> {
  const images = {
    jpg: await photo(900, 600, 7),
    png: await sharp(await photo(640, 480, 8))
      .png()
      .toBuffer(),
    gif: await sharp({ create: { width: 20, height: 20, channels: 3, background: '#f00' } })
      .gif()
      .toBuffer(),
  }
  const calls: string[] = []
  const listener: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://media.example')
    calls.push(`${request.headers.host}${pathname}`)
    const extension = /\.(jpg|png|gif)$/.exec(pathname)?.[1] as keyof typeof images | undefined
    if (/brak\./.test(pathname)) response.writeHead(404).end()
    else if (/uszkodzony/.test(pathname)) response.end('<html>nie ma</html>')
    else if (extension) response.writeHead(200, { 'content-type': `image/${extension}` }).end(images[extension])
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('plik')
  }
  const { key, cert } = await certificate(names)
  const servers = [createServer(listener), createTlsServer({ key, cert }, listener)]
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const [port = 0, tlsPort = 0] = servers.map((server) => (server.address() as AddressInfo).port)
  return {
    port,
    calls,
    network: {
      resolve: async (hostname) => [{ address: own.includes(hostname) ? '127.0.0.1' : PUBLIC_ADDRESS, family: 4 }],
      reroute: (hostname, protocol) =>
        own.includes(hostname) ? undefined : { address: '127.0.0.1', port: protocol === 'https:' ? tlsPort : port },
      ca: cert,
    },
    close() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

async function certificate(names: readonly string[]): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'media-hosts-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const what = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const alternatives = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`
  const parameters = [...what, '-subj', '/CN=media', '-addext', alternatives, '-keyout', key, '-out', cert]
  execFileSync(OPENSSL ?? '', parameters, { stdio: 'ignore' })
  const texts = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  await rm(folder, { recursive: true })
  return texts
}

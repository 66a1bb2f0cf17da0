import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import type { MediaNetwork } from '../../src/media/remote/guarded-lookup.ts'
import { photo } from '../support/photo.ts'

/** All hosts of media that are not WordPress, in one server on loopback. */
export interface MediaHosts {
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
 * @param own hosts of WordPress itself, which are reached as they are
 */
export async function startMediaHosts(own: readonly string[] = []): Promise<MediaHosts> {
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
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://media.example')
    calls.push(`${request.headers.host}${pathname}`)
    const extension = /\.(jpg|png|gif)$/.exec(pathname)?.[1] as keyof typeof images | undefined
    if (/brak\./.test(pathname)) response.writeHead(404).end()
    else if (/uszkodzony/.test(pathname)) response.end('<html>nie ma</html>')
    else if (extension) response.writeHead(200, { 'content-type': `image/${extension}` }).end(images[extension])
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('plik')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    calls,
    network: {
      resolve: async (hostname) => [{ address: own.includes(hostname) ? '127.0.0.1' : PUBLIC_ADDRESS, family: 4 }],
      reroute: (hostname) => (own.includes(hostname) ? undefined : { address: '127.0.0.1', port }),
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

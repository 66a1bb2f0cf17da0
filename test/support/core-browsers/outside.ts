import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The world outside loopback: an HTTP proxy that notes the hosts that a browser calls, and reaches none of them. */
export interface Outside {
  url: URL
  hosts: string[]
  close(): Promise<void>
}

export async function startOutside(): Promise<Outside> {
  const hosts: string[] = []
  const server = createServer((incoming, response) => {
    hosts.push(new URL(incoming.url ?? '/', 'http://unknown.invalid').hostname)
    response.writeHead(502).end()
  })
  server.on('connect', (incoming, socket) => {
    hosts.push((incoming.url ?? '').replace(/:\d+$/, ''))
    socket.on('error', () => {}).end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    hosts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

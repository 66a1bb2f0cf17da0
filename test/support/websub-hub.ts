import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getFrom } from './portal.ts'

/** A notice of a changed feed, with the feed as the hub got it. */
export interface HubFetch {
  /** Path and query. */
  topic: string
  status: number
  text: string
}

export interface WebSubHub {
  url: string
  fetched: HubFetch[]
  close(): Promise<void>
}

/**
 * A WebSub hub that fetches a feed as soon as it is notified, before it responds.
 * @param portOf of the portal that its fetch reaches
 * @param isSubscribed whether a fetch of a feed counts
 */
export async function startWebSubHub(
  portOf: () => number,
  isSubscribed: (topic: URL) => boolean = () => true,
): Promise<WebSubHub> {
  const fetched: HubFetch[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk
    })
    request.on('end', async () => {
      const url = new URL(new URLSearchParams(body).get('hub.url') ?? '')
      const topic = url.pathname + url.search
      const reply = await getFrom(portOf(), topic, { host: url.host }).catch(() => undefined)
      if (reply && isSubscribed(url)) fetched.push({ topic, status: reply.status, text: reply.text })
      response.writeHead(202).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    fetched,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

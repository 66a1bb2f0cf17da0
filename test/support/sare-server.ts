import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One received call. */
interface Forwarded {
  url: string | undefined
  key: string | undefined
  body: unknown
}

/** Simulates the newsletter provider on a free loopback port. */
export interface SareServer {
  /** The operator's settings for it. */
  variables: { SARE_URL: string; SARE_UID: string; SARE_API_KEY: string }
  forwarded: Forwarded[]
  /** The response to calls from now on. `isEndless`: it begins and never ends. */
  reply: { status: number; body: string; isEndless?: boolean }
  close(): Promise<void>
}

/** Imports every e-mail address by default. */
export async function startSare(): Promise<SareServer> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { url, headers } = request
      sare.forwarded.push({ url, key: headers.apikey as string | undefined, body: JSON.parse(body) })
      response.writeHead(sare.reply.status, { 'content-type': 'application/json' })
      if (sare.reply.isEndless) response.write(sare.reply.body)
      else response.end(sare.reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sare: SareServer = {
    variables: {
      SARE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
      SARE_UID: 'szpalta',
      SARE_API_KEY: 'tajny-klucz',
    },
    forwarded: [],
    reply: { status: 200, body: sareResponse({ imported: [{ email: 'ola@poczta.example', status: 1 }] }) },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return sare
}

/** The provider's response, with some of its lists filled. */
export function sareResponse(lists: object): string {
  const none = { error: [], blocked: [], notUpdated: [], updated: [], imported: [] }
  return JSON.stringify({ code: 200, status: 'ok', response: { ...none, ...lists } })
}

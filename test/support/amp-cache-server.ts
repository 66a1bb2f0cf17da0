import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AmpCacheUpdate {
  /** Host and path of the document. */
  document: string
  /** Status that the cache gave. */
  status: number
  /** What the cache gets of the document once it has dropped its copy; absent: the update was refused. */
  fetched?: string
}

export interface AmpCacheServer {
  origin: string
  updates: AmpCacheUpdate[]
  /** Status of the nth update from 1; absent or undefined: as its signature deserves. `hang`: none. */
  behave(statusOf: (nth: number) => number | 'hang' | undefined): void
  close(): Promise<void>
}

/** Caches take a signature for a minute before and after. Seconds. */
const TOLERANCE = 60
const SIGNATURE = '&amp_url_signature='

/**
 * A cache of AMP documents that takes updates as amp.dev's "Update AMP content" says: it fetches the public key from the
 * document's own host, checks the RSA signature over path and query, and then fetches the document again.
 * @param fetchFrom a path from a host's origin
 */
export async function startAmpCache(
  fetchFrom: (host: string, path: string) => Promise<string>,
): Promise<AmpCacheServer> {
  const updates: AmpCacheUpdate[] = []
  let count = 0
  let statusOf: (nth: number) => number | 'hang' | undefined = () => undefined

  const judge = async (url: string): Promise<AmpCacheUpdate> => {
    const [, host = '', path = '', query = ''] = /^\/update-cache\/c\/s\/([^/?]+)(\/[^?]*)\?(.*)$/.exec(url) ?? []
    const document = host + path
    const refused = { document, status: 403 }
    const parameters = new URLSearchParams(query)
    const names = [...parameters.keys()].join()
    if (names !== 'amp_action,amp_ts,amp_url_signature' || parameters.get('amp_action') !== 'flush') return refused
    if (Math.abs(Date.now() / 1000 - Number(parameters.get('amp_ts'))) > TOLERANCE) return refused
    const key = createPublicKey(await fetchFrom(host, '/.well-known/amphtml/apikey.pub'))
    const signed = Buffer.from(url.slice(0, url.indexOf(SIGNATURE)))
    const signature = Buffer.from(parameters.get('amp_url_signature') ?? '', 'base64url')
    if (!verify('RSA-SHA256', signed, key, signature)) return refused
    return { document, status: 200, fetched: await fetchFrom(host, path) }
  }

  const server = createServer(async (request, response) => {
    count += 1
    const status = statusOf(count)
    if (status === 'hang') return
    const { url = '' } = request
    const update =
      status === undefined
        ? await judge(url).catch((): AmpCacheUpdate => ({ document: url, status: 500 }))
        : { document: url, status }
    updates.push(update)
    response.writeHead(update.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    updates,
    behave: (behaviour) => {
      statusOf = behaviour
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

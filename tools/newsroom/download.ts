import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { checkAddress, guardedLookup, MediaError, type MediaNetwork } from '../../src/media/remote/media-client.ts'

const MAX_BYTES = 20 * 1024 * 1024
/** Limit of an attempt, including the body. */
const DEADLINE_MS = 30_000
/** Pauses before the second and the third attempt. */
const PAUSES_MS = [500, 2000]
const RETRIED_STATUS = new Set([429, 500, 502, 503, 504])

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 5

class FinalError extends Error {}

export interface DownloadSettings {
  signal: AbortSignal
  /** Hosts, with ports, in the internal network (COST-40). */
  internalHosts: ReadonlySet<string> | 'any'
  network?: MediaNetwork
}

/**
 * The checked IP address is the one that is used, also after redirects, as an import file may name any host.
 * @returns a function for at most 20 MB, in three attempts; it throws the reason for a failure
 */
export function createDownloads(settings: DownloadSettings): (url: string) => Promise<Buffer> {
  // Another client's socket may lead to an unchecked address.
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }
  return (url) => fetchBytes(url, { ...settings, agents })
}

interface Calls extends DownloadSettings {
  agents: { http: HttpAgent; https: HttpsAgent }
}

async function fetchBytes(url: string, settings: Calls): Promise<Buffer> {
  const { signal } = settings
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      return await once(url, settings)
    } catch (error) {
      signal.throwIfAborted()
      if (pause === undefined || error instanceof FinalError) throw error
      await wait(pause, undefined, { signal })
    }
  }
  throw new Error('no response')
}

async function once(url: string, settings: Calls): Promise<Buffer> {
  const late = AbortSignal.timeout(DEADLINE_MS)
  const signal = AbortSignal.any([settings.signal, late])
  try {
    const response = await follow(url, { ...settings, signal })
    const { statusCode: status = 0 } = response
    if (status >= 200 && status < 300) return await bodyOf(response)
    response.destroy()
    const message = `HTTP ${status}`
    throw RETRIED_STATUS.has(status) ? new Error(message) : new FinalError(message)
  } catch (error) {
    if (error instanceof FinalError) throw error
    if (late.aborted) throw new Error('no response in time')
    if (error instanceof MediaError && error.problem === 'refused')
      throw new FinalError('an IP address of the internal network; --internal-hosts allows it')
    throw error instanceof Error ? error : new Error(String(error))
  }
}

async function follow(from: string, settings: Calls): Promise<IncomingMessage> {
  let url = new URL(from)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await call(url, settings)
    const { statusCode = 0, headers } = response
    if (!REDIRECTS.has(statusCode) || headers.location === undefined) return response
    response.destroy()
    const next = URL.parse(headers.location, url)
    if (!next) throw new FinalError('a redirect to no URL')
    url = next
  }
  throw new FinalError(`more than ${MAX_REDIRECTS} redirects`)
}

function call(url: URL, { signal, internalHosts, network, agents }: Calls): Promise<IncomingMessage> {
  const isTrusted = (): boolean => internalHosts === 'any' || internalHosts.has(url.host)
  return new Promise((done, fail) => {
    if (!/^https?:$/.test(url.protocol)) throw new FinalError(`${url.protocol} is no URL of the web`)
    checkAddress(url.hostname, isTrusted)
    const options = {
      signal,
      headers: { accept: 'image/*', 'accept-encoding': 'identity' },
      lookup: guardedLookup(isTrusted, network),
    }
    const sent =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, agent: agents.https })
        : httpRequest(url, { ...options, agent: agents.http })
    sent.once('response', done)
    sent.on('error', fail)
    sent.end()
  })
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > MAX_BYTES) throw new FinalError(`more than ${MAX_BYTES / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

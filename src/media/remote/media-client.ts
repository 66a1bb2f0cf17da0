import { type LookupAddress, lookup } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { isOwnHostname, isReachable, type MediaFile, type RemoteMedia, urlOfMedia } from '../../content/remote-media.ts'
import { isInternalAddress } from '../../system/network/addresses.ts'

export interface MediaCall {
  method: 'GET' | 'HEAD'
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** With redirects. Milliseconds. */
  deadline: number
  follows?(target: URL): boolean
}

/** The body must be read or destroyed. */
export interface MediaResponse {
  status: number
  headers: IncomingHttpHeaders
  body: IncomingMessage
}

export interface MediaClient {
  /** @throws {MediaError} without a response, or for a forbidden redirect */
  open(file: MediaFile, call: MediaCall): Promise<MediaResponse>
}

const MAX_REDIRECTS = 2
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** A WordPress whose name leads back to the portal would call forever (RFC 8586). */
export const LOOP_HEADER = 'cdn-loop'
export const LOOP_NAME = 'szpalta'
const MAX_HEADER_BYTES = 16_384

/**
 * Checks each connection's IP address.
 * @param mayFollow whether a redirect is allowed
 */
export function createMediaClient(
  media: Pick<RemoteMedia, 'sites' | 'hosts'>,
  network: MediaNetwork = {},
  mayFollow = (target: URL): boolean => isReachable(target, media),
): MediaClient {
  const isTrusted = (hostname: string): boolean => isOwnHostname(hostname, media)
  const options = { lookup: guardedLookup(isTrusted, network), keepAlive: false }
  const agents = {
    http: new HttpAgent(options),
    https: new HttpsAgent({ ...options, ca: network.ca }),
  }

  const once = (url: URL, { method, headers, signal }: MediaCall): Promise<IncomingMessage> =>
    new Promise((done, fail) => {
      checkAddress(url.hostname, isTrusted)
      const port = network.reroute?.(url.hostname, url.protocol)?.port
      const sent = {
        accept: '*/*',
        ...headers,
        'accept-encoding': 'identity',
        [LOOP_HEADER]: LOOP_NAME,
        host: url.host,
      }
      const shared = {
        method,
        headers: sent,
        signal,
        maxHeaderSize: MAX_HEADER_BYTES,
        ...(port !== undefined && { port }),
      }
      const call =
        url.protocol === 'https:'
          ? httpsRequest(url, { ...shared, agent: agents.https })
          : httpRequest(url, { ...shared, agent: agents.http })
      call.once('response', done)
      call.on('error', fail)
      call.end()
    })

  const followed = async (first: URL, call: MediaCall): Promise<MediaResponse> => {
    for (let url = first, hops = 0; ; hops += 1) {
      const body = await once(url, call)
      // The body's reader gets an error.
      body.on('error', () => {})
      const { statusCode: status = 0, headers } = body
      if (!REDIRECTS.has(status)) return { status, headers, body }
      body.destroy()
      const target = URL.parse(headers.location ?? '', url.href)
      if (hops === MAX_REDIRECTS) throw new MediaError('failed', 'too many redirects')
      if (!target || !mayFollow(target) || call.follows?.(target) === false) {
        throw new MediaError('refused', `a redirect to ${target?.host ?? 'no URL'} that is not followed`)
      }
      target.username = ''
      target.password = ''
      url = target
    }
  }

  return {
    async open(file, call) {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), call.deadline)
      try {
        return await followed(urlOfMedia(file), { ...call, signal: AbortSignal.any([call.signal, late.signal]) })
      } catch (error) {
        if (error instanceof MediaError) throw error
        if (late.signal.aborted) throw new MediaError('late', 'no response in time')
        const reason = error instanceof Error ? error.message : String(error)
        throw new MediaError('unreachable', reason)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** Tests set where connections go and who vouches for it. */
export interface MediaNetwork {
  resolve?: Resolve
  reroute?(hostname: string, protocol?: string): { address: string; port: number } | undefined
  /** Certificates, as PEM. */
  ca?: string
}

const system = promisify(lookup)
const systemAddresses: Resolve = (hostname) => system(hostname, { all: true })

/**
 * Checks all IP addresses of a name at once (IMG-21), so that a changed name gains nothing.
 * @param isTrusted named by the operator, so that it may be private
 */
export function guardedLookup(
  isTrusted: (hostname: string) => boolean,
  { resolve = systemAddresses, reroute }: MediaNetwork = {},
): LookupFunction {
  return (hostname, options, callback) => {
    checkedAddresses(hostname, isTrusted, resolve).then(
      (addresses) => {
        const other = reroute?.(hostname)
        const usable = other ? [{ address: other.address, family: isIP(other.address) }] : addresses
        const [first] = usable
        if (options.all) callback(null, usable)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

async function checkedAddresses(
  hostname: string,
  isTrusted: (hostname: string) => boolean,
  resolve: Resolve,
): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname)
  if (addresses.length === 0) throw new MediaError('unreachable', 'no IP address')
  if (!isTrusted(hostname) && addresses.some(({ address }) => isInternalAddress(address))) throw internalAddress()
  return addresses
}

/**
 * IP addresses need no lookup.
 * @throws {MediaError}
 */
export function checkAddress(hostname: string, isTrusted: (hostname: string) => boolean): void {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0 && !isTrusted(hostname) && isInternalAddress(bare)) throw internalAddress()
}

function internalAddress(): MediaError {
  return new MediaError('refused', 'an IP address outside the public internet')
}

/** `missing`: not at the host. `refused`: by this server. `failed`: no file came. */
export type MediaProblem = 'missing' | 'refused' | 'too-large' | 'unreachable' | 'late' | 'failed'

export class MediaError extends Error {
  override readonly name = 'MediaError'

  constructor(
    readonly problem: MediaProblem,
    detail: string,
  ) {
    super(`${problem}: ${detail}`)
  }
}

/** Another try would end the same. */
export function isLasting({ problem }: MediaError): boolean {
  return problem === 'missing' || problem === 'refused' || problem === 'too-large'
}

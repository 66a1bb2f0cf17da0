import { isIP } from 'node:net'
import { isInternalAddress } from '../../system/network/addresses.ts'

const MAX_LENGTH = 2000

/**
 * A push service has https, its usual port, and a public host with a name (PUSH-5).
 * @param ownHosts of the operator's own network, which may be private and without TLS
 * @returns undefined: the portal sends nothing there
 */
export function endpointOf(text: string, ownHosts: readonly string[]): URL | undefined {
  const url = text.length > MAX_LENGTH ? null : URL.parse(text)
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (isOwn(url.hostname, ownHosts)) return /^https?:$/.test(url.protocol) ? url : undefined
  if (url.protocol !== 'https:' || url.port !== '') return undefined
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0) return isInternalAddress(bare) ? undefined : url
  // A name without a dot is of the operator's network.
  return /\.(?:localhost|local|internal|home\.arpa)\.?$/.test(bare) || !/[^.]\.[^.]/.test(bare) ? undefined : url
}

export function isOwn(hostname: string, ownHosts: readonly string[]): boolean {
  return ownHosts.includes(hostname)
}

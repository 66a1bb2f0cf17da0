import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { isInternalAddress } from '../../system/network/addresses.ts'
import { MediaError } from './media-error.ts'

export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** For tests: names, where a checked connection goes instead, and who vouches for that. */
export interface MediaNetwork {
  resolve?: Resolve
  reroute?(hostname: string, protocol?: string): { address: string; port: number } | undefined
  /** Certificates, as PEM. */
  ca?: string
}

const system = promisify(lookup)
const systemAddresses: Resolve = (hostname) => system(hostname, { all: true })

/**
 * Resolves a name once and checks all its addresses (IMG-21), so that a name which changes between a check and a call
 * gains nothing.
 * @param isTrusted whether a host may have a private address, as the operator named it
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
 * Checks a host that is an address itself, as no lookup is made for one.
 * @throws {MediaError}
 */
export function checkAddress(hostname: string, isTrusted: (hostname: string) => boolean): void {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0 && !isTrusted(hostname) && isInternalAddress(bare)) throw internalAddress()
}

function internalAddress(): MediaError {
  return new MediaError('refused', 'an IP address outside the public internet')
}

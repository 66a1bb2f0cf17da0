import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isInternalAddress } from '../../src/system/network/addresses.ts'

/**
 * Keeps an import file from sending requests to machines in the operator's own network (COST-40). A name that changes
 * between this look-up and the request passes.
 * @param allowed hosts, with their ports; `any`: all of them
 * @returns a check that rejects for a URL that must not be requested
 */
export function createAddressCheck(allowed: ReadonlySet<string> | 'any'): (url: URL) => Promise<void> {
  return async (url) => {
    if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} is no URL of the web`)
    if (allowed === 'any' || allowed.has(url.host)) return
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(name) === 0 ? (await lookup(name, { all: true })).map(({ address }) => address) : [name]
    if (addresses.some(isInternalAddress))
      throw new Error('an IP address of the internal network; --internal-hosts allows it')
  }
}

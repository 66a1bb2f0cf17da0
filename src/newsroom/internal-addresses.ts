import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Networks that are not the internet (the special-purpose registries of RFC 6890), and multicast. */
const INTERNAL = new BlockList()
for (const network of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16',
  '198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 ::/127 64:ff9b:1::/48 fc00::/7 fe80::/10 ff00::/8',
].flatMap((line) => line.split(' '))) {
  const [address = '', bits] = network.split('/')
  INTERNAL.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Keeps an import from asking machines of the operator's own network on behalf of the file that it reads. A name is
 * looked up for the check and again for the request: one that changes between the two is not caught, and a picture is
 * all that could be had.
 * @param allowed hosts, with their ports, that the operator has named, wherever they are; `any`: all of them
 * @returns rejects for an address that must not be asked
 */
export function createAddressCheck(allowed: ReadonlySet<string> | 'any'): (url: URL) => Promise<void> {
  return async (url) => {
    if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} is no address of the web`)
    if (allowed === 'any' || allowed.has(url.host)) return
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(name) === 0 ? await lookup(name, { all: true }) : [{ address: name, family: isIP(name) }]
    const isInternal = addresses.some(({ address, family }) => INTERNAL.check(address, family === 6 ? 'ipv6' : 'ipv4'))
    if (isInternal) throw new Error('an address of the internal network; --internal-hosts allows it')
  }
}

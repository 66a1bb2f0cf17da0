import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import proxyAddress, { compile } from 'proxy-addr'
import { isOwnNetwork } from '../../system/clear-text.ts'
import { clientKey } from '../../system/network/addresses.ts'
import type { Disbelief, TrustProxy } from './strict-transport.ts'

/**
 * Express uses it too.
 * @param setting number of proxies, or IP addresses, networks and Express' names for them
 */
export function trustedProxies(setting: number | string[]): TrustProxy {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : compile(setting)
}

export function clientOf(request: IncomingMessage, trusts: TrustProxy): string {
  return clientKey(proxyAddress(request, trusts) || '')
}

/**
 * Logs one IP address within the operator's networks, likely a proxy for TRUST_PROXY, and one other, likely forged
 * (OPS-8).
 */
export function disbelief(log: Logger): Disbelief {
  const logged = new Set<boolean>()
  return (address) => {
    if (logged.size === 2) return
    const isOwn = isOwnNetwork(address)
    if (logged.has(isOwn)) return
    logged.add(isOwn)
    const words = isOwn
      ? 'forwarded headers are not believed: if this IP address is your proxy, name it in TRUST_PROXY; limits count all its readers as one, and https is not seen'
      : 'forwarded headers are not believed: a client pretends, or TRUST_PROXY lacks your proxy'
    log.warn({ address }, words)
  }
}

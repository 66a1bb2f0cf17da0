import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { isOwnNetwork } from '../surroundings/clear-text.ts'
import type { Disbelief, TrustProxy } from './strict-transport.ts'

/**
 * One log line for an address within the operator's networks, which is likely to be a proxy that TRUST_PROXY should
 * name, and one for any other, which may be a client that pretends (OPS-9).
 */
export function disbelief(log: Logger): Disbelief {
  const told = new Set<boolean>()
  return (address) => {
    if (told.size === 2) return
    const isOwn = isOwnNetwork(address)
    if (told.has(isOwn)) return
    told.add(isOwn)
    const words = isOwn
      ? 'forwarded headers are not believed: if this address is your proxy, name it in TRUST_PROXY; limits count all its readers as one, and https is not seen'
      : 'forwarded headers are not believed: a client pretends, or TRUST_PROXY lacks your proxy'
    log.warn({ address }, words)
  }
}

/** Watches for `X-Forwarded-For`; whoever sends `X-Forwarded-Proto` has been looked at before. */
export function watchForwarded(trusts: TrustProxy, disbelieve: Disbelief): RequestHandler {
  return ({ headers, socket }, _response, next) => {
    const { remoteAddress } = socket
    const isForwarded = headers['x-forwarded-for'] !== undefined
    if (isForwarded && remoteAddress !== undefined && !trusts(remoteAddress, 0)) disbelieve(remoteAddress)
    next()
  }
}

import type { RequestHandler } from 'express'
import type { Disbelief, TrustProxy } from '../../edge/transport/strict-transport.ts'

/** Reports an untrusted `X-Forwarded-For`; `X-Forwarded-Proto` is checked earlier. */
export function noticeForwardedHeaders(trusts: TrustProxy, disbelieve: Disbelief): RequestHandler {
  return ({ headers, socket }, _response, next) => {
    const { remoteAddress } = socket
    const isForwarded = headers['x-forwarded-for'] !== undefined
    if (isForwarded && remoteAddress !== undefined && !trusts(remoteAddress, 0)) disbelieve(remoteAddress)
    next()
  }
}

import type { IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'
import { clientKey } from '../../system/network/client-key.ts'
import type { TrustProxy } from './strict-transport.ts'

/** The client that limits count, by the address that Express determines. */
export function clientOf(request: IncomingMessage, trusts: TrustProxy): string {
  return clientKey(proxyAddress(request, trusts) || '')
}

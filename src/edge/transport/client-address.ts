import type { IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'
import { clientKey } from '../../system/network/client-key.ts'
import type { TrustProxy } from './strict-transport.ts'

export function clientOf(request: IncomingMessage, trusts: TrustProxy): string {
  return clientKey(proxyAddress(request, trusts) || '')
}

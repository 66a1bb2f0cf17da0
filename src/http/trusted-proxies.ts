import { compile } from 'proxy-addr'
import type { TrustProxy } from './strict-transport.ts'

/**
 * Whom to believe on where a request came from: Express is given the same function, and reads its own settings so.
 * @param setting how many proxies there are, or their addresses, networks and Express' names for them
 */
export function trustedProxies(setting: number | string[]): TrustProxy {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : compile(setting)
}

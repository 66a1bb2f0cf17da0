import { compile } from 'proxy-addr'
import type { TrustProxy } from './strict-transport.ts'

/**
 * Compiles TRUST_PROXY into a function, which Express uses too.
 * @param setting number of proxies, or their addresses, networks and Express' names for them
 */
export function trustedProxies(setting: number | string[]): TrustProxy {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : compile(setting)
}

import { compile } from 'proxy-addr'
import type { TrustProxy } from './strict-transport.ts'

/**
 * The trust function of the settings; Express gets the same one and interprets its settings the same way.
 * @param setting number of proxies, or their addresses, networks and Express' names for them
 */
export function trustedProxies(setting: number | string[]): TrustProxy {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : compile(setting)
}

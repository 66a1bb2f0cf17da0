import { type Platform, platformOf } from './surroundings/platform.ts'

/** Whose word on where a request comes from counts. */
export interface ProxyTrust {
  /** How many proxies there are, or which (Express' terms). */
  trustProxy: number | string[]
  /** `trustProxy` is what the platform is known to have: nobody has set it. */
  isProxyGuessed: boolean
  /** Where the portal runs, where that is known. */
  platform?: Platform
}

const THIS_MACHINE = ['loopback']

/** What the operator says; else as many as the platform is known to have; else this machine alone (OPS-8). */
export function proxyTrust(
  setting: number | string[] | undefined,
  variables: Readonly<Record<string, string | undefined>>,
): ProxyTrust {
  const platform = platformOf(variables)
  return {
    trustProxy: setting ?? platform?.proxies ?? THIS_MACHINE,
    isProxyGuessed: setting === undefined && platform !== undefined,
    ...(platform && { platform }),
  }
}

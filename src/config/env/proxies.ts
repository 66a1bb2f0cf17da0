import { type Platform, platformOf } from '../../system/platform.ts'

/** Which proxies to trust. */
export interface ProxyTrust {
  /** Their number, or the proxies themselves (Express' terms). */
  trustProxy: number | string[]
  /** `trustProxy` comes from the platform, not from the operator. */
  isProxyGuessed: boolean
  /** Absent: an unknown platform. */
  platform?: Platform
}

const THIS_MACHINE = ['loopback']

/** The operator's setting, else the platform's number of proxies, else only this machine (OPS-8). */
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

import { isIP } from 'node:net'
import * as z from 'zod'
import { type Platform, platformOf } from '../../system/platform.ts'
import { defineSettings, type RawVariables } from '../../system/settings/define-settings.ts'
import { numeric, onOff } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'
import type { StrictTransportScope } from './strict-transport.ts'

/** After the standard streams (`sd_listen_fds(3)`). */
const FIRST_SOCKET = 3

interface SocketVariables {
  LISTEN_PID?: string
  LISTEN_FDS?: string
}

/** @returns undefined without a socket for this process; workers get connections (DEP-12) */
export function inheritedSocket({ LISTEN_PID, LISTEN_FDS }: SocketVariables, owner = process.pid): number | undefined {
  if (LISTEN_FDS === undefined || LISTEN_FDS === '0' || LISTEN_PID !== String(owner)) return undefined
  return FIRST_SOCKET
}

export function socketProblem(variables: SocketVariables, owner?: number): string | undefined {
  if (inheritedSocket(variables, owner) === undefined || variables.LISTEN_FDS === '1') return undefined
  return `LISTEN_FDS must be 1: leave one ListenStream= in the socket unit (it is ${JSON.stringify(variables.LISTEN_FDS)})`
}

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** IP addresses, networks and Express' names for them. */
function trustedProxies(value: string, context: z.RefinementCtx): number | string[] {
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const items = value.split(',').map((item) => item.trim())
  const isKnown = (item: string): boolean =>
    NAMED_NETWORKS.has(item) || (isIP(item.split('/', 1)[0] ?? '') !== 0 && /^[^/]+(?:\/\d{1,3})?$/.test(item))
  if (!items.every(isKnown)) {
    context.addIssue({ code: 'custom', message: 'is neither a number of proxies nor a list of IP addresses' })
  }
  return items
}

const listenVariables = {
  PORT: numeric(0, 65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
}

const variables = {
  ...listenVariables,
  TRUST_PROXY: z.string().transform(trustedProxies).optional(),
  HTTPS_REDIRECT: onOff.default('on'),
  HSTS: z.enum(['off', 'host', 'subdomains', 'preload'], 'must be off, host, subdomains or preload').default('host'),
  UNKNOWN_HOSTS: z.enum(['serve', 'refuse'], 'must be serve or refuse').default('serve'),
}

export interface ProxyTrust {
  /** Their number, or the proxies in Express' terms. */
  trustProxy: number | string[]
  /** By the platform, not the operator. */
  isProxyGuessed: boolean
  platform?: Platform
}

export interface TransportSettings extends ProxyTrust {
  port: number
  host: string
  /** Descriptor of systemd's socket, in place of `port` (DEP-12). */
  socket?: number
  toHttps: boolean
  strictTransport: StrictTransportScope
  /** `refuse`: 421. */
  unknownHosts: 'serve' | 'refuse'
}

const THIS_MACHINE = ['loopback']

/** Takes the operator's setting, else the platform's number of proxies, else this machine (OPS-8). */
function proxyTrust(setting: number | string[] | undefined, raw: RawVariables): ProxyTrust {
  const platform = platformOf(raw)
  return {
    trustProxy: setting ?? platform?.proxies ?? THIS_MACHINE,
    isProxyGuessed: setting === undefined && platform !== undefined,
    platform,
  }
}

export const transportSettings = defineSettings({
  variables,
  settings(
    { PORT: port, HOST: host, TRUST_PROXY, HTTPS_REDIRECT, HSTS: strictTransport, UNKNOWN_HOSTS: unknownHosts },
    { raw }: { raw: RawVariables },
  ): TransportSettings {
    const socket = inheritedSocket(raw)
    return {
      port,
      host,
      socket,
      ...proxyTrust(TRUST_PROXY, raw),
      toHttps: HTTPS_REDIRECT === 'on',
      strictTransport,
      unknownHosts,
    }
  },
  problems(raw) {
    const problem = socketProblem(raw)
    return problem === undefined ? [] : [problem]
  },
})

export function listenSettings(raw: RawVariables): Pick<TransportSettings, 'port' | 'host'> {
  const { PORT: port, HOST: host } = z
    .object(listenVariables)
    .parse({ PORT: raw.PORT || undefined, HOST: raw.HOST || undefined })
  return { port, host }
}

export const listenRows: SettingRows<typeof listenVariables> = [
  {
    names: ['PORT', 'HOST'],
    meaning:
      'where to listen, in development on 127.0.0.1; a socket that systemd hands over (`LISTEN_FDS`) takes their place',
  },
]

export const transportRows: SettingRows<Omit<typeof variables, 'PORT' | 'HOST'>> = [
  {
    names: ['TRUST_PROXY'],
    defaults: { TRUST_PROXY: 'loopback, or what Heroku, Dokku, Render, Fly, Railway and Cloud Run have' },
    examples: { TRUST_PROXY: 'loopback' },
    meaning: 'proxies whose `X-Forwarded-For` and `-Proto` count: how many, or a list of IP addresses and networks',
  },
  {
    names: ['HTTPS_REDIRECT'],
    meaning: '`on`: readers who come by http, as a trusted proxy says, are led to https; `off`: they stay',
  },
  {
    names: ['HSTS'],
    meaning:
      'what browsers keep to https for: `host`, `subdomains` (every host below it too), `preload`; `off`: nothing',
  },
  {
    names: ['UNKNOWN_HOSTS'],
    meaning:
      "requests for hosts that are not yours: `serve` the default service's pages, or `refuse` (421; recommended)",
  },
]

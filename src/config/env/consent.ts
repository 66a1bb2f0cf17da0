import * as z from 'zod'
import { CONSENT_MODES, type ConsentMode, type Integrations } from '../../integrations/settings.ts'
import type { ServiceName, Services } from '../../services/service.ts'
import { variableSuffix } from '../../services/variable-suffix.ts'

const httpsUrl = z.string().refine((value) => {
  const url = URL.parse(value)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}, 'is not an https URL')

export const consentMode = z.enum(CONSENT_MODES, 'must be preset, none, own or cmp')

const HOST = /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z0-9-]+$/
const platformHosts = z.string().transform((value, context): string[] => {
  const hosts = value.split(',').map((host) => host.trim())
  if (hosts.every((host) => HOST.test(host))) return hosts
  context.addIssue({ code: 'custom', message: 'must be hosts such as api.cmp.example, *.cmp.example' })
  return z.NEVER
})

/** Variables of the question for consent (CONS-14). */
export const consentVariables = {
  CONSENT_MODE: consentMode.optional(),
  CMP_SCRIPT_URL: httpsUrl.optional(),
  CMP_HOSTS: platformHosts.optional(),
}

const consentSchema = z.object(consentVariables)

/** The site's mode, and the platform of services with `cmp`. */
export function consentSettings({
  CONSENT_MODE: consent = 'preset',
  CMP_SCRIPT_URL: script,
  CMP_HOSTS: hosts = [],
}: z.output<typeof consentSchema>): Pick<Integrations, 'consent' | 'platform'> {
  return { consent, ...(script !== undefined && { platform: { script, hosts } }) }
}

type Raw = Readonly<Record<string, unknown>>

/**
 * Modes of services that differ from `CONSENT_MODE`: a variable of the service's own, then `CONSENT_MODE`, then the
 * service's file (CONS-14).
 */
export function consentModes(services: Services, variables: object): Partial<Record<ServiceName, ConsentMode>> {
  const raw = variables as Raw
  const general = consentMode.safeParse(raw.CONSENT_MODE).data
  return Object.fromEntries(
    Object.values(services).flatMap(({ name, consent }) => {
      const own = consentMode.safeParse(raw[`CONSENT_MODE${variableSuffix(name)}`]).data
      const mode = own ?? general ?? consent
      return mode === undefined ? [] : [[name, mode]]
    }),
  )
}

/** Third parties' settings, and what of them needs consent. */
const NEEDING_CONSENT = [
  'GAM_NETWORK_CODE',
  'GA_MEASUREMENT_ID',
  'MARFEEL_ACCOUNT_ID',
  'PUSH_SCRIPT_URL',
  'AUDIENCE_SCRIPT_URL',
  'AUDIENCE_AMP_PIXEL_URL',
  'COMMENTS_SCRIPT_URL',
  'DISQUS_SHORTNAME',
  'GIPHY_API_KEY',
]
const OF_A_PLATFORM = { CMP_SCRIPT_URL: 'the script', CMP_AMP_URL: 'the dialogue', CMP_HOSTS: 'the hosts' } as const

/** Contradictions between modes and what is configured. */
export function consentProblems(services: Services, raw: Raw): string[] {
  const modes = consentModes(services, raw)
  const used = Object.keys(services).map((name) => modes[name] ?? 'preset')
  const isOn = (mode: ConsentMode): boolean => used.includes(mode)
  const platform = Object.entries(OF_A_PLATFORM).flatMap(([name, what]) =>
    raw[name] === undefined || isOn('cmp')
      ? []
      : [`${name} is ${what} of a consent platform: it needs CONSENT_MODE=cmp`],
  )
  const hosts =
    raw.CMP_HOSTS !== undefined && raw.CMP_SCRIPT_URL === undefined
      ? ['CMP_HOSTS are further hosts of CMP_SCRIPT_URL, which is not set']
      : []
  const isNoneEverywhere = used.every((mode) => mode === 'none')
  const configured = NEEDING_CONSENT.filter((name) => raw[name] !== undefined)
  const idle =
    isNoneEverywhere && configured.length > 0
      ? [
          `CONSENT_MODE=none loads nothing that needs consent, but ${configured.join(', ')} is set: unset it, or let own or cmp ask`,
        ]
      : []
  return [...platform, ...hosts, ...idle]
}

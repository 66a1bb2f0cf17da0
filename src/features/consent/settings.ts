import * as z from 'zod'
import { CONSENT_MODES, type ConsentMode, type Integrations } from '../../integrations/settings.ts'
import type { ServiceName, Services } from '../../services/service.ts'
import { defineSettings, type RawVariables } from '../../system/settings/define-settings.ts'
import { httpsUrl } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'
import { variableSuffix } from '../../system/settings/variable-suffix.ts'

const consentMode = z.enum(CONSENT_MODES, 'must be preset, none, own or cmp')

const HOST = /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z0-9-]+$/
const platformHosts = z.string().transform((value, context): string[] => {
  const hosts = value.split(',').map((host) => host.trim())
  if (hosts.every((host) => HOST.test(host))) return hosts
  context.addIssue({ code: 'custom', message: 'must be hosts such as api.cmp.example, *.cmp.example' })
  return z.NEVER
})

/** The question for consent (CONS-14). */
const variables = {
  CONSENT_MODE: consentMode.optional(),
  CMP_SCRIPT_URL: httpsUrl.optional(),
  CMP_HOSTS: platformHosts.optional(),
  CMP_AMP_URL: httpsUrl.optional(),
}
const ofServices = { CONSENT_MODE: consentMode }

export interface ConsentSettings {
  /** The site's mode, and the platform of services with `cmp`. */
  question: Pick<Integrations, 'consent' | 'platform'>
  /** URL of the consent platform's dialogue for AMP. */
  consentPlatform?: string
}

/** A variable of the service's own wins, then `CONSENT_MODE`, then the service's file (CONS-14). */
export function consentModes(services: Services, raw: RawVariables): Partial<Record<ServiceName, ConsentMode>> {
  const general = consentMode.safeParse(raw.CONSENT_MODE).data
  return Object.fromEntries(
    Object.values(services).flatMap(({ name, consent }) => {
      const own = consentMode.safeParse(raw[`CONSENT_MODE${variableSuffix(name)}`]).data
      const mode = own ?? general ?? consent
      return mode === undefined ? [] : [[name, mode]]
    }),
  )
}

export const consentSettings = defineSettings({
  variables,
  ofServices,
  settings: ({
    CONSENT_MODE: consent = 'preset',
    CMP_SCRIPT_URL: script,
    CMP_HOSTS: hosts = [],
    CMP_AMP_URL: consentPlatform,
  }): ConsentSettings => ({
    question: { consent, platform: script === undefined ? undefined : { script, hosts } },
    consentPlatform,
  }),
  problems: (raw, { services }: { services: Services }) => consentProblems(services, raw),
})

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

function consentProblems(services: Services, raw: RawVariables): string[] {
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

export const consentRows: SettingRows<typeof variables, typeof ofServices> = [
  {
    names: ['CONSENT_MODE'],
    defaults: { CONSENT_MODE: 'preset' },
    examples: { CONSENT_MODE: 'preset' },
    meaning:
      'who asks readers for the consent that third parties need: `own` the portal, `cmp` a consent platform, `none` nobody, as nothing that needs it loads, `preset` nobody, as everything loads (the start warns)',
  },
  {
    names: ['CONSENT_MODE_{NAME}'],
    defaults: { 'CONSENT_MODE_{NAME}': 'that above' },
    meaning: "one service's; also `consent` in its file",
  },
  {
    names: ['CMP_SCRIPT_URL', 'CMP_HOSTS'],
    meaning:
      "with `cmp`: https URL of the consent platform's script (TCF v2.2), and further hosts that it calls and frames, separated by commas, `*.cmp.example` for all below a name",
  },
  {
    names: ['CMP_AMP_URL'],
    meaning:
      "with `cmp`: https URL of the consent platform's dialogue for AMP (`promptUISrc`); absent: AMP has the portal's own question",
  },
]

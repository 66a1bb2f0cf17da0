import * as z from 'zod'
import { COUNTER_KINDS, type Counter, type CounterKind, type Integrations } from '../../integrations/settings.ts'
import type { Services } from '../../services/service.ts'
import { defineSettings } from '../../system/settings/define-settings.ts'
import { httpsUrl, httpUrl } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'
import { variableSuffix } from '../../system/settings/variable-suffix.ts'

const host = z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'is not a host name')
const umamiSite = z
  .string()
  .regex(/^[0-9a-f-]{36}$/i, 'is not the id of a website, such as 94db1cb1-74f4-4a40-ad6c-962362670409')
const matomoSite = z.string().regex(/^[1-9]\d{0,9}$/, 'is not a whole number')
const sites = {
  PLAUSIBLE_DOMAIN: host.optional(),
  UMAMI_WEBSITE_ID: umamiSite.optional(),
  MATOMO_SITE_ID: matomoSite.optional(),
}

const variables = {
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^[A-Z0-9-]{4,20}$/, 'is not a measurement id')
    .optional(),
  MARFEEL_ACCOUNT_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,20}$/, 'is not an account')
    .optional(),
  AUDIENCE_SCRIPT_URL: httpUrl.optional(),
  AUDIENCE_AMP_PIXEL_URL: httpsUrl.optional(),
  PLAUSIBLE_URL: httpUrl.optional(),
  UMAMI_URL: httpUrl.optional(),
  MATOMO_URL: httpUrl.optional(),
  ...sites,
}
const ofServices = { PLAUSIBLE_DOMAIN: host, UMAMI_WEBSITE_ID: umamiSite, MATOMO_SITE_ID: matomoSite }

export interface MeasurementSettings {
  providers: Pick<Integrations, 'analyticsId' | 'marfeelAccount' | 'audienceScript' | 'counters'>
  /** URL of the audience measurement's pixel in AMP. */
  audiencePixel?: string
}

/** Plausible knows sites by their hosts. */
const COUNTERS = {
  plausible: ['PLAUSIBLE_URL', 'PLAUSIBLE_DOMAIN'],
  umami: ['UMAMI_URL', 'UMAMI_WEBSITE_ID'],
  matomo: ['MATOMO_URL', 'MATOMO_SITE_ID'],
} as const satisfies Record<CounterKind, readonly string[]>

export const measurementSettings = defineSettings({
  variables,
  ofServices,
  settings(variables, { services }: { services: Services }, own): MeasurementSettings {
    const {
      GA_MEASUREMENT_ID: analyticsId,
      MARFEEL_ACCOUNT_ID: marfeelAccount,
      AUDIENCE_SCRIPT_URL: audienceScript,
      AUDIENCE_AMP_PIXEL_URL: audiencePixel,
    } = variables
    const counters = COUNTER_KINDS.flatMap((kind): Counter[] => {
      const [urlName, siteName] = COUNTERS[kind]
      const url = variables[urlName]?.replace(/\/$/, '')
      if (url === undefined) return []
      const general = variables[siteName]
      const ofService = Object.keys(services).flatMap((service) => {
        const site = own(siteName, service)
        return site === undefined ? [] : [{ kind, url, site, service }]
      })
      const all = general === undefined && kind !== 'plausible' ? [] : [{ kind, url, site: general }]
      return [...ofService, ...all]
    })
    return {
      providers: {
        analyticsId,
        marfeelAccount,
        audienceScript,
        counters: counters.length > 0 ? counters : undefined,
      },
      audiencePixel,
    }
  },
  problems(raw, { services }) {
    const names = Object.keys(services)
    return COUNTER_KINDS.flatMap((kind) => {
      const [url, site] = COUNTERS[kind]
      const isNamed = [site, ...names.map((name) => site + variableSuffix(name))].some(
        (name) => raw[name] !== undefined,
      )
      if (raw[url] === undefined) return isNamed ? [`${site} needs ${url}, where it is`] : []
      return isNamed || kind === 'plausible' ? [] : [`${url} needs ${site}, the site's id there`]
    })
  },
})

export const measurementRows: SettingRows<typeof variables, typeof ofServices> = [
  { names: ['GA_MEASUREMENT_ID'], meaning: 'Google Analytics' },
  { names: ['MARFEEL_ACCOUNT_ID'], meaning: 'Marfeel Compass' },
  { names: ['AUDIENCE_SCRIPT_URL'], meaning: 'script of audience measurement; not in AMP, which runs none' },
  {
    names: ['AUDIENCE_AMP_PIXEL_URL'],
    meaning: "https URL of the audience measurement's pixel for AMP, with AMP's variables (`CANONICAL_URL`)",
  },
  {
    names: ['PLAUSIBLE_URL', 'PLAUSIBLE_DOMAIN', 'PLAUSIBLE_DOMAIN_{NAME}'],
    defaults: { PLAUSIBLE_DOMAIN: "the page's host", 'PLAUSIBLE_DOMAIN_{NAME}': 'PLAUSIBLE_DOMAIN' },
    examples: { PLAUSIBLE_URL: 'https://plausible.example' },
    meaning:
      'Plausible, and the name of the site there: counts views without cookies or consent; in AMP with https alone',
  },
  {
    names: ['UMAMI_URL', 'UMAMI_WEBSITE_ID', 'UMAMI_WEBSITE_ID_{NAME}'],
    defaults: { 'UMAMI_WEBSITE_ID_{NAME}': 'UMAMI_WEBSITE_ID' },
    examples: { UMAMI_URL: 'https://umami.example' },
    meaning: 'Umami, and the id of the website there: as Plausible',
  },
  {
    names: ['MATOMO_URL', 'MATOMO_SITE_ID', 'MATOMO_SITE_ID_{NAME}'],
    defaults: { 'MATOMO_SITE_ID_{NAME}': 'MATOMO_SITE_ID' },
    examples: { MATOMO_URL: 'https://matomo.example' },
    meaning: 'Matomo, and the id of the website there: as Plausible',
  },
]

import { normalize } from 'node:path'
import * as z from 'zod'
import { isRobots } from '../content/robots.ts'
import { createServices, type ServiceOverride, servicesWithUrl } from '../services/registry.ts'
import type { Service, ServiceName, Services } from '../services/service.ts'
import { defineSettings, type RawVariables } from '../system/settings/define-settings.ts'
import { httpUrl, origin } from '../system/settings/forms.ts'
import { shown } from '../system/settings/secrets.ts'
import type { SettingRows } from '../system/settings/setting-row.ts'
import { variableSuffix } from '../system/settings/variable-suffix.ts'
import type { Site } from './site.ts'

const DEFAULT_SITE = 'sites/szpalta'

const folderVariables = {
  SITE_URL: origin.optional(),
  SITE_DIR: z.string().optional(),
  SERVICE: z.string().optional(),
}
const redirectVariables = { REDIRECTS_FILE: z.string().optional() }
const robotsVariables = {
  ROBOTS: z.string().refine(isRobots, 'holds what is no directive for search engines').optional(),
}
const urlOfServices = { SERVICE_URL: origin }
const cmsOfServices = { CMS_ADMIN_URL: httpUrl, HOME_ID: z.string().regex(/^\d+$/, 'is not a whole number') }

export interface SiteSettings {
  /** Relative; absent: a WordPress is the site. */
  siteDir?: string
  service: ServiceName
  services: Services
  /** Changes with every text. */
  textsId: string
  extensionId?: string
  /** Where it is the public origin too. */
  originOfCms?: string
  /** Without the example site's. */
  publicUrls: readonly string[]
}

interface Context {
  site: Site
  raw: RawVariables
  /** URL of the WordPress that is the whole site. */
  loneWordPress: string | undefined
  consentModes: Readonly<Record<ServiceName, Service['consent']>>
}

export const siteSettings = defineSettings({
  variables: { ...folderVariables, ...redirectVariables, ...robotsVariables },
  ofServices: { ...urlOfServices, ...cmsOfServices },
  settings(variables, { site, raw, loneWordPress, consentModes }: Context, own): SiteSettings {
    const names = Object.keys(site.services)
    const siteUrl = names.length === 1 ? variables.SITE_URL : undefined
    const urlOf = (name: ServiceName): string | undefined => own('SERVICE_URL', name) ?? siteUrl
    const override = (name: ServiceName): ServiceOverride => ({
      serviceUrl: urlOf(name),
      homePageId: own('HOME_ID', name),
      adminUrl: own('CMS_ADMIN_URL', name),
      robots: variables.ROBOTS,
      consent: consentModes[name],
    })
    const services = createServices(site.services, Object.fromEntries(names.map((name) => [name, override(name)])))
    const withUrl = servicesWithUrl(services)
    const isExample = loneWordPress === undefined && normalize(siteFolder(raw)) === normalize(DEFAULT_SITE)
    return {
      siteDir: loneWordPress === undefined ? siteFolder(raw) : undefined,
      service: variables.SERVICE ?? site.defaultService,
      services,
      textsId: site.textsId,
      extensionId: site.extensionId,
      originOfCms: withUrl.some(({ serviceUrl }) => isSameHost(serviceUrl, loneWordPress)) ? loneWordPress : undefined,
      publicUrls: withUrl
        .filter(({ name }) => !isExample || urlOf(name) !== undefined)
        .map(({ serviceUrl }) => serviceUrl),
    }
  },
  problems({ SERVICE, SITE_URL }, { site }) {
    const names = Object.keys(site.services)
    const problems: string[] = []
    if (SERVICE !== undefined && !names.includes(SERVICE)) {
      problems.push(`SERVICE must be one of ${names.join(', ')} (${shown('SERVICE', SERVICE)})`)
    }
    if (SITE_URL !== undefined && names.length > 1) {
      const variables = names.map((name) => `SERVICE_URL${variableSuffix(name)}`)
      problems.push(`SITE_URL is for a site of one service: here are ${variables.join(', ')}`)
    }
    return problems
  },
})

export function siteFolder({ SITE_DIR }: RawVariables): string {
  return SITE_DIR || DEFAULT_SITE
}

/** Replaces the site folder's redirects (SITE-18). */
export function redirectsFile({ REDIRECTS_FILE }: RawVariables): string | undefined {
  return REDIRECTS_FILE || undefined
}

function isSameHost(url: string, other: string | undefined): boolean {
  return other !== undefined && URL.parse(url)?.host === URL.parse(other)?.host
}

export const siteRows: SettingRows<typeof folderVariables, typeof urlOfServices> = [
  {
    names: ['SITE_URL'],
    defaults: { SITE_URL: "that of the site's file, or WordPress' own" },
    examples: { SITE_URL: 'https://gazeta.example' },
    meaning: 'public origin of a site of one service; `SERVICE_URL_{NAME}` of one of several',
  },
  {
    names: ['SITE_DIR'],
    defaults: { SITE_DIR: 'sites/szpalta' },
    examples: { SITE_DIR: 'sites/szpalta' },
    meaning: 'the site folder: publisher, services, colours, menus, language, theme',
  },
  {
    names: ['SERVICE'],
    defaults: { SERVICE: "the site's (akademia)" },
    examples: { SERVICE: 'akademia' },
    meaning: 'the service of an unknown host',
  },
  {
    names: ['SERVICE_URL_{NAME}'],
    defaults: { 'SERVICE_URL_{NAME}': '`https://….szpalta.test`' },
    examples: { 'SERVICE_URL_{NAME}': 'https://gazeta.example' },
    meaning: 'public origin of a service, e.g. `SERVICE_URL_AKADEMIA=https://example.com`',
  },
]

export const redirectRows: SettingRows<typeof redirectVariables> = [
  {
    names: ['REDIRECTS_FILE'],
    defaults: { REDIRECTS_FILE: 'redirects.csv of the site folder, if it has one' },
    meaning: 'CSV of redirects: `from,to,status`',
  },
]

export const cmsServiceRows: SettingRows<object, typeof cmsOfServices> = [
  {
    names: ['CMS_ADMIN_URL_{NAME}'],
    defaults: { 'CMS_ADMIN_URL_{NAME}': "the service's `cms.adminUrl`, else `/wp-admin/` of a WordPress" },
    meaning:
      'where editors of a service work: previews lead there, to the text that they show; `{id}` in it stands for that text',
  },
  { names: ['HOME_ID_{NAME}'], meaning: "id of a service's home page in the CMS" },
]

export const robotsRows: SettingRows<typeof robotsVariables> = [
  {
    names: ['ROBOTS'],
    examples: { ROBOTS: 'noindex, nofollow' },
    meaning: 'directives for search engines on every page, e.g. `noindex, nofollow` on a test installation',
  },
]

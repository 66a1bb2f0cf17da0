import * as z from 'zod'
import { isRobots } from '../../content/robots.ts'
import type { ServiceName } from '../../services/service.ts'
import { variableSuffix } from '../../services/variable-suffix.ts'
import { ampVariables } from './amp.ts'
import { consentMode, consentVariables } from './consent.ts'
import { databaseUrl } from './database.ts'
import { edgeVariables } from './edge.ts'
import { newsletterVariables } from './newsletter.ts'
import { observabilityVariables } from './observability.ts'
import { redisVariables } from './redis.ts'
import {
  hostNames,
  httpUrl,
  httpUrls,
  mediaHosts,
  numeric,
  origin,
  securityContacts,
  serviceNameOf,
  storeUrl,
  trustedProxies,
} from './values.ts'

/** Relative to the project's folder. */
export const DEFAULT_SUBSCRIBERS_FILE = 'data/subscribers.sqlite'

const previewSecret = z.string().min(16, 'must have at least 16 characters')

/** Variables of every site, with their form and default. */
const common = z.object({
  SITE_DIR: z.string().optional(),
  SITE_URL: origin.optional(),
  PORT: numeric(0, 65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  CONTENT: z.enum(['embedded', 'hub', 'wordpress'], 'must be embedded, hub or wordpress').default('embedded'),
  CMS_URL: httpUrl.optional(),
  CMS_USER: z.string().optional(),
  CMS_KEY: z.string().optional(),
  CMS_NOINDEX: z.enum(['site', 'posts'], 'must be site or posts').default('site'),
  CMS_READING: z.enum(['public', 'editor'], 'must be public or editor').default('public'),
  CMS_POLL_SECONDS: numeric(0, 86_400).default(30),
  CONTENT_BUCKET_URL: httpUrl.optional(),
  CDN_URL: httpUrl.optional(),
  CDN_TEMPLATE: z
    .string()
    .refine((value) => value.includes('{url}') && value.includes('{width}'), 'must contain {url} and {width}')
    .default('{url}?w={width}&q={quality}'),
  CDN_CROP_TEMPLATE: z
    .string()
    .refine((value) => ['{url}', '{width}', '{height}'].every((place) => value.includes(place)), {
      message: 'must contain {url}, {width} and {height}',
    })
    .optional(),
  CDN_MAIL_TEMPLATE: z
    .string()
    .refine((value) => ['{url}', '{width}', '{height}'].every((place) => value.includes(place)), {
      message: 'must contain {url}, {width} and {height}',
    })
    .optional(),
  HTTPS_REDIRECT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  MEDIA_HOSTS: mediaHosts.default([]),
  MEDIA_CACHE_DIR: z.string().default('data/media'),
  MEDIA_CACHE_MB: numeric(1, 1_048_576).default(1024),
  MEDIA_MEMORY_MB: numeric(32, 16_384).optional(),
  PAGE_CACHE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  PAGE_CACHE_MB: numeric(1, 16_384).optional(),
  PAGE_CACHE_FILE: z.string().default('data/pages.bin'),
  PAGE_CACHE_FILE_MB: numeric(1, 1024).default(16),
  WARM_UP: numeric(0, 1000).default(100),
  WARM_UP_SECONDS: numeric(1, 300).default(10),
  NEWSROOM_DIR: z.string().optional(),
  REDIRECTS_FILE: z.string().optional(),
  GAM_NETWORK_CODE: z
    .string()
    .regex(/^\d{1,20}$/, 'is not a network code')
    .optional(),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^[A-Z0-9-]{4,20}$/, 'is not a measurement id')
    .optional(),
  MARFEEL_ACCOUNT_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,20}$/, 'is not an account')
    .optional(),
  PUSH_SCRIPT_URL: httpUrl.optional(),
  AUDIENCE_SCRIPT_URL: httpUrl.optional(),
  COMMENTS_SCRIPT_URL: httpUrl.optional(),
  DISQUS_SHORTNAME: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, 'is not a short name')
    .optional(),
  WEBSUB_HUB_URL: httpUrl.optional(),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits and hyphens')
    .optional(),
  INDEXNOW_URL: httpUrl.default('https://api.indexnow.org/indexnow'),
  FEED_ID_HOST: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'is not a host name')
    .optional(),
  TRUST_PROXY: z.string().transform(trustedProxies).optional(),
  HSTS: z.enum(['off', 'host', 'subdomains', 'preload'], 'must be off, host, subdomains or preload').default('host'),
  UNKNOWN_HOSTS: z.enum(['serve', 'refuse'], 'must be serve or refuse').default('serve'),
  FAST_HEADERS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  MOST_READ: z.enum(['on', 'off'], 'must be on or off').default('on'),
  CLEAR_TEXT_HOSTS: hostNames.default([]),
  SUBSCRIBERS_FILE: z.string().default(DEFAULT_SUBSCRIBERS_FILE),
  DATABASE_URL: databaseUrl.optional(),
  SEARCH_INDEX: z.enum(['memory', 'postgresql', 'off'], 'must be memory, postgresql or off').default('memory'),
  GIPHY_API_KEY: z.string().optional(),
  GIPHY_API_URL: httpUrl.default('https://api.giphy.com'),
  METRICS_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  PURGE_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  PREVIEW_SECRET: previewSecret.optional(),
  PURGE_FORWARD_URL: httpUrls.optional(),
  PURGE_FORWARD_TOKEN: z
    .string()
    .regex(/^[!-~]{8,200}$/, 'must be 8 to 200 characters without spaces')
    .optional(),
  KV_REST_API_URL: storeUrl.optional(),
  KV_REST_API_TOKEN: z
    .string()
    .regex(/^[!-~]+$/, 'must be characters without spaces')
    .optional(),
  ASSETS_URL: storeUrl.optional(),
  ROBOTS: z.string().refine(isRobots, 'holds what is no directive for search engines').optional(),
  SECURITY_CONTACT: securityContacts.optional(),
  WEB_CONCURRENCY: numeric(1, 64).default(1),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ...ampVariables,
  ...edgeVariables,
  ...newsletterVariables,
  ...redisVariables,
  ...consentVariables,
  ...observabilityVariables,
})

const serviceSettings = {
  SERVICE_URL: origin,
  CMS_URL: httpUrl,
  CMS_USER: z.string(),
  CMS_KEY: z.string(),
  CMS_ADMIN_URL: httpUrl,
  HOME_ID: z.string().regex(/^\d+$/, 'is not a whole number'),
  PREVIEW_SECRET: previewSecret,
  CONSENT_MODE: consentMode,
}
/** Those of the socket. */
export const listenVariables = common.pick({ PORT: true, HOST: true })

type ServiceSetting = keyof typeof serviceSettings

/** A service's own variable: `CMS_URL_AKADEMIA`. */
export type ServiceVariables = { [variable in `${ServiceSetting}_${string}`]?: string }
export type Variables = z.output<typeof common> & { SERVICE: ServiceName } & ServiceVariables

/**
 * Every variable of a site, with its form and default.
 * @param names of its services
 */
export function variablesSchema(names: readonly ServiceName[], defaultService: ServiceName) {
  return common.extend({
    SERVICE: serviceNameOf(names).default(defaultService),
    ...perService(names),
  })
}

function perService(names: readonly ServiceName[]) {
  const settings = Object.entries(serviceSettings) as Array<[ServiceSetting, z.ZodType<string>]>
  return Object.fromEntries(
    settings.flatMap(([setting, type]) => names.map((name) => [serviceVariable(setting, name), type.optional()])),
  ) as Record<`${ServiceSetting}_${string}`, z.ZodOptional<z.ZodType<string>>>
}

/** The variable of a service's setting: `CMS_URL_AKADEMIA`. */
export function serviceVariable(setting: ServiceSetting, name: ServiceName): `${ServiceSetting}_${string}` {
  return `${setting}${variableSuffix(name)}`
}

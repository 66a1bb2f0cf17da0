import * as z from 'zod'
import type { Lifetimes } from '../system/cache-headers.ts'
import type { EdgeFacts } from '../system/deployment-notes.ts'
import { defineSettings, destinationsOf, type RawVariables } from '../system/settings/define-settings.ts'
import { bearerToken, httpUrls, numeric } from '../system/settings/forms.ts'
import type { SettingRows } from '../system/settings/setting-row.ts'
import type { ProxySettings } from './proxies.ts'

/** Seconds until lost purges matter no more. */
const DEFAULT_EDGE_AGE = 86_400

const edgeVariables = {
  EDGE_MAX_AGE: numeric(0, 31_536_000).optional(),
  PAGE_MAX_AGE: numeric(0, 86_400).default(60),
  PURGE_FORWARD_URL: httpUrls.optional(),
  PURGE_FORWARD_TOKEN: z
    .string()
    .regex(/^[!-~]{8,200}$/, 'must be 8 to 200 characters without spaces')
    .optional(),
}

const tokenVariables = { PURGE_TOKEN: bearerToken.optional() }

export interface PurgeSettings {
  /** Absent: there is no `POST /ops/purge`. */
  purgeToken?: string
  proxies?: ProxySettings
  lifetimes: Lifetimes
  edge: EdgeFacts
}

export const purgeSettings = defineSettings({
  variables: { ...edgeVariables, ...tokenVariables },
  settings(
    {
      EDGE_MAX_AGE: set,
      PAGE_MAX_AGE: browsers,
      PURGE_FORWARD_URL: urls,
      PURGE_FORWARD_TOKEN: token,
      PURGE_TOKEN: purgeToken,
    },
    { raw: { CONTENT = 'embedded', AMP_CACHE_PRIVATE_KEY } }: { raw: RawVariables },
  ): PurgeSettings {
    const arePurged = CONTENT === 'embedded' || purgeToken !== undefined
    const areForwarded = urls !== undefined
    const usual = (isReached: boolean): number => set ?? (arePurged && isReached ? DEFAULT_EDGE_AGE : 0)
    return {
      purgeToken,
      proxies: urls && token !== undefined ? { urls, token } : undefined,
      lifetimes: {
        browsers,
        pages: usual(areForwarded),
        amp: usual(areForwarded || AMP_CACHE_PRIVATE_KEY !== undefined),
      },
      edge: { arePurged, areForwarded, set },
    }
  },
  problems: ({ PURGE_FORWARD_URL, PURGE_FORWARD_TOKEN }) =>
    (PURGE_FORWARD_URL === undefined) === (PURGE_FORWARD_TOKEN === undefined)
      ? []
      : ['PURGE_FORWARD_URL and PURGE_FORWARD_TOKEN go together: only one of them is set'],
  destinations: (raw) => destinationsOf(raw, [['PURGE_FORWARD_TOKEN', 'PURGE_FORWARD_URL']]),
})

export const edgeRows: SettingRows<typeof edgeVariables> = [
  {
    names: ['EDGE_MAX_AGE'],
    defaults: { EDGE_MAX_AGE: '86400 where purges are forwarded and the newsroom or `PURGE_TOKEN` makes them, else 0' },
    examples: { EDGE_MAX_AGE: '86400' },
    meaning:
      'seconds for which caches that get purges may keep pages (`Surrogate-Control`, `CDN-Cache-Control`), 0 to 31536000; 0: as long as browsers. Set it where the CMS purges a CDN itself',
  },
  {
    names: ['PAGE_MAX_AGE'],
    meaning: 'seconds for which browsers, and caches that nobody purges, may keep pages (`Cache-Control`), 0 to 86400',
  },
  {
    names: ['PURGE_FORWARD_URL', 'PURGE_FORWARD_TOKEN'],
    meaning:
      'front caches to notify of purges (`PURGE` with `Surrogate-Key`), separated by commas, and their bearer token',
  },
]

export const purgeTokenRows: SettingRows<typeof tokenVariables> = [
  {
    names: ['PURGE_TOKEN'],
    meaning:
      'bearer token of `POST /ops/purge`; absent: the route does not exist. In front of WordPress it (else `PREVIEW_SECRET`) also seals the URLs of images, so all instances need the same',
  },
]

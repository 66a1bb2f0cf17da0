import * as z from 'zod'
import { withoutTrailingSlashes } from '../content/trailing-slashes.ts'
import type { ServiceName, Services } from '../services/service.ts'
import type { CacheSizes } from '../system/memory.ts'
import { type Destination, defineSettings, type RawVariables } from '../system/settings/define-settings.ts'
import { httpUrl, numeric } from '../system/settings/forms.ts'
import type { SettingRows } from '../system/settings/setting-row.ts'
import { variableSuffix } from '../system/settings/variable-suffix.ts'
import type { ContentLimits } from './cache/content-cache.ts'
import {
  type CmsCredentials,
  type CmsUrls,
  type CredentialsByService,
  credentialSettings,
} from './upstream/accounts.ts'
import { type CmsVariables, cmsOfServices, credentialProblems } from './upstream/cms-of-services.ts'

const variables = {
  CONTENT: z.enum(['embedded', 'hub', 'wordpress'], 'must be embedded, hub or wordpress').default('embedded'),
  NEWSROOM_DIR: z.string().optional(),
  CMS_URL: httpUrl.optional(),
  CMS_USER: z.string().optional(),
  CMS_KEY: z.string().optional(),
  CMS_NOINDEX: z.enum(['site', 'posts'], 'must be site or posts').default('site'),
  CMS_READING: z.enum(['public', 'editor'], 'must be public or editor').default('public'),
  CMS_POLL_SECONDS: numeric(0, 86_400).default(30),
  CONTENT_BUCKET_URL: httpUrl.optional(),
}
const ofServices = { CMS_URL: httpUrl, CMS_USER: z.string(), CMS_KEY: z.string() }

export interface ContentSettings {
  content: 'embedded' | 'hub' | 'wordpress'
  /** Relative to the project's folder; absent: the site folder's own, or the default one. */
  newsroom?: string
  /** By service; empty without a CMS (SRC-13, SRC-14). */
  cmsUrls: CmsUrls
  cmsCredentials: CredentialsByService
  /** `CMS_USER` and `CMS_KEY`, for a command with its own URL. */
  generalCredentials?: CmsCredentials
  /** (SRC-24) */
  cmsReading: 'public' | 'editor'
  /** `posts`: a `noindex` of all posts of a WordPress is each post's own. */
  cmsNoindex: 'site' | 'posts'
  /** Milliseconds between polls of WordPress for changes; 0: none. */
  cmsPollInterval: number
  bucketUrl?: string
  contents: ContentLimits
}

export const contentSettings = defineSettings({
  variables,
  ofServices,
  settings(variables, { services, sizes }: { services: Services; sizes: CacheSizes }, own): ContentSettings {
    const { NEWSROOM_DIR: newsroom, CMS_USER: user, CMS_KEY: key, CONTENT_BUCKET_URL: bucketUrl } = variables
    return {
      content: variables.CONTENT,
      newsroom,
      ...cmsOfServices(services, (name) =>
        name === undefined
          ? { url: variables.CMS_URL, user, key }
          : { url: own('CMS_URL', name), user: own('CMS_USER', name), key: own('CMS_KEY', name) },
      ),
      generalCredentials: user === undefined || key === undefined ? undefined : { user, key },
      cmsReading: variables.CMS_READING,
      cmsNoindex: variables.CMS_NOINDEX,
      cmsPollInterval: variables.CMS_POLL_SECONDS * 1000,
      bucketUrl,
      contents: { most: sizes.contents, unbounded: sizes.unbounded, bytes: sizes.contentBytes },
    }
  },
  problems(raw, { services }) {
    const hasUrl = [undefined, ...Object.keys(services)].some((name) => rawCms(raw, name).url !== undefined)
    const needsCms = hasCms(raw)
    return [
      ...(needsCms && !hasUrl ? [`CMS_URL is required with CONTENT=${raw.CONTENT} (it is not set)`] : []),
      ...credentialProblems(services, (name) => rawCms(raw, name), needsCms),
    ]
  },
  secrets: (raw, services) =>
    [undefined, ...services].flatMap((name) => {
      const { user, key } = rawCms(raw, name)
      return user === undefined || key === undefined ? [] : [Buffer.from(`${user}:${key}`).toString('base64')]
    }),
  destinations(raw, { services }): Destination[] {
    if (!hasCms(raw)) return []
    const { cmsUrls, cmsCredentials } = cmsOfServices(services, (name) => rawCms(raw, name))
    return Object.keys(cmsUrls).flatMap((name) => {
      const [url, credentials] = [cmsUrls[name], cmsCredentials[name]]
      if (url === undefined || credentials === undefined) return []
      const own = `CMS_URL${variableSuffix(name)}`
      return [
        { secret: credentialSettings(credentials.of).key, address: raw[own] === undefined ? 'CMS_URL' : own, url },
      ]
    })
  },
})

function hasCms({ CONTENT }: RawVariables): boolean {
  return CONTENT === 'hub' || CONTENT === 'wordpress'
}

function rawCms(raw: RawVariables, name?: ServiceName): CmsVariables {
  const suffix = name === undefined ? '' : variableSuffix(name)
  return { url: raw[`CMS_URL${suffix}`], user: raw[`CMS_USER${suffix}`], key: raw[`CMS_KEY${suffix}`] }
}

/** Set without a folder, it is the whole site. */
export function loneWordPress({ SITE_DIR, CONTENT, CMS_URL }: RawVariables): string | undefined {
  if (SITE_DIR || CONTENT !== 'wordpress' || !CMS_URL) return undefined
  const url = URL.parse(CMS_URL)
  return url && /^https?:$/.test(url.protocol) ? withoutTrailingSlashes(CMS_URL) : undefined
}

export const contentRows: SettingRows<typeof variables, typeof ofServices> = [
  { names: ['CONTENT'], meaning: '`embedded`, `hub` or `wordpress`' },
  {
    names: ['NEWSROOM_DIR'],
    defaults: { NEWSROOM_DIR: "the site folder's, or newsroom" },
    examples: { NEWSROOM_DIR: 'newsroom' },
    meaning: 'folder of the embedded newsroom',
  },
  {
    names: ['CMS_URL', 'CMS_URL_{NAME}'],
    examples: { CMS_URL: 'https://cms.gazeta.example' },
    meaning: 'URL of the hub or of WordPress, for all services or for one',
  },
  {
    names: ['CMS_USER', 'CMS_KEY'],
    meaning:
      'credentials for the host of `CMS_URL`, sent to no other; for WordPress an editor and an application password, or neither',
  },
  {
    names: ['CMS_USER_{NAME}', 'CMS_KEY_{NAME}'],
    defaults: { 'CMS_USER_{NAME}': 'those above, where the host is the same' },
    meaning: 'credentials of one service, sent to its own CMS only; the academy uses those (and the URL) of `BIZBLOG`',
  },
  {
    names: ['CMS_NOINDEX'],
    meaning:
      "`site`: a `noindex` that all posts of a WordPress carry (Settings → Reading) is the site's own state and does not count here; `posts`: it is each post's",
  },
  {
    names: ['CMS_READING'],
    meaning:
      '`public`: readers get what WordPress shows to visitors, whatever the credentials may read; `editor`: what they may read, for a WordPress whose REST API is closed to visitors',
  },
  {
    names: ['CMS_POLL_SECONDS'],
    meaning: 'seconds between two polls of WordPress for changes (1.5 while a live coverage is read); 0: none',
  },
  {
    names: ['CONTENT_BUCKET_URL'],
    meaning:
      "object storage with the hub's posts (`{service}/wp_wpisy{path}.json`): further articles come from it, and any article while the hub is away; links to it in content move to the image CDN",
  },
]

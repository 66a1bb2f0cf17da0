import { AMP_PREFIX, DATED_PATH, SHORT_LINKS } from '../content/public-paths.ts'
import { FILTER_FORMS, FILTER_NAMES, isFilterValue } from '../content/search-filters.ts'
import type { Parameter, Route } from '../edge/page-cache/route.ts'
import { forBrowsers } from '../system/cache-headers.ts'
import { DAY, HOUR, PAGE, PAGE_LIFETIMES, REPLACEABLE } from './cache-lifetimes.ts'

export const FILTER_PARAMETERS: readonly Parameter[] = FILTER_NAMES.map((name) => ({
  name,
  form: FILTER_FORMS[name],
  isValue: (value: string) => isFilterValue(name, value),
}))
/** From 2 on; any other value means the first page. */
const furtherPage: Parameter = { name: 'page', form: /^(?!0*1?$)[0-9]{1,6}$/ }
const shortLinks = Object.entries(SHORT_LINKS).map(
  ([name, form]): Parameter =>
    form.flags === '' ? { name, form } : { name, isValue: (value: string) => form.test(value) },
)

const { redirect, missing, missingFile } = PAGE_LIFETIMES
const outcomes = { redirect, missing, missingFile } as const

/** One handler has them all (`handlers/pages.ts`). */
export const pageRoutes = {
  article: {
    path: '/:year/:month/:slug',
    like: DATED_PATH,
    summary: 'An article',
    queue: 'page',
    hasNotice: true,
    caching: {
      ...outcomes,
      article: PAGE_LIFETIMES.article,
      articleWithoutComments: PAGE_LIFETIMES.articleWithoutComments,
      liveArticle: PAGE_LIFETIMES.liveArticle,
    },
    example: '/2026/01/artykul-{n}',
  },
  home: {
    path: '/',
    summary: 'The front page, and short links of a WordPress',
    parameters: shortLinks,
    counts: 'choice',
    queue: 'page',
    hasNotice: true,
    caching: { ...outcomes, home: PAGE_LIFETIMES.home },
    example: '/?p={n}',
  },
  search: {
    path: '/search',
    summary: 'Results of a search',
    parameters: [{ name: 's' }, ...FILTER_PARAMETERS, furtherPage],
    queue: 'search',
    hasNotice: true,
    caching: {
      ...outcomes,
      search: PAGE_LIFETIMES.search,
      searchWithoutCms: PAGE_LIFETIMES.searchWithoutCms,
    },
    example: '/search?s=podpis{n}',
  },
  searchOthers: {
    path: '/search/*rest',
    summary: 'Other paths below the search',
    queue: 'search',
    hasNotice: true,
    caching: {},
    isUnhandled: true,
  },
  /** Lists, issues, fixed pages, articles under other paths, and missing ones. */
  page: {
    path: '/*path',
    summary: 'Lists, issues of the newsletter, fixed pages, articles under other paths',
    queue: 'page',
    hasNotice: true,
    caching: {
      ...outcomes,
      archive: PAGE_LIFETIMES.archive,
      issue: PAGE_LIFETIMES.issue,
      issues: PAGE_LIFETIMES.issues,
      privacy: PAGE_LIFETIMES.privacy,
      fixed: PAGE_LIFETIMES.fixed,
      saved: PAGE_LIFETIMES.saved,
      sisterHome: PAGE_LIFETIMES.sisterHome,
    },
    example: '/kategoria/edukacja/page/{page}',
  },
} as const satisfies Record<string, Route>

export const ampRoutes = {
  document: {
    path: `${AMP_PREFIX}/*path`,
    summary: 'An article as AMP',
    queue: 'amp',
    caching: {
      amp: PAGE_LIFETIMES.amp,
      ampWithoutComments: PAGE_LIFETIMES.ampWithoutComments,
      liveAmp: PAGE_LIFETIMES.liveAmp,
      redirect,
      missing,
    },
    example: `${AMP_PREFIX}/2026/01/artykul-{n}`,
  },
  shortcut: {
    path: '/amp/*path',
    summary: 'The former path of an AMP document',
    queue: 'amp',
    caching: { redirect },
    example: '/amp/2026/01/artykul-{n}',
  },
  others: {
    path: '/wp-json/amp/*rest',
    summary: 'Other paths below those of AMP',
    queue: 'amp',
    caching: {},
    isUnhandled: true,
  },
  restApi: {
    path: '/wp-json/*rest',
    summary: "Paths of WordPress' REST API, which the portal has not",
    queue: 'page',
    caching: {},
    isUnhandled: true,
  },
} as const satisfies Record<string, Route>

const operations = { queue: 'none', isDirect: true, caching: {} } as const

export const operationRoutes = {
  health: { path: '/healthz', summary: 'Whether the process runs', ...operations, example: '/healthz' },
  ready: { path: '/readyz', summary: 'Whether it can serve', ...operations, example: '/readyz' },
  version: { path: '/version', summary: 'Its version', ...operations, example: '/version' },
  metrics: {
    path: '/metrics',
    summary: 'Figures for Prometheus',
    ...operations,
    example: '/metrics',
    bound: 'the token',
  },
  purge: {
    path: '/ops/purge',
    methods: ['POST'],
    summary: 'Purges pages',
    ...operations,
    example: '/ops/purge',
    bound: '10 wrong tokens a minute and client',
  },
  others: {
    path: '/ops/*rest',
    like: /^\/(?:healthz|readyz|version|metrics|ops)(?:\/|$)/,
    summary: "Other paths below the operator's",
    ...operations,
    isUnhandled: true,
  },
} as const satisfies Record<string, Route>

export const fileRoutes = {
  assets: {
    path: '/assets/*path',
    summary: 'Files of the build, of this release and of others',
    parameters: [],
    queue: 'file',
    isDirect: true,
    caching: {},
    example: '/assets/nie-ma-{n}.js',
  },
  fonts: {
    path: '/fonts/:id.woff2',
    summary: 'Fonts of the site folder',
    queue: 'page',
    hasNotice: true,
    caching: {
      /** Names the folder's file; a release may cut it down differently. */
      ownFont: { policy: { ...PAGE, maxAge: DAY, isOfBuild: true }, control: forBrowsers(30 * DAY) },
    },
  },
  securityTxt: {
    path: '/.well-known/security.txt',
    summary: 'Contacts for reports of vulnerabilities',
    queue: 'page',
    hasNotice: true,
    caching: { securityTxt: { policy: { ...PAGE, maxAge: HOUR } } },
  },
  /** They show no notice. */
  root: {
    path: '/:file',
    like: /^\/[^/]+\.(?:xml|txt|js|webmanifest|svg|ico)$/,
    summary: "Files of the operator's at the root",
    queue: 'page',
    caching: {
      publicFile: { policy: REPLACEABLE, control: forBrowsers(HOUR) },
      largePublicFile: { control: forBrowsers(HOUR) },
    },
    isUnhandled: true,
  },
} as const satisfies Record<string, Route>

export const restRoutes = {
  feeds: { path: '/api/feed/*rest', summary: 'Other feeds', queue: 'list', caching: {}, isUnhandled: true },
  interfaces: {
    path: '/api/*rest',
    summary: 'Other interfaces',
    queue: 'interface',
    isDirect: true,
    caching: {},
    isUnhandled: true,
  },
  folders: {
    path: '/:folder',
    like: /^\/(?:api|media|assets|icons)$/,
    summary: 'The folders themselves',
    queue: 'page',
    isDirect: true,
    caching: {},
    isUnhandled: true,
  },
} as const satisfies Record<string, Route>

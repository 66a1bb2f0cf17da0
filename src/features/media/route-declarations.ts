import { QUERY_PARAMETER, REMOTE_FOLDER } from '../../content/public-paths.ts'
import type { Route } from '../../edge/page-cache/route.ts'
import { DAY, HOUR, MISSING, PAGE } from '../../http/cache-lifetimes.ts'
import type { Caching } from '../../system/cache-headers.ts'
import { forBrowsers, IMMUTABLE } from '../../system/cache-headers.ts'

const ICON: Caching = { policy: { ...PAGE, maxAge: DAY, isOfBuild: true }, control: forBrowsers(DAY) }

export const mediaRoutes = {
  images: {
    path: `${REMOTE_FOLDER}/*path`,
    summary: 'Images of the newsroom and of a WordPress, in the sizes that pages name',
    parameters: [{ name: 'w', isBounded: true }, { name: 'h', isBounded: true }, { name: QUERY_PARAMETER }],
    counts: 'two',
    queue: 'media',
    isDirect: true,
    /** `brokenMedia` is a placeholder: the image may be there soon. */
    caching: { media: { control: forBrowsers(DAY) }, brokenMedia: { control: forBrowsers(60) } },
    example: `${REMOTE_FOLDER}/2026/01/nie-ma-{n}.webp?w=360`,
    bound: 'one at a time',
  },
  shareImages: {
    path: '/assets/:name',
    like: /^\/assets\/share-[^/]+$/,
    summary: 'Images for sharing',
    parameters: [],
    queue: 'file',
    isDirect: true,
    /** Its URL names its content. */
    caching: { shareImage: { policy: { ...PAGE, maxAge: DAY }, control: IMMUTABLE } },
  },
  icons: {
    path: '/icons/:name',
    like: /^\/icons\//,
    summary: 'Icons of the services',
    parameters: [],
    queue: 'file',
    isDirect: true,
    caching: { icon: ICON },
    example: '/icons/nie-ma-{n}.png',
  },
  favicon: {
    path: '/favicon.:form',
    like: /^\/favicon\.(?:svg|ico)$/,
    summary: 'Icon of the service',
    queue: 'page',
    caching: { icon: ICON },
    example: '/favicon.svg',
  },
  uploads: {
    path: '/wp-content/uploads/*path',
    like: /\/wp-content\/uploads\//,
    summary: 'Files of a WordPress',
    queue: 'page',
    hasNotice: true,
    caching: { upload: { control: forBrowsers(HOUR) } },
  },
  cmsFiles: {
    path: '/.well-known/*path',
    like: /^\/(?:ads\.txt|app-ads\.txt|\.well-known\/[a-z0-9][a-z0-9._-]{0,100})$/i,
    summary: 'Small files for programs that plugins of a WordPress serve',
    queue: 'page',
    hasNotice: true,
    caching: { cmsFile: { policy: { ...PAGE, maxAge: 300 } }, missing: MISSING },
  },
} as const satisfies Record<string, Route>

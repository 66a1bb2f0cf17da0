import { INSTALL_WORKER_PATH } from '../../content/public-paths.ts'
import type { Route } from '../../edge/page-cache/route.ts'
import { DAY, PAGE } from '../../http/cache-lifetimes.ts'
import { REVALIDATED } from '../../system/cache-headers.ts'

/** These change only with a release, and browsers revalidate them each time. */
const file = {
  queue: 'page',
  caching: { release: { policy: { ...PAGE, maxAge: DAY, isOfBuild: true }, control: REVALIDATED } },
} as const

export const offlineRoutes = {
  worker: { path: '/sw.js', summary: 'Service worker', ...file, example: '/sw.js' },
  script: { path: '/offline.js', summary: 'Script of the offline page', ...file, example: '/offline.js' },
  page: { path: '/offline', summary: 'Page without a connection', ...file, example: '/offline' },
  install: {
    path: INSTALL_WORKER_PATH,
    summary: 'Installs the service worker from AMP documents',
    hasNotice: true,
    ...file,
    example: INSTALL_WORKER_PATH,
  },
  manifest: {
    path: '/manifest.webmanifest',
    summary: 'Web app manifest',
    ...file,
    example: '/manifest.webmanifest',
  },
} as const satisfies Record<string, Route>

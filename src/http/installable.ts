import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Response, Router } from 'express'
import type { Assets } from '../../views/context.ts'
import { offlinePage } from '../../views/worker/offline-page.tsx'
import { siteNameOf } from '../seo/brand.ts'
import { PAPER } from '../services/paper.ts'
import { SERVICE_NAMES, type Service } from '../services/service.ts'
import { allowCaching, type CachePolicy, PAGE_POLICY } from './cache-policy.ts'
import { exactRouter } from './exact-router.ts'

interface InstallableSettings {
  serviceOf: (host: string | undefined) => Service
  assets: Assets
  /** The build's folder: `worker/` and `icons/` lie in it. */
  build: string
}

/** Kept in the page cache, compressed, until the next start: nothing of it changes while the server runs. Seconds. */
const UNTIL_RESTART: CachePolicy = { ...PAGE_POLICY, fresh: 86_400 }
const ICON_CONTROL = 'public, max-age=86400'

/** What makes a service an app on a reader's device: worker, offline page, manifest, icons (docs/decisions/008). */
export function installable({ serviceOf, assets, build }: InstallableSettings): Router {
  const router = exactRouter()
  for (const script of ['sw.js', 'offline.js']) {
    const code = readFileSync(join(build, 'worker', script), 'utf8')
    router.get(`/${script}`, (_request, response) => void fromMemory(response).type('js').send(code))
  }
  router.get('/offline', (request, response) => {
    fromMemory(response)
      .type('html')
      .send(offlinePage(serviceOf(request.get('host')), assets.styles))
  })
  router.get('/manifest.webmanifest', (request, response) => {
    fromMemory(response)
      .type('application/manifest+json')
      .send(JSON.stringify(webManifest(serviceOf(request.get('host')))))
  })
  // Under `.ico` readers of feeds, crawlers and older browsers look for it without being told (MARK-5).
  for (const type of ['svg', 'ico']) {
    const icons = new Map(SERVICE_NAMES.map((name) => [name, readFileSync(join(build, 'icons', `${name}.${type}`))]))
    router.get(`/favicon.${type}`, (request, response) => {
      const icon = icons.get(serviceOf(request.get('host')).name)
      fromMemory(response, ICON_CONTROL).type(type).send(icon)
    })
  }
  return router
}

/** @param control for browsers: by itself they ask each time, and are told whether there is a new release */
function fromMemory(response: Response, control = 'no-cache'): Response {
  allowCaching(response, UNTIL_RESTART)
  return response.set('cache-control', control)
}

/** The web app manifest of a service. */
function webManifest(service: Service): object {
  const icon = (name: string, sizes: string, rest: object = { type: 'image/png' }) => ({
    src: `/icons/${service.name}${name}`,
    sizes,
    ...rest,
  })
  return {
    id: '/',
    name: siteNameOf(service),
    short_name: service.title,
    description: service.seo.description,
    lang: 'pl',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: PAPER.light,
    background_color: PAPER.light,
    icons: [
      icon('.svg', 'any', { type: 'image/svg+xml' }),
      icon('-192.png', '192x192'),
      icon('-512.png', '512x512'),
      icon('-maskable-512.png', '512x512', { type: 'image/png', purpose: 'maskable' }),
    ],
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Express, Router } from 'express'
import type { Assets } from '../../../views/context.ts'
import { offlinePage } from '../../../views/pages/offline.tsx'
import { INSTALL_WORKER_PATH, WORKER_PATH } from '../../content/public-paths.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cacheAs } from '../../http/caching.ts'
import { exactRouter } from '../../http/exact-router.ts'
import { installingPolicy } from '../../http/middleware/page-security-headers.ts'
import { preloadedFonts } from '../../http/middleware/preloaded-fonts.ts'
import { contextOf } from '../../http/request-context.ts'
import { siteNameOf } from '../../seo/brand.ts'
import { keptFontUrls } from '../../services/own-style.ts'
import { paperOf } from '../../services/paper.ts'
import type { Service } from '../../services/service.ts'
import { offlineRoutes } from './route-declarations.ts'

const INSTALL_SCRIPT = `navigator.serviceWorker?.register('${WORKER_PATH}').catch(()=>{})`

interface InstallableSettings {
  assets: Assets
  /** The worker shows notifications. */
  hasPush: boolean
  build: string
}

/** Worker, offline page and manifest (docs/decisions/008). */
export function installable({ assets, hasPush, build }: InstallableSettings): Router {
  const router = exactRouter()
  const files: Record<string, string[]> = {
    'sw.js': hasPush ? ['sw.js', 'push.js'] : ['sw.js'],
    'offline.js': ['offline.js'],
  }
  for (const [script, parts] of Object.entries(files)) {
    const code = parts.map((part) => readFileSync(join(build, 'worker', part), 'utf8')).join('')
    router.get(`/${script}`, (_request, response) => {
      cacheAs(response, offlineRoutes.page.caching.release)
      response.type('js').send(code)
    })
  }
  router.get('/offline', preloadedFonts(assets.fonts, keptFontUrls), (request, response) => {
    cacheAs(response, offlineRoutes.page.caching.release)
    response.type('html').send(offlinePage(contextOf(request).service, assets))
  })
  const policy = installingPolicy(INSTALL_SCRIPT)
  router.get(INSTALL_WORKER_PATH, (_request, response) => {
    cacheAs(response, offlineRoutes.page.caching.release)
    response.set({ 'content-security-policy': policy, 'x-robots-tag': 'noindex' })
    response.type('html').send(`<!doctype html><title></title><script>${INSTALL_SCRIPT}</script>`)
  })
  router.get('/manifest.webmanifest', (request, response) => {
    cacheAs(response, offlineRoutes.page.caching.release)
    response.type('application/manifest+json').send(JSON.stringify(webManifest(contextOf(request).service)))
  })
  return router
}

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
    lang: service.language,
    dir: service.direction,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: paperOf(service).light,
    background_color: paperOf(service).light,
    icons: [
      icon('.svg', 'any', { type: 'image/svg+xml' }),
      icon('-192.png', '192x192'),
      icon('-512.png', '512x512'),
      icon('-maskable-512.png', '512x512', { type: 'image/png', purpose: 'maskable' }),
    ],
  }
}

export function mountOffline(app: Express, { rendering, folders }: AppDependencies): void {
  const { assets, push } = rendering.portal
  app.use(installable({ assets, hasPush: push !== undefined, build: folders.build }))
}

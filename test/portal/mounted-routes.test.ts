import { generateKeyPairSync } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { ROUTES } from '../../src/portal/routes.ts'
import { startTestPortal } from '../support/portal.ts'
import { newVapidKeys } from '../support/push-service.ts'
import { startWordPress } from '../support/wordpress-server.ts'

interface Layer {
  rawPath?: unknown
  handle: { stack?: Layer[] }
  route?: object
}

/** Mounted on every path: it chooses by patterns or a list of names. */
const EVERYWHERE = '/'

/** Paths of the routes in a stack, and of what is mounted below a path. */
function pathsIn(stack: readonly Layer[], above = ''): Array<{ path: string; isRoute: boolean }> {
  return stack.flatMap(({ rawPath, handle, route }) => {
    const written = (Array.isArray(rawPath) ? rawPath : [rawPath]).filter((path) => typeof path === 'string')
    return written.flatMap((one) => {
      const path = one === EVERYWHERE ? above : above + one
      if (route || !handle.stack) return [{ path, isRoute: route !== undefined }]
      return pathsIn(handle.stack, path)
    })
  })
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const vapid = newVapidKeys()
const SETTINGS = {
  VAPID_PUBLIC_KEY: vapid.publicKey,
  VAPID_PRIVATE_KEY: vapid.privateKey,
  VAPID_SUBJECT: 'mailto:redakcja@example.com',
  PUSH_FILE: join(tmpdir(), `push-${process.pid}`, 'push.sqlite'),
  PURGE_TOKEN: 'a-token-of-twenty-letters',
  METRICS_TOKEN: 'another-token-of-letters',
  NEWSLETTER_WEBHOOK_TOKEN: 'a-third-token-of-letters',
  SECURITY_CONTACT: 'mailto:security@example.com',
  INDEXNOW_KEY: 'a0b1c2d3e4f5a6b7',
  AMP_CACHE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

/** The application's stack, which the portal keeps to itself, as Express calls it for a request. */
async function stackOf(variables: Record<string, string>): Promise<Layer[]> {
  const application = express.application as unknown as { handle(...parameters: unknown[]): unknown }
  const { handle } = application
  const stacks: Layer[][] = []
  application.handle = function (this: { router: { stack: Layer[] } }, ...parameters: unknown[]) {
    stacks.push(this.router.stack)
    return handle.apply(this, parameters)
  }
  try {
    const portal = await startTestPortal({ ...SETTINGS, ...variables })
    await portal.get('/nie-ma-takiej-strony')
    await portal.close()
  } finally {
    application.handle = handle
  }
  return stacks[0] ?? []
}

let mounted: Array<{ path: string; isRoute: boolean }>
beforeAll(async () => {
  const cms = await startWordPress()
  const desk = { DESK: 'on', DESK_SERVER: 'http://127.0.0.1:8081/api/v1' }
  const stacks = [await stackOf(desk), await stackOf({ CONTENT: 'wordpress', CMS_URL: cms.url, CMS_POLL_SECONDS: '0' })]
  await cms.close()
  mounted = stacks.flatMap((stack) => pathsIn(stack)).filter(({ path }) => path !== '')
})

afterAll(() => rm(join(SETTINGS.PUSH_FILE, '..'), { recursive: true, force: true }))

/** A path as a client could write it: years, months and pages are numbers. */
const written = (path: string): string =>
  path.replace('/:issue/:link', '/akademia-2026-11-29-ab12/1').replaceAll(/\*\w+/g, 'a/b').replaceAll(/:\w+/g, '1')

test('CACHE-13 every path that has a handler is declared', () => {
  const routes = mounted.filter(({ isRoute }) => isRoute).map(({ path }) => path)
  expect(routes.length).toBeGreaterThan(80)
  const undeclared = routes.filter((path) => {
    const route = ROUTES.at(written(path))
    return route === undefined || route.isUnhandled || route.path === '/*path'
  })
  expect([...new Set(undeclared)]).toEqual([])
  const folders = mounted.filter(({ isRoute }) => !isRoute).map(({ path }) => path)
  const undeclaredFolders = folders.filter(
    (folder) => !ROUTES.declared.some(({ path }) => path === folder || path.startsWith(`${folder}/`)),
  )
  expect(undeclaredFolders).toEqual([])
})

/**
 * Handlers that see every path, and find theirs by patterns or in a list: pages, and files of the site and the CMS. And
 * those of routers that the first request loads.
 */
const BY_PATTERN = [
  '/:year/:month/:slug',
  '/',
  '/search',
  '/newsletter/potwierdz/:token',
  '/newsletter/wypisz/:token',
  '/newsletter/ustawienia/:token',
  '/newsletter/ustawienia/:token/dane',
  '/newsletter/ustawienia/:token/usun',
  '/ops/newsletter/:reporter',
  '/assets/*path',
  '/fonts/:id.woff2',
  '/wp-content/uploads/*path',
  '/.well-known/*path',
  '/*path',
]

test('CACHE-13 every declared route has a handler', () => {
  const handled = new Set(mounted.map(({ path }) => ROUTES.at(written(path))))
  const unmounted = ROUTES.declared.filter((route) => !route.isUnhandled && !handled.has(route))
  expect(unmounted.map(({ path }) => path)).toEqual(BY_PATTERN)
})

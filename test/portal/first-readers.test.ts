import { join } from 'node:path'
import { createLog } from '../../src/observability/log/log.ts'
import { startPortal } from '../../src/portal/portal.ts'
import { readEnv } from '../support/customer-site.ts'
import { startHub } from '../support/hub-server.ts'
import { getFrom } from '../support/portal.ts'
import { ROOT } from '../support/root.ts'

const ARTICLE = '/2026/03/trzy-pytania-o-portfel'
/** Longer than anything else that happens before the first content. Milliseconds. */
const DELAY = 150

async function callsOfAStart(asks: boolean): Promise<string[]> {
  const hub = await startHub(join(ROOT, 'test/support/fixtures/hub'))
  hub.slowDown(DELAY)
  const env = readEnv({
    HOST: '127.0.0.1',
    PORT: '0',
    CONTENT: 'hub',
    CMS_URL: hub.url,
    PAGE_CACHE_FILE: 'off',
    MEDIA_CACHE_DIR: 'off',
    WARM_UP: '0',
  })
  const log = createLog({ level: 'silent', secrets: [] })
  const portal = await startPortal(env, ROOT, log)
  try {
    const reader = asks ? getFrom(portal.port, ARTICLE, { host: 'localhost' }) : undefined
    await portal.ready
    const calls = hub.calls.map(({ path }) => path)
    const response = await reader
    if (response) expect(response.status).toBe(200)
    return calls
  } finally {
    portal.server.close()
    portal.server.closeAllConnections()
    await portal.close()
    await hub.close()
  }
}

const isHome = (path: string): boolean => path.includes('/page/')

test('a reader who waits for the application goes before the first content', async () => {
  const calls = await callsOfAStart(true)
  const article = calls.findIndex((path) => path.endsWith(ARTICLE))
  expect(article).toBeGreaterThanOrEqual(0)
  expect(calls.findIndex(isHome)).toBeGreaterThan(article)
  expect(calls.slice(article).some(isHome)).toBe(true)
})

test('without one it is read at once', async () => {
  expect((await callsOfAStart(false)).some(isHome)).toBe(true)
})

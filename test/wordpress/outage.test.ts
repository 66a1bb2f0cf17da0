import { startTestPortal } from '../support/portal.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { fullContent } from './content.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const HOUR = 3_600_000
const PROBE_AFTER_MS = 200
const ARTICLE = '/2024/02/klucz-prywatny-i-adres'
const READ = ['/', ARTICLE, `/wp-json/amp/v2/post${ARTICLE}`, '/kategoria/najnowsze']
const UNREAD = '/2024/02/fraza-bip39-w-liczbach'

let wordpress: WordPress
let portal: PortalProcess

const settings = (): Record<string, string> => {
  const { url, user, password } = wordpress
  return { CONTENT: 'wordpress', CMS_URL: url, CMS_USER: user, CMS_KEY: password, CMS_POLL_SECONDS: '0' }
}

describeWithWordPress('when WordPress goes away', () => {
  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', await fullContent())
    portal = await startProcess(settings(), { clock: true })
    await portal.ready()
    for (const path of READ) expect([path, await portal.status(path)]).toEqual([path, 200])
    await wordpress.refuse()
    await portal.moveClock({ pass: HOUR })
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.stop()
    await wordpress?.close()
  })

  test('every page that has been read is served unchanged, an hour later and repeatedly', async () => {
    for (const path of [...READ, ...READ, ...READ]) expect([path, await portal.status(path)]).toEqual([path, 200])
  })

  test('an unread page is 503 with Retry-After, and is cached nowhere', async () => {
    const { status, headers } = await portal.ask(UNREAD)
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, expect.any(String), 'no-store'])
  })

  test('once WordPress is back, so is everything', async () => {
    await wordpress.accept()
    const own = await startTestPortal(settings(), { probeAfter: PROBE_AFTER_MS })
    await wordpress.refuse()
    expect((await own.get(UNREAD)).status).toBe(503)
    await wordpress.accept()
    while ((await own.get(UNREAD)).status !== 200) await new Promise((resolve) => setTimeout(resolve, PROBE_AFTER_MS))
    await own.close()
  })
})

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

  test('every page that was read is served as it was, an hour later and again and again', async () => {
    for (const path of [...READ, ...READ, ...READ]) expect([path, await portal.status(path)]).toEqual([path, 200])
  })

  test('a page that nobody has read is 503, to be tried again, and is kept by no cache', async () => {
    const { status, headers } = await portal.ask(UNREAD)
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, expect.any(String), 'no-store'])
  })

  test('once it is back, so is everything', async () => {
    await wordpress.accept()
    const own = await startTestPortal(settings(), { probeAfter: PROBE_AFTER_MS })
    await wordpress.refuse()
    expect((await own.get(UNREAD)).status).toBe(503)
    await wordpress.accept()
    while ((await own.get(UNREAD)).status !== 200) await new Promise((resolve) => setTimeout(resolve, PROBE_AFTER_MS))
    await own.close()
  }, 30_000)
})

import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLiveNewsroom, type LiveNewsroom } from '../../support/live-newsroom.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { newVapidKeys, type PushService, startPushService, type TestSubscription } from '../../support/push-service.ts'
import { until } from '../../support/until.ts'

const { publicKey, privateKey } = newVapidKeys()
const KEYS = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:redakcja@gazeta.example',
}

interface Answer {
  status: number
  json: unknown
}

async function post(
  portal: TestPortal,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(portal.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: portal.url, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : text }
}

const ofBrowser = ({ endpoint, p256dh, auth }: TestSubscription, more: object = {}): object => ({
  endpoint,
  keys: { p256dh, auth },
  ...more,
})

test('PUSH-1: without keys there is no endpoint', async () => {
  const portal = await startTestPortal()
  const service = await startPushService(publicKey)
  for (const path of ['/api/push', '/api/push/clicks']) {
    expect((await portal.get(path)).status).toBe(404)
    // As every path without a handler for it.
    expect((await post(portal, path, ofBrowser(service.subscribe(), { add: ['breaking'] }))).status).toBe(405)
  }
  for (const path of ['/obserwuj', '/', '/sw.js']) {
    const { text } = await portal.get(path)
    expect(text).not.toMatch(/data-push|notificationclick|api\/push/)
  }
  await service.close()
  await portal.close()
})

describe('with keys', () => {
  let portal: TestPortal
  let service: PushService
  let newsroom: LiveNewsroom
  const file = join(tmpdir(), `push-${process.pid}`, 'push.sqlite')
  beforeAll(async () => {
    service = await startPushService(publicKey)
    newsroom = await createLiveNewsroom([{ time: '2026-11-24T10:05', text: 'Pierwszy wpis.' }])
    portal = await startTestPortal({
      ...KEYS,
      CLEAR_TEXT_HOSTS: '127.0.0.1',
      PUSH_FILE: file,
      NEWSROOM_DIR: newsroom.folder,
      SERVICE: 'akademia',
      METRICS_TOKEN: 'a-token-of-letters',
    })
  })
  afterAll(async () => {
    await portal.close()
    await service.close()
    await newsroom.remove()
    await rm(join(file, '..'), { recursive: true, force: true })
  })
  const choose = (browser: TestSubscription, more: object, headers?: Record<string, string>): Promise<Answer> =>
    post(portal, '/api/push', ofBrowser(browser, more), headers)

  test('PUSH-11: who follows a coverage gets its new update, and the portal names nobody in its log', async () => {
    const browser = service.subscribe()
    const topic = `live:${newsroom.path}`
    expect(await choose(browser, { add: [topic] })).toEqual({ status: 200, json: { topics: [topic] } })
    // What it shows now is old.
    await new Promise((resolve) => setTimeout(resolve, 11_000))
    await newsroom.write([
      { time: '2026-11-24T10:30', text: 'Drugi wpis.' },
      { time: '2026-11-24T10:05', text: 'Pierwszy wpis.' },
    ])
    await until(
      async () => service.received.length,
      (count) => count > 0,
      30_000,
    )
    const shown = JSON.parse(service.received[0]?.text ?? '{}') as { id: string; body: string; url: string }
    expect(shown).toMatchObject({ body: 'Drugi wpis.', url: expect.stringContaining(`${newsroom.path}#live-`) })
    expect((await post(portal, '/api/push/clicks', { id: shown.id })).status).toBe(204)
    expect((await post(portal, '/api/push/clicks', { id: 'x' })).status).toBe(400)
    const bearer = { authorization: 'Bearer a-token-of-letters' }
    // The sums come behind the response of the push service.
    await until(
      () => portal.get('/metrics', bearer),
      ({ text }) => text.includes('szpalta_push_messages_total{outcome="sent"} 1'),
    )
    const figures = await portal.get('/ops/figures', { ...bearer, accept: 'application/json' })
    const { tables } = JSON.parse(figures.text) as { tables: Array<{ title: string; rows: unknown[][] }> }
    const [row] = tables.find(({ title }) => title === 'Powiadomienia')?.rows ?? []
    expect(row).toEqual([{ text: newsroom.path, href: newsroom.path }, 1, 1, 0, 0, 0, 0])
    const log = JSON.stringify(portal.logs)
    for (const secret of [browser.path, browser.p256dh, browser.auth]) expect(log).not.toContain(secret)
  }, 120_000)

  test('PUSH-12: the pages to follow and a running coverage have the place, other pages nothing of it', async () => {
    const topicsOf = (text: string): string[] =>
      /data-push=/.test(text)
        ? [...text.matchAll(/type="checkbox"[^>]* value="([^"]+)"/g)].map(([, name = '']) => name)
        : []
    expect(topicsOf((await portal.get('/obserwuj')).text)).toEqual(['breaking', 'newest'])
    expect(topicsOf((await portal.get(newsroom.path)).text)).toEqual([`live:${newsroom.path}`])
    for (const path of ['/', '/offline', newsroom.ampPath]) {
      expect((await portal.get(path)).text).not.toMatch(/data-push|api\/push/)
    }
    const worker = (await portal.get('/sw.js')).text
    expect(worker).toMatch(/"notificationclick"/)
    expect((await portal.get('/obserwuj')).text).toContain(publicKey)
    expect((await portal.get('/prywatnosc-i-pliki-cookie')).text).toContain('usługa powiadomień Twojej przeglądarki')
  })

  test('PUSH-4: a browser adds and removes topics, and erases itself', async () => {
    const browser = service.subscribe()
    expect(await choose(browser, { add: ['breaking', 'newest'] })).toEqual({
      status: 200,
      json: { topics: ['breaking', 'newest'] },
    })
    expect(await choose(browser, { remove: ['newest'] })).toEqual({ status: 200, json: { topics: ['breaking'] } })
    expect((await choose({ ...browser, auth: service.subscribe().auth }, { remove: ['breaking'] })).status).toBe(409)
    expect(await choose(browser, {})).toEqual({ status: 200, json: { topics: ['breaking'] } })
    expect(await choose(browser, { erase: true })).toEqual({ status: 200, json: { topics: [] } })
    expect(await choose(browser, {})).toEqual({ status: 200, json: { topics: [] } })
  })

  test('PUSH-5: what is no subscription of a push service, and topics without news, are refused', async () => {
    const browser = service.subscribe()
    for (const wrong of [
      { ...browser, endpoint: 'http://127.0.0.2/a' },
      { ...browser, endpoint: 'https://10.0.0.1/a' },
      { ...browser, endpoint: 'https://localhost/a' },
      { ...browser, p256dh: 'AAAA' },
      { ...browser, auth: 'AAAA' },
    ])
      expect((await choose(wrong, { add: ['breaking'] })).status).toBe(400)
    expect((await choose(browser, { add: ['everything'] })).status).toBe(400)
    expect((await choose(browser, { add: ['live:/2026/11/nie-ma'] })).status).toBe(404)
    expect((await choose(browser, { add: ['series:nie-ma'] })).status).toBe(404)
    const big = ofBrowser(browser, { add: ['breaking'], more: 'x'.repeat(20_000) })
    expect((await post(portal, '/api/push', big)).status).toBe(413)
    expect((await post(portal, '/api/push', '{"')).status).toBe(400)
    expect(await choose(browser, {})).toEqual({ status: 200, json: { topics: [] } })
  })

  test('PUSH-5: pages of other sites, other types and too many posts are refused', async () => {
    const browser = service.subscribe()
    expect((await choose(browser, {}, { origin: 'https://zly.example' })).status).toBe(403)
    expect((await choose(browser, {}, { 'content-type': 'text/plain' })).status).toBe(415)
    const statuses = await Promise.all(
      Array.from({ length: 25 }, () => choose(browser, {}).then(({ status }) => status)),
    )
    expect(statuses).toContain(429)
  })
})

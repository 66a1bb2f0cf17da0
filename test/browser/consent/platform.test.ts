import type { Frame, Page, Route } from 'playwright-core'
import {
  ARTICLE,
  AUDIENCE,
  COMMENTS,
  type ConsentSite,
  changeLink,
  EMBEDS,
  EVERYTHING,
  GPT,
  GTAG,
  layer,
  PUSH,
  SDK,
  settle,
  startConsentSite,
  withProperty,
} from '../../support/consent-site.ts'

const CMP = 'https://cmp.example/cmp.js'
const PAGES = [
  ['/', undefined],
  [ARTICLE, undefined],
  [EMBEDS, 'post'],
  ['/prywatnosc-i-pliki-cookie', undefined],
] as const

/**
 * A consent platform by the letter of the IAB's TCF v2.2: it takes the queue of the stub, numbers its listeners, and
 * calls them with TCData. `decide` is the reader.
 */
const PLATFORM = `{
  const queue = window.__tcfapi()
  const listeners = new Map()
  let next = 1
  let data = { tcfPolicyVersion: 4, gdprApplies: true, eventStatus: 'cmpuishown', purpose: { consents: {} }, vendor: { consents: {} } }
  window.shown = 0
  const commands = {
    ping: (callback) => callback({ gdprApplies: true, cmpLoaded: true, cmpStatus: 'loaded', apiVersion: '2.2' }, true),
    addEventListener: (callback) => {
      const listenerId = next++
      listeners.set(listenerId, callback)
      callback({ ...data, listenerId }, true)
    },
    displayConsentUi: (callback) => { window.shown += 1; callback({}, true) },
  }
  window.__tcfapi = (command, version, callback) =>
    version === 2 && commands[command] ? commands[command](callback) : callback(null, false)
  window.decide = (purposes, vendors, more = {}) => {
    const all = (numbers) => ({ consents: Object.fromEntries(numbers.map((number) => [number, true])) })
    data = { ...data, eventStatus: 'useractioncomplete', purpose: all(purposes), vendor: all(vendors), ...more }
    for (const [listenerId, callback] of listeners) callback({ ...data, listenerId }, true)
  }
  window.queued = queue.map(([command]) => command)
  for (const call of queue) window.__tcfapi(...call)
}`

let site: ConsentSite
let requested: string[] = []
beforeAll(async () => {
  site = await startConsentSite({
    ...EVERYTHING,
    CONSENT_MODE: 'cmp',
    CMP_SCRIPT_URL: CMP,
    CMP_HOSTS: 'api.cmp.example,*.consensu.example',
  })
})
beforeEach(() => {
  site.foreign.length = 0
  site.errors.length = 0
  requested = []
})
afterAll(() => site.close())

interface Open {
  service?: string | undefined
  prepare?: (page: Page) => Promise<unknown>
  context?: object
  platform?: (route: Route) => Promise<void>
}
const serve = (route: Route) => route.fulfill({ contentType: 'text/javascript', body: PLATFORM })
const open = (path: string, { service, prepare, context = {}, platform = serve }: Open = {}) =>
  site.open(path, {
    context,
    ...(service && { service }),
    prepare: async (page) => {
      await page.route(CMP, platform)
      page.on('request', (request) => {
        if (!request.url().startsWith(site.origin(service))) requested.push(request.url())
      })
      await prepare?.(page)
    },
  })
const decide = (page: Page, purposes: number[], vendors: number[] = [755], more: object = {}) =>
  page.evaluate(
    ([all, of, rest]) => (window as unknown as { decide(...args: unknown[]): void }).decide(all, of, rest),
    [purposes, vendors, more] as const,
  )
const unique = (urls: readonly string[]) => [...new Set(urls)].toSorted()
const loaded = (page: Page) => page.waitForFunction(() => 'decide' in window)

describe('0 requests of third parties, everything configured (CONS-8, CONS-23)', () => {
  test.each(PAGES)(
    'the platform comes first; nothing else before a choice and after a refusal: %s',
    async (path, service) => {
      const page = await open(path, { service })
      await loaded(page)
      await settle(page)
      expect([unique(requested), site.thirdParties()]).toEqual([[CMP], []])
      await decide(page, [])
      await settle(page)
      expect(site.thirdParties()).toEqual([])
      expect(site.errors).toEqual([])
      await page.close()
    },
  )

  test.each([
    ['a property that scripts see', withProperty, {}],
    ['a header alone', undefined, { extraHTTPHeaders: { 'sec-gpc': '1' } }],
  ] as const)(
    'with Global Privacy Control, as %s: not even the platform (CONS-21)',
    async (_name, prepare, context) => {
      await Promise.all(
        PAGES.map(async ([path, service]) => {
          const page = await open(path, { service, context, ...(prepare && { prepare }) })
          await settle(page)
          expect([path, requested]).toEqual([path, []])
          await page.close()
        }),
      )
      // The reader may still ask for it, and then decides.
      const page = await open(ARTICLE, { context, ...(prepare && { prepare }) })
      await settle(page)
      await changeLink(page).click()
      await loaded(page)
      await page.waitForFunction(() => (window as unknown as { shown: number }).shown === 1)
      await decide(page, [1, 9])
      await settle(page)
      expect(unique(site.thirdParties())).toEqual([AUDIENCE, COMMENTS].toSorted())
      await page.close()
    },
  )

  test('without JavaScript nothing loads (CONS-26)', async () => {
    const page = await open(ARTICLE, { context: { javaScriptEnabled: false } })
    await page.waitForTimeout(300)
    expect(requested).toEqual([])
    await page.close()
  })

  test('a platform that does not come lets nothing load, and the footer leads to the page (CONS-5)', async () => {
    for (const platform of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ contentType: 'text/javascript', body: '<html>}{' }),
    ]) {
      const page = await open(ARTICLE, { platform })
      await settle(page)
      expect(site.thirdParties()).toEqual([])
      await changeLink(page).click()
      await page.waitForURL('**/prywatnosc-i-pliki-cookie#zgoda')
      await page.close()
    }
  })
})

/** A frame of another origin on the page, which the policy lets in; its document is empty. */
async function foreignFrame(page: Page): Promise<Frame> {
  const url = 'https://cmp.example/frame.html'
  await page.route(url, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>frame</title>' }),
  )
  const comes = page.waitForEvent('framenavigated', (frame) => frame.url() === url)
  await page.evaluate((src) => document.body.append(Object.assign(document.createElement('iframe'), { src })), url)
  return comes
}

test('the queue of the IAB’s stub: commands wait for the platform, frames find it by its locator (CONS-23)', async () => {
  // In the frame: finds the locator by its name, sends one call, and returns the reply.
  const call = (frame: Frame, [command, isText]: [command: string, isText: boolean]) =>
    frame.evaluate(
      ([name, asText]) =>
        new Promise<{ form: string; returned: unknown }>((resolve) => {
          // Of another origin's window, scripts see nothing but its frames, by their names.
          if (Reflect.get(window.parent.frames, '__tcfapiLocator') === undefined) throw new Error('no locator')
          addEventListener('message', ({ data }) => {
            const reply = typeof data === 'string' ? JSON.parse(data) : data
            resolve({ form: typeof data, returned: reply.__tcfapiReturn })
          })
          const message = { __tcfapiCall: { command: name, version: 2, callId: 'a1', parameter: undefined } }
          window.parent.postMessage(asText ? JSON.stringify(message) : message, '*')
        }),
      [command, isText] as const,
    )
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const page = await open(ARTICLE, { platform: (route) => released.then(() => serve(route)) })
  await page.waitForFunction(() => '__tcfapi' in window)
  const frame = await foreignFrame(page)
  // The platform is still on its way: the queue itself replies to `ping`, in the form of the call.
  for (const isText of [true, false]) {
    expect(await call(frame, ['ping', isText])).toEqual({
      form: isText ? 'string' : 'object',
      returned: {
        callId: 'a1',
        success: true,
        returnValue: expect.objectContaining({ cmpLoaded: false, cmpStatus: 'stub', apiVersion: '2.2' }),
      },
    })
  }
  // A command of a frame waits with those of the page, and its reply comes from the platform.
  const waiting = call(frame, ['addEventListener', true])
  await page.waitForFunction(() => (window.__tcfapi?.() as unknown[] | undefined)?.length === 2)
  release()
  await loaded(page)
  expect(await page.evaluate(() => (window as unknown as { queued: string[] }).queued)).toEqual([
    'addEventListener',
    'addEventListener',
  ])
  expect(await waiting).toMatchObject({
    form: 'string',
    returned: { callId: 'a1', success: true, returnValue: { eventStatus: 'cmpuishown' } },
  })
  expect(await call(frame, ['ping', false])).toMatchObject({
    form: 'object',
    returned: { returnValue: { cmpStatus: 'loaded' } },
  })
  expect(site.errors).toEqual([])
  await page.close()
})

test('each purpose of TCF lets its own load; Consent Mode follows it (CONS-7, CONS-20, CONS-23)', async () => {
  const page = await open(ARTICLE)
  await loaded(page)
  await settle(page)
  expect((await layer(page)).map(([command, kind]) => [command, kind])).toEqual([['consent', 'default']])
  await decide(page, [1, 9])
  await settle(page)
  expect(unique(site.thirdParties())).toEqual([AUDIENCE, COMMENTS].toSorted())
  await decide(page, [1, 2, 7, 9], [])
  await settle(page)
  expect(unique(site.thirdParties())).toEqual([AUDIENCE, COMMENTS, PUSH].toSorted())
  await decide(page, [1, 2, 7, 8, 9])
  await settle(page)
  expect(unique(site.thirdParties())).toEqual(expect.arrayContaining([GTAG, GPT, SDK]))
  const consents = (await layer(page)).filter(([command]) => command === 'consent')
  expect(consents.at(-1)).toEqual([
    'consent',
    'update',
    { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted', analytics_storage: 'granted' },
  ])
  const [first] = requested
  expect(first).toBe(CMP)
  await page.close()
})

test('a withdrawal in one tab ends what runs in others too (CONS-22)', async () => {
  const page = await open(ARTICLE)
  await loaded(page)
  await decide(page, [1, 2, 7, 8, 9])
  await settle(page)
  const other = await page.context().newPage()
  await other.route(CMP, serve)
  await other.goto(site.origin() + ARTICLE)
  await loaded(other)
  await decide(other, [1, 2, 7, 8, 9])
  await settle(other)
  for (const tab of [page, other]) await tab.evaluate(() => Object.assign(window, { isOld: true }))
  site.foreign.length = 0
  await decide(page, [])
  for (const tab of [page, other]) await tab.waitForFunction(() => !('isOld' in window))
  await settle(page)
  await settle(other)
  expect(site.thirdParties()).toEqual([])
  await other.close()
  await page.close()
})

test('the policy has the platform and its further hosts, and no script source of its own', async () => {
  const policy = String((await site.portal.get('/')).headers['content-security-policy'])
  const directive = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `)) ?? ''
  for (const name of ['connect-src', 'frame-src']) {
    expect(directive(name)).toContain('https://cmp.example https://api.cmp.example https://*.consensu.example')
  }
  expect(directive('script-src')).toContain("'strict-dynamic'")
  expect(directive('script-src')).not.toContain('cmp.example')
})

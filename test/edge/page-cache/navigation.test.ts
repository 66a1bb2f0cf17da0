import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { isFromOwnPage, isNavigation } from '../../../src/edge/page-cache/navigation.ts'
import { createPageViews, isArticlePage } from '../../../src/edge/page-cache/page-views.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const NAVIGATION = { 'user-agent': CHROME, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

function requestWith(headers: Record<string, string>, method = 'GET'): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method, headers })
}

test('a navigation of a browser counts, with Sec-Fetch or by Accept alone (READ-1)', () => {
  expect(isNavigation(requestWith(NAVIGATION))).toBe(true)
  expect(isNavigation(requestWith({ 'user-agent': CHROME, accept: 'text/html,*/*;q=0.8' }))).toBe(true)
})

test.each([
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ['a prerendering', { 'sec-purpose': 'prefetch;prerender' }],
  ['an old prefetch', { purpose: 'prefetch' }],
  ['an old prefetch of Firefox', { 'x-moz': 'prefetch' }],
  ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ['a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
])('%s does not count (READ-1)', (_name, headers) => {
  expect(isNavigation(requestWith({ ...NAVIGATION, ...headers }))).toBe(false)
})

test('HEAD, a request without an agent, and one for anything but HTML do not count (READ-1)', () => {
  expect(isNavigation(requestWith(NAVIGATION, 'HEAD'))).toBe(false)
  expect(isNavigation(requestWith({ accept: 'text/html' }))).toBe(false)
  expect(isNavigation(requestWith({ 'user-agent': CHROME, accept: '*/*' }))).toBe(false)
})

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116.0 Safari/537.36',
  'facebookexternalhit/1.1',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  'curl/8.5.0',
  'python-requests/2.32',
  'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (Applebot/0.1)',
])('a robot does not count: %s (READ-1)', (agent) => {
  expect(isNavigation(requestWith({ ...NAVIGATION, 'user-agent': agent }))).toBe(false)
})

test.each([
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  'Mozilla/5.0 (Linux; Android 12; CUBOT KINGKONG 7) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
])('a reader’s browser counts: %s (READ-1)', (agent) => {
  expect(isNavigation(requestWith({ ...NAVIGATION, 'user-agent': agent }))).toBe(true)
})

test('each of many browsers counts and no robot does, in any order (READ-1)', () => {
  for (let turn = 0; turn < 3; turn++) {
    for (let version = 100; version < 120; version++) {
      const agent = CHROME.replace('140', String(version))
      expect(isNavigation(requestWith({ ...NAVIGATION, 'user-agent': agent }))).toBe(true)
      expect(isNavigation(requestWith({ ...NAVIGATION, 'user-agent': `${agent} bot/${version}` }))).toBe(false)
    }
  }
})

test('views of one page are added up, and taken once, by the path of the CMS (READ-1)', () => {
  const views = createPageViews()
  const page = { service: 'post', url: '/2026/03/t%C5%82o.html', views: 0 }
  for (let view = 0; view < 3; view++) views.seen(page, requestWith(NAVIGATION))
  views.seen(page, requestWith({ ...NAVIGATION, 'sec-purpose': 'prefetch' }))
  expect(views.take()).toEqual([{ service: 'post', path: '/2026/03/tło', views: 3 }])
  expect(views.take()).toEqual([])
})

test('only an article’s canonical page is counted (READ-1)', () => {
  const headers = { 'surrogate-key': 'post-1 service-post', 'content-type': 'text/html; charset=utf-8' }
  expect(isArticlePage('/2026/03/a.html', 200, headers)).toBe(true)
  expect(isArticlePage('/2026/03/a.html', 404, headers)).toBe(false)
  expect(isArticlePage('/fragment/2026/03/a', 200, headers)).toBe(false)
  expect(isArticlePage('/wp-json/amp/v2/post/2026/03/a', 200, headers)).toBe(false)
  expect(isArticlePage('/2026/03/a.html/comment-page-2', 200, headers)).toBe(false)
  expect(isArticlePage('/kategoria/a', 200, { ...headers, 'surrogate-key': 'category-a post-1' })).toBe(false)
})

test('a page that was sent in advance counts once it is shown (READ-9)', () => {
  const sent: string[] = []
  const views = createPageViews({
    sent: (service, url) => void sent.push(`${service} ${url}`),
    mayBeShown: (service, url) => sent.includes(`${service} ${url}`),
  })
  const page = { service: 'post', url: '/2026/03/a', views: 0 }
  views.seen(page, requestWith({ ...NAVIGATION, 'sec-purpose': 'prefetch;prerender' }))
  expect(views.take()).toEqual([])
  views.shown(page)
  views.shown({ service: 'plus', url: '/2026/03/a' })
  expect(views.take()).toEqual([{ service: 'post', path: '/2026/03/a', views: 1 }])
})

test('a page of the portal in a reader’s browser says that it is shown: no other site and no robot (READ-9)', () => {
  const headers = { 'user-agent': CHROME, 'sec-fetch-site': 'same-origin' }
  expect(isFromOwnPage(requestWith(headers, 'POST'))).toBe(true)
  expect(isFromOwnPage(requestWith({ ...headers, 'sec-fetch-site': 'cross-site' }, 'POST'))).toBe(false)
  expect(isFromOwnPage(requestWith({ ...headers, 'sec-fetch-site': 'same-site' }, 'POST'))).toBe(false)
  expect(isFromOwnPage(requestWith({ 'user-agent': CHROME }, 'POST'))).toBe(false)
  expect(isFromOwnPage(requestWith({ ...headers, 'user-agent': 'Googlebot/2.1' }, 'POST'))).toBe(false)
})

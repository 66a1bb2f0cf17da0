import { generateKeyPairSync } from 'node:crypto'
import {
  type AmpCaches,
  type AmpUpdateOutcome,
  ampDocumentsOf,
  createAmpCaches,
} from '../../../src/features/amp-caches/amp-caches.ts'
import { cacheSubdomain } from '../../../src/seo/amp-urls.ts'
import { type AmpCacheServer, startAmpCache } from '../../support/amp-cache-server.ts'
import { createServices } from '../../support/customer-site.ts'
import { until } from '../../support/until.ts'

const services = createServices()
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const DOCUMENT = { service: 'akademia', path: '/wp-json/amp/v2/post/2026/03/klucze' }
const HOST = new URL(services.akademia?.serviceUrl ?? '').host

let server: AmpCacheServer
let caches: AmpCaches
let outcomes: AmpUpdateOutcome[]
let errors: string[]
let renewed: string[]
let origins: string[]

beforeEach(async () => {
  outcomes = []
  errors = []
  renewed = []
  origins = []
  server = await startAmpCache(async (_host, path) => (path.endsWith('apikey.pub') ? PEM : 'document'))
})
afterEach(async () => {
  caches.close()
  await server.close()
})

const start = (
  isShared = false,
  { hosts = ['cdn.ampproject.org'], key = privateKey, renew = async (path: string) => void renewed.push(path) } = {},
): void => {
  caches = createAmpCaches(
    { privateKey: key, hosts },
    {
      services,
      isShared,
      renew: ({ path }) => renew(path).then(() => {}),
      onOutcome: (outcome) => void outcomes.push(outcome),
      onError: (error) => void errors.push(error.message),
      originOf: (subdomain, host) => {
        origins.push(`${subdomain}.${host}`)
        return server.origin
      },
    },
  )
}
const settled = (count: number) =>
  until(
    () => outcomes.length,
    (length) => length >= count,
  )

test('a document is rendered again, then each cache gets an update that its key signs (AMP-13)', async () => {
  start(false, { hosts: ['cdn.ampproject.org', 'www.bing-amp.com'] })
  caches.flush([DOCUMENT])
  await settled(2)
  expect(renewed).toEqual([DOCUMENT.path])
  const update = { document: HOST + DOCUMENT.path, status: 200, fetched: 'document' }
  expect(server.updates).toEqual([update, update])
  const subdomain = HOST.replaceAll('.', '-')
  expect(origins).toEqual([`${subdomain}.cdn.ampproject.org`, `${subdomain}.www.bing-amp.com`])
  expect([outcomes, errors]).toEqual([['taken', 'taken'], []])
})

test('a key that is not the one on the host is refused once, and not tried again', async () => {
  start(false, { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey })
  caches.flush([DOCUMENT])
  await settled(1)
  expect(server.updates.map(({ status }) => status)).toEqual([403])
  expect([outcomes, errors]).toEqual([
    ['refused'],
    [`the AMP cache cdn.ampproject.org did not take an update of ${DOCUMENT.path}: HTTP 403`],
  ])
})

test('a cache that fails gets another request, with a signature of that moment', async () => {
  server.behave((nth) => (nth === 1 ? 503 : undefined))
  start()
  caches.flush([DOCUMENT])
  await settled(1)
  expect(server.updates.map(({ status }) => status)).toEqual([503, 200])
  expect([outcomes, errors]).toEqual([['taken'], []])
})

test('other instances may still have the old document, so it is dropped a second time', async () => {
  start(true)
  caches.flush([DOCUMENT])
  await settled(2)
  expect(renewed).toHaveLength(2)
  expect(server.updates).toHaveLength(2)
})

test('a document that cannot be rendered, as it is gone, is dropped from the caches all the same', async () => {
  start(false, { renew: () => Promise.reject(new Error('gone')) })
  caches.flush([DOCUMENT])
  await settled(1)
  expect([outcomes, errors]).toEqual([['taken'], []])
})

test('more than 500 documents at once are dropped, with one error', async () => {
  server.behave(() => 'hang')
  start()
  const documents = Array.from({ length: 510 }, (_, index) => ({ ...DOCUMENT, path: `${DOCUMENT.path}-${index}` }))
  caches.flush(documents)
  expect(outcomes).toEqual(Array.from({ length: 10 }, () => 'dropped'))
  expect(errors).toEqual(['too many documents at once: AMP caches keep 10 old ones'])
  caches.close()
})

test('a service without a public https origin has nothing in AMP caches', async () => {
  start()
  caches.flush([
    { ...DOCUMENT, service: 'bezprawnik' },
    { ...DOCUMENT, service: '__proto__' },
  ])
  caches.flush([DOCUMENT])
  await settled(1)
  expect(server.updates).toHaveLength(1)
})

// Examples of amp.dev's "AMP cache URL format" and of its own generator's tests.
test.each([
  ['something.com', 'something-com'],
  ['hello-world.com', 'hello--world-com'],
  ['hello--world.com', 'hello----world-com'],
  ['en-us.example.com', '0-en--us-example-com-0'],
  ['xn--bcher-kva.ch', 'xn--bcher-ch-65a'],
  ['xn--4gbrim.xn----rmckbbajlc6dj7bxne2c.xn--wgbh1c', 'xn-------i5fvcbaopc6fkc0de0d9jybegt6cd'],
  ['toplevelnohyphens', 'qsgpfjzulvuaxb66z77vlhb5gu2irvcnyp6t67cz6tqo5ae6fysa'],
  ['no-dot-domain', '4lxc7wqq7b25walg4rdiil62veijrmqui5z3ept2lyfqqwpowryq'],
  ['hello.xn--4gbrim.xn----rmckbbajlc6dj7bxne2c.xn--wgbh1c', 'a6h5moukddengbsjm77rvbosevwuduec2blkjva4223o4bgafgla'],
  [
    'itwasadarkandstormynight.therainfellintorrents.exceptatoccasionalintervalswhenitwascheckedby.aviolentgustofwindwhichsweptupthestreets.com',
    'dgz4cnrxufaulnwku4ow5biptyqnenjievjht56hd7wqinbdbteq',
  ],
])('the subdomain of %s in a cache is %s', (host, subdomain) => {
  expect(cacheSubdomain(host)).toBe(subdomain)
})

describe('the documents of a purge', () => {
  const documentsOf = (service: string, ...paths: string[]) =>
    ampDocumentsOf({ service, paths, tags: [] }, services).map(({ path }) => path)

  test('are those of its paths that may be articles, in any of their forms, once', () => {
    expect(
      documentsOf(
        'post',
        '/',
        '/2026/03/klucze.html',
        '/2026/03/klucze',
        '/wp-json/amp/v2/post/2026/03/klucze',
        '/o-nas',
      ),
    ).toEqual(['/wp-json/amp/v2/post/2026/03/klucze', '/wp-json/amp/v2/post/o-nas'])
  })

  test('lists, feeds and a service without AMP have none', () => {
    expect(documentsOf('post', '/kategoria/gry', '/author/ola', '/tag/x', '/api/feed/rss', '/search')).toEqual([])
    expect(documentsOf('plus', '/2026/03/klucze')).toEqual([])
  })

  test('hostile paths stay on their host', () => {
    for (const path of documentsOf('post', '//obcy.example/x', '/%2F%2Fobcy.example', '/a?b#c', '/a b\u0000'))
      expect(new URL(path, 'https://post.example').host).toBe('post.example')
  })
})

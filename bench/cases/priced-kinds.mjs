/**
 * Kinds of requests that no cache serves the first time: every declared route that has an example (`priced-routes.ts`),
 * and what its declaration cannot say. `path` takes a number that makes the URL new, and `bound` names what keeps one
 * client from asking for many; absent where a request costs too little to need it. All but those of a WordPress go to the
 * hub.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { READERS } from '../load.mjs'
import { importTypeScript } from '../typescript.mjs'

const article = (n) => `/2026/01/artykul-${1000 + n}`
const TOKEN = { authorization: 'Bearer prices-are-measured' }
const JSON_TYPE = { 'content-type': 'application/json' }

const IMAGES = fileURLToPath(new URL('../../newsroom/images/', import.meta.url))
const WIDTHS = [306, 360, 414, 690]
const files = readdirSync(IMAGES, { recursive: true }).filter((name) => /\.(?:webp|jpg|png)$/.test(name))
/** Every image of the newsroom in a few of the widths that pages name. */
const imageForm = (n) => {
  const name = files[n % files.length].replace(/\.\w+$/, '.webp')
  return `/media/${name}?w=${WIDTHS[Math.floor(n / files.length) % WIDTHS.length]}`
}

const { PRICED } = await importTypeScript(new URL('../priced-routes.ts', import.meta.url))

/** What a request needs apart from its URL, by the route's path. */
const REQUESTS = {
  '/media/*path': { path: imageForm, headers: { accept: 'image/avif,image/webp' } },
  '/sitemap-:name.xml': { path: (n) => `/sitemap-articles-2026-${String(2 + (n % 10)).padStart(2, '0')}.xml` },
  '/api/views/*path': { method: 'POST', headers: { 'sec-fetch-site': 'same-origin', 'user-agent': READERS[0] } },
  '/api/sare': { method: 'POST', headers: JSON_TYPE, body: (n) => JSON.stringify({ email: `nie adres ${n}` }) },
  '/newsletter/potwierdz/:token': { path: (n) => `/newsletter/potwierdz/${n.toString(16).padStart(43, 'A')}` },
  '/ops/purge': { method: 'POST', headers: { authorization: 'Bearer wrong-wrong-wrong' } },
  '/metrics': { headers: TOKEN },
}
const boundOf = (path) => PRICED.find(({ route }) => route === path)?.bound

const [ofArticles, ...others] = PRICED.map((kind) => ({ ...kind, ...REQUESTS[kind.route] }))

export const KINDS = [
  ofArticles,
  // While the articles are fresh: later ones would be rendered again in the background.
  { kind: 'article, with a query that means nothing', path: (n) => `${article(n)}?utm_source=${n}` },
  ...others,
  {
    kind: 'article of a WordPress, with credentials',
    path: article,
    isOfWordPress: true,
    bound: boundOf('/:year/:month/:slug'),
  },
  { kind: 'author who is not there', path: (n) => `/author/nikt-${n}`, bound: boundOf('/*path') },
  { kind: 'article that is not there', path: (n) => `/2026/02/nie-ma-${n}`, bound: boundOf('/:year/:month/:slug') },
  { kind: 'URL of nothing', path: (n) => `/nie-ma-${n}`, bound: boundOf('/*path') },
]

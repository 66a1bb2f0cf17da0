/**
 * Kinds of requests that no cache serves the first time. `path` takes a number that makes the URL new, and `bound`
 * names what keeps one client from asking for many; absent where a request costs too little to need it. All but those of
 * a WordPress go to the hub.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { READERS } from '../load.mjs'

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

/** Of src/edge/page-cache/fair-queue.ts: how many of a kind are at work for one client, and in all. */
const PAGES = 'turns: 64 a client, 1024 in all'
const SEARCHES = 'turns: 32 a client, 128 in all; 8 calls of the CMS at a time'
const LISTS = 'turns: 8 a client, 16 in all; 8 calls of the CMS at a time'
const OTHERS = 'turns: 32 a client, 128 in all'

export const KINDS = [
  { kind: 'article', path: article, bound: PAGES },
  { kind: 'article of a WordPress, with credentials', path: article, isOfWordPress: true, bound: PAGES },
  { kind: 'article, with a query that means nothing', path: (n) => `${article(n)}?utm_source=${n}` },
  { kind: 'AMP document', path: (n) => `/wp-json/amp/v2/post${article(n + 1000)}`, bound: OTHERS },
  { kind: 'article to read on with', path: (n) => `/fragment${article(n + 2000)}`, bound: OTHERS },
  { kind: 'page of a category', path: (n) => `/kategoria/edukacja/page/${2 + n}`, bound: PAGES },
  { kind: 'author who is not there', path: (n) => `/author/nikt-${n}`, bound: PAGES },
  { kind: 'article that is not there', path: (n) => `/2026/02/nie-ma-${n}`, bound: PAGES },
  { kind: 'URL of nothing', path: (n) => `/nie-ma-${n}`, bound: PAGES },
  { kind: 'search', path: (n) => `/search?s=podpis${n}`, bound: SEARCHES },
  { kind: 'search, as data', path: (n) => `/search/podpis-${n}/1`, bound: SEARCHES },
  { kind: 'Atom feed', path: (n) => `/api/feed/feed-gn?cat=edukacja&page=${n}`, bound: LISTS },
  { kind: 'RSS feed', path: (n) => `/api/feed/rss?cat=edukacja&page=${n}`, bound: LISTS },
  {
    kind: 'map of the site',
    path: (n) => `/sitemap-articles-2026-${String(2 + (n % 10)).padStart(2, '0')}.xml`,
    bound: LISTS,
  },
  {
    kind: 'image in a size',
    path: imageForm,
    headers: { accept: 'image/avif,image/webp' },
    bound: 'one at a time; turns: 32 a client',
  },
  { kind: 'index of maps', path: () => '/sitemap.xml', bound: LISTS },
  { kind: 'lists to read on with', path: () => '/api/getScrollPosts' },
  { kind: 'oEmbed', path: (n) => `/api/oembed?url=${encodeURIComponent(`http://localhost${article(n + 3000)}`)}` },
  {
    kind: 'view of an article that was fetched in advance',
    path: (n) => `/api/views${article(n + 4000)}`,
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': READERS[0] },
    bound: 'turns: 32 a client',
  },
  {
    kind: 'newsletter post',
    path: () => '/api/sare/',
    method: 'POST',
    headers: JSON_TYPE,
    body: (n) => JSON.stringify({ email: `nie adres ${n}` }),
    bound: '5 a minute and client',
  },
  {
    kind: 'confirmation with a random token',
    path: (n) => `/newsletter/potwierdz/${n.toString(16).padStart(43, 'A')}`,
    bound: '60 a minute and client',
  },
  {
    kind: 'purge, token wrong',
    path: () => '/ops/purge',
    method: 'POST',
    headers: { authorization: 'Bearer wrong-wrong-wrong' },
    bound: '10 a minute and client',
  },
  { kind: 'figures, token right', path: () => '/metrics', headers: TOKEN, bound: 'the token' },
  { kind: 'file of the build that is not there', path: (n) => `/assets/nie-ma-${n}.js` },
  { kind: 'health', path: () => '/healthz' },
]

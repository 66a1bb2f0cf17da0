/**
 * Kinds of requests that no cache answers the first time. `path` takes a number that makes the address new, and `bound`
 * names what keeps one client from asking for many; absent where a request costs too little to need it.
 */
const article = (n) => `/2026/01/artykul-${1000 + n}`
const TOKEN = { authorization: 'Bearer prices-are-measured' }
const JSON_TYPE = { 'content-type': 'application/json' }

export const KINDS = [
  { kind: 'article', path: article },
  { kind: 'article, address in another spelling', path: (n) => `${article(n)}?utm_source=${n}` },
  { kind: 'AMP document', path: (n) => `/wp-json/amp/v2/post${article(n + 1000)}` },
  { kind: 'article to read on with', path: (n) => `/fragment${article(n + 2000)}` },
  { kind: 'page of a category', path: (n) => `/kategoria/edukacja/page/${2 + n}` },
  { kind: 'author who is not there', path: (n) => `/author/nikt-${n}` },
  { kind: 'article that is not there', path: (n) => `/2026/02/nie-ma-${n}` },
  { kind: 'address of nothing', path: (n) => `/nie-ma-${n}` },
  { kind: 'search', path: (n) => `/search?s=podpis${n}` },
  { kind: 'search, as data', path: (n) => `/search/podpis-${n}/1` },
  { kind: 'feed of a category', path: (n) => `/api/feed/feed-gn?cat=edukacja&page=${n}` },
  { kind: 'RSS', path: (n) => `/api/feed/rss?cat=edukacja&page=${n}` },
  { kind: 'map of the site', path: (n) => `/sitemap-articles-${1 + (n % 100)}.xml` },
  { kind: 'index of maps', path: () => '/sitemap.xml' },
  { kind: 'lists to read on with', path: () => '/api/getScrollPosts' },
  { kind: 'oEmbed', path: (n) => `/api/oembed?url=${encodeURIComponent(`http://localhost${article(n + 3000)}`)}` },
  {
    kind: 'newsletter post',
    path: () => '/api/sare/',
    method: 'POST',
    headers: JSON_TYPE,
    body: (n) => JSON.stringify({ email: `nie adres ${n}` }),
  },
  {
    kind: 'confirmation with a random token',
    path: (n) => `/newsletter/potwierdz/${n.toString(16).padStart(43, 'A')}`,
  },
  {
    kind: 'purge, token wrong',
    path: () => '/ops/purge',
    method: 'POST',
    headers: { authorization: 'Bearer wrong-wrong-wrong' },
  },
  { kind: 'figures, token right', path: () => '/metrics', headers: TOKEN },
  { kind: 'script of the build that is not there', path: (n) => `/assets/nie-ma-${n}.js` },
  { kind: 'health', path: () => '/healthz' },
]

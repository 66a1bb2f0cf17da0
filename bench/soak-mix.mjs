/** What readers, machines and people with nothing better to do ask for, in turn, as a soak sends it. */
const article = (number) => `/2026/01/artykul-${number}`
const kind = (name, path, options = {}) => ({ name, path, ...options })
const BROTLI = { headers: { 'accept-encoding': 'br' } }

export const MIX = [
  kind('home', () => '/', BROTLI),
  kind('article, read often', (n) => article(n % 50), BROTLI),
  kind('article, read often, gzip', (n) => article(n % 50), { headers: { 'accept-encoding': 'gzip' } }),
  kind('article, read seldom', (n) => article(n % 50_000), BROTLI),
  kind('AMP document', (n) => `/wp-json/amp/v2/post${article(n % 5000)}`, BROTLI),
  kind('fragment', (n) => `/fragment${article(n % 500)}`),
  kind('category', (n) => `/kategoria/edukacja/page/${n % 50}`),
  kind('search', (n) => `/search?s=podpis${n % 300}`),
  kind('search, as data', (n) => `/search/podpis${n % 300}/1`),
  kind('feed', () => '/api/feed/feed-gn'),
  kind('map', () => '/sitemap-articles-2026-10.xml'),
  kind('scroll posts', () => '/api/getScrollPosts'),
  kind('no such article', (n) => `/2026/02/nie-ma-${n}`),
  kind('junk query', (n) => `${article(n % 50)}?utm_source=${n}`),
  kind('newsletter', () => '/api/sare/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"to nie adres"}',
  }),
  kind('bad escape', () => '/%zz'),
]

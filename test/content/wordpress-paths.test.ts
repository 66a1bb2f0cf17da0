import { wordPressTarget } from '../../src/content/wordpress-paths.ts'
import { services } from './world.ts'

const target = (path: string, service = services.akademia) => wordPressTarget(path.split('/').filter(Boolean), service)
const to = (path: string) => ({ to: 'path', path })
const feed = (format: string, kind?: string, slug?: string) => ({
  to: 'feed',
  format,
  ...(kind && { list: { kind, slug } }),
})

const comments = (format: string, otherwise: object, article?: string) => ({
  to: 'comments',
  format,
  ...(article && { article }),
  otherwise,
})

test.each<[string, object]>([
  ['/feed', feed('rss')],
  ['/feed/rss2', feed('rss')],
  ['/feed/rdf', feed('rss')],
  ['/feed/atom', feed('atom')],
  ['/comments/feed', comments('rss', feed('rss'))],
  ['/category/edukacja/feed', feed('rss', 'category', 'edukacja')],
  ['/kategoria/edukacja/feed/atom', feed('atom', 'category', 'edukacja')],
  ['/category/nauka/fizyka/feed', feed('rss', 'category', 'fizyka')],
  ['/tag/klucz/feed', feed('rss', 'tag', 'klucz')],
  ['/author/anna/feed/rss', feed('rss', 'author', 'anna')],
  ['/2026/03/artykul/feed', comments('rss', to('/2026/03/artykul'), '/2026/03/artykul')],
  ['/artykul/feed/atom', comments('atom', to('/artykul'), '/artykul')],
  ['/wp-sitemap.xml', to('/sitemap.xml')],
  ['/wp-sitemap-posts-post-1.xml', to('/sitemap.xml')],
  ['/sitemap_index.xml', to('/sitemap.xml')],
  ['/post-sitemap2.xml', to('/sitemap.xml')],
  ['/2026/03/artykul/amp', to('/wp-json/amp/v2/post/2026/03/artykul')],
  ['/kategoria/edukacja/amp', to('/kategoria/edukacja')],
  ['/amp', to('/')],
  ['/page/1', to('/')],
  ['/page/3', to('/kategoria/najnowsze/page/3')],
  ['/wp-admin/post.php', { to: 'cms', path: '/wp-admin/post.php' }],
  ['/wp-login.php', { to: 'cms', path: '/wp-login.php' }],
])('%s is a path of WordPress (SRC-22)', (path, expected) => {
  expect(target(path)).toEqual(expected)
})

test.each([
  '/',
  '/tag/feed',
  '/tag/amp',
  '/kategoria/feed',
  '/2026/03/artykul',
  '/page/0',
  '/page/dwa',
  '/feeds',
  '/sitemap.xml',
  '/mapa.xml',
  '/wp-administrator',
])('%s is none (SRC-22)', (path) => {
  expect(target(path)).toBeUndefined()
})

test('an article’s own form is kept: one redirect (SRC-22, PAGE-4)', () => {
  const own = '/2026/03/artykul.html'
  expect(target('/2026/03/artykul/feed', services.post)).toEqual(comments('rss', to(own), own))
  expect(target('/a%20b/ł/amp', services.akademia)).toEqual(to('/wp-json/amp/v2/post/a%2520b/%C5%82'))
})

import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { type ImageRules, imageRules, imageRulesOf } from '../../src/content/image-rules.ts'
import { cdnImageUrl, imageSource, previewsOf } from '../../src/content/images.ts'
import { contentLink } from '../../src/content/links.ts'
import {
  isReachable,
  type MediaSite,
  mediaFileAt,
  mediaFileOf,
  mediaPath,
  originalOf,
  pathOnSite,
  type RemoteMedia,
  staysFile,
  uploadPath,
  urlOfMedia,
} from '../../src/content/remote-media.ts'
import { isUpload } from '../../src/content/upload-paths.ts'
import { linkRules, services } from './world.ts'

const site = (name: string, url: string, hosts: string[] = []): MediaSite => ({
  name,
  url: new URL(url),
  services: new Set([name]),
  hosts: new Set(hosts),
  hasLinksOn: (host) => host === 'stara.gazeta.example',
})
const own = site('akademia', 'https://cms.gazeta.example/blog', ['gazeta.example'])
const other = { ...site('autoblog', 'http://10.0.0.7:8080', ['auto.example']), hasLinksOn: () => false }
const media: RemoteMedia = {
  sites: [own, other],
  own,
  hosts: ['cdn.gazeta.example', '*.s3.amazonaws.com'],
  seal: () => 'SEAL',
}
const rules: ImageRules = imageRules({
  services,
  cdn: 'https://cdn.szpalta.test',
  template: '{url}?w={width}',
  remote: media,
})

const fetched = (url: string): string | undefined => {
  const file = mediaFileOf(new URL(url), media)
  return file && urlOfMedia(file).href
}

test.each([
  [
    'https://cms.gazeta.example/blog/wp-content/uploads/a.jpg',
    'https://cms.gazeta.example/blog/wp-content/uploads/a.jpg',
  ],
  [
    'http://cms.gazeta.example/blog/wp-content/uploads/a.jpg',
    'https://cms.gazeta.example/blog/wp-content/uploads/a.jpg',
  ],
  ['https://gazeta.example/wp-content/uploads/a.jpg', 'https://cms.gazeta.example/blog/wp-content/uploads/a.jpg'],
  ['https://gazeta.example/blog/wp-content/uploads/a.jpg', 'https://cms.gazeta.example/blog/wp-content/uploads/a.jpg'],
  ['https://stara.gazeta.example/stare/a.png?v=1', 'https://cms.gazeta.example/stare/a.png?v=1'],
  ['http://10.0.0.7:8080/a.jpg', 'http://10.0.0.7:8080/a.jpg'],
  ['http://cdn.gazeta.example/2011/a.jpg', 'http://cdn.gazeta.example/2011/a.jpg'],
  ['https://b.s3.amazonaws.com/obraz?id=3', 'https://b.s3.amazonaws.com/obraz?id=3'],
  [
    'https://i0.wp.com/gazeta.example/blog/wp-content/uploads/a.jpg?resize=3',
    'https://cms.gazeta.example/blog/wp-content/uploads/a.jpg',
  ],
  ['https://i3.wp.com/cdn.gazeta.example/a.jpg?ssl=1', 'https://cdn.gazeta.example/a.jpg'],
])('IMG-16: %s is fetched as %s', (written, url) => {
  expect(fetched(written)).toBe(url)
})

test.each([
  'https://obce.example/a.jpg',
  'https://s3.amazonaws.com/a.jpg',
  'https://cdn.gazeta.example.obce.example/a.jpg',
  'https://xcdn.gazeta.example/a.jpg',
  'https://cdn.gazeta.example:8443/a.jpg',
  'http://10.0.0.7/a.jpg',
  'http://10.0.0.7:22/a.jpg',
  'https://i0.wp.com/obce.example/a.jpg',
  'https://i0.wp.com/127.0.0.1:6379/a.jpg',
  'https://cms.gazeta.example/wp-admin/admin-ajax.php?action=x',
  'https://cms.gazeta.example/a.jpg/../wp-cron.php',
  'https://cms.gazeta.example/%2e%2e%2fa.jpg',
  'https://cms.gazeta.example/a%2fb.jpg',
  'https://cms.gazeta.example//a.jpg',
  'https://cms.gazeta.example/a%00.jpg',
  `https://cms.gazeta.example/${'a'.repeat(2000)}.jpg`,
])('IMG-16: %.80s is not fetched, and keeps its URL without other sizes', (url) => {
  expect(fetched(url)).toBeUndefined()
  expect(imageSource(url, rules, 700)).toEqual({ src: new URL(url).href })
})

describe('paths of images (IMG-17)', () => {
  test('hold host and name, and the widths that there are', () => {
    const source = imageSource('https://gazeta.example/wp-content/uploads/2014/05/most.jpg?v=2', rules, 414)
    const path = '/media/wordpress/akademia/blog/wp-content/uploads/2014/05/most.jpg.webp'
    expect(source).toEqual({
      src: `${path}?v=SEAL.v%3D2`,
      srcSet: [306, 360, 414].map((width) => `${path}?v=SEAL.v%3D2&w=${width} ${width}w`).join(', '),
    })
  })

  test.each([
    ['the original tells its own width', 'a.jpg', 300, 700, [306, 360, 414, 690, 700]],
    ['twice the size of WordPress, where the original’s is unknown', 'a-300x200.jpg', 300, undefined, [306, 360, 414]],
    [
      'all that there are, where nothing is known',
      'a.jpg',
      undefined,
      undefined,
      [306, 360, 414, 690, 700, 720, 828, 1180, 1200],
    ],
  ])('widths: %s', (_case, name, width, full, widths) => {
    const source = imageSource(`https://gazeta.example/${name}`, rules, width, full)
    expect(source?.srcSet?.split(', ').map((candidate) => Number(candidate.split(' ')[1]?.slice(0, -1)))).toEqual(
      widths,
    )
  })

  test('a small image has one size; an animation and a vector stay as they are', () => {
    expect(imageSource('https://gazeta.example/wp-content/a.jpg', rules, 100)).toEqual({
      src: '/media/wordpress/akademia/blog/wp-content/a.jpg.webp?w=306',
    })
    expect(imageSource('https://gazeta.example/a.gif', rules, 900)).toEqual({
      src: '/media/wordpress/akademia/a.gif?v=SEAL.',
    })
    expect(imageSource('https://gazeta.example/wp-includes/images/a.svg', rules)).toEqual({
      src: '/media/wordpress/akademia/blog/wp-includes/images/a.svg',
    })
  })

  test('lead back to the same file, whatever a URL in content is', () => {
    const hosts = ['gazeta.example', 'cms.gazeta.example', 'cdn.gazeta.example', 'x.s3.amazonaws.com', 'obce.example']
    const url = fc.tuple(
      fc.constantFrom(...hosts),
      fc.webPath(),
      fc.webQueryParameters(),
      fc.constantFrom('.jpg', '.gif', ''),
    )
    fc.assert(
      fc.property(url, ([host, path, query, extension]) => {
        const written = URL.parse(`https://${host}${path}${extension}?${query}`)
        const file = written && mediaFileOf(written, media)
        if (!file) return
        const made = new URL(mediaPath(file, media, 360), 'https://portal.example')
        const back = mediaFileAt(made.pathname.slice('/media'.length), made.searchParams.get('v') ?? undefined, media)
        expect(back && urlOfMedia(back).href).toBe(urlOfMedia(file).href)
      }),
    )
  })

  test('made once, a URL stays the same', () => {
    const once = cdnImageUrl('https://gazeta.example/a.jpg', rules) ?? ''
    expect(cdnImageUrl(once, rules)).toBe(once)
    expect(imageSource(once, rules)).toEqual({ src: once })
  })

  test.each([
    '/https/obce.example/a.jpg.webp',
    '/https/obce.example@cdn.gazeta.example/a.jpg.webp',
    '/https/cdn.gazeta.example:22/a.jpg.webp',
    '/http/127.0.0.1/a.jpg.webp',
    '/http/169.254.169.254/latest/meta-data.webp',
    '/http/CDN.gazeta.example/a.jpg.webp',
    '/https/cdn.gazeta.example/a.jpg',
    '/https/cdn.gazeta.example/a.gif.webp',
    '/https/cdn.gazeta.example/../a.jpg.webp',
    '/https/cdn.gazeta.example/%2e%2e/a.jpg.webp',
    '/https/cdn.gazeta.example//obce.example/a.jpg.webp',
    '/ftp/cdn.gazeta.example/a.jpg.webp',
    '/wordpress/nikt/a.jpg.webp',
    '/wordpress/akademia/wp-cron.php.webp',
    '/wordpress/akademia/@obce.example/a.jpg%0d.webp',
    '/wordpress/akademia',
  ])('no other path is one: %s', (path) => {
    expect(mediaFileAt(path, undefined, media)).toBeUndefined()
  })

  test('IMG-32: a query counts with its own seal only', () => {
    const seal = (text: string) => createHmac('sha256', 'key').update(text).digest('base64url').slice(0, 12)
    const sealed = { ...media, seal }
    const file = mediaFileOf(new URL('https://cdn.gazeta.example/a.jpg?ver=2'), sealed)
    const [path = '', value = ''] = (file ? mediaPath(file, sealed) : '').slice('/media'.length).split('?v=')
    const at = (written: string | undefined, from = path) => {
      const target = mediaFileAt(from, written, sealed)
      return target && urlOfMedia(target).href
    }
    const written = decodeURIComponent(value)
    expect(at(written)).toBe('https://cdn.gazeta.example/a.jpg?ver=2')
    const bare = 'https://cdn.gazeta.example/a.jpg'
    const invented = [
      'ver=2',
      '1',
      '',
      '.',
      '.ver=2',
      `${written}3`,
      written.replace('.', '.x'),
      '@obce.example/#/../b',
    ]
    for (const other of [undefined, ...invented]) expect([other, at(other)]).toEqual([other, bare])
    // Of another file it is none.
    expect(at(written, '/https/cdn.gazeta.example/b.jpg.webp')).toBe('https://cdn.gazeta.example/b.jpg')
    expect(at(written, '/http/cdn.gazeta.example/a.jpg.webp')).toBe('http://cdn.gazeta.example/a.jpg')
  })

  test('IMG-32: an image of WordPress outside its folders of files needs a seal', () => {
    const path = '/wordpress/akademia/stare/a.jpg.webp'
    expect(mediaFileAt(path, undefined, media)).toBeUndefined()
    expect(mediaFileAt(path, 'SEAL.', media)).toMatchObject({ path: '/stare/a.jpg', query: '' })
  })
})

describe('programs of WordPress (IMG-31)', () => {
  const PROGRAMS = [
    '/wp-admin/admin-ajax.php/x.jpg',
    '/wp-admin/admin-ajax.php%2Fx.jpg',
    '/wp-admin/admin-ajax%2Ephp/x.jpg',
    '/wp-admin/admin-ajax%252ephp/x.jpg',
    '/wp-admin/admin-ajax.%70hp/x.jpg',
    '/wp-admin/ADMIN-AJAX.PHP/x.jpg',
    '/wp-cron.php/x.jpg',
    '/wp-cron.php;/x.jpg',
    '/wp-cron.php%3B/x.jpg',
    '/wp-cron.php%00.jpg',
    '/wp-cron.php%3Fx.jpg',
    '/wp-cron.php%253Fx.jpg',
    '/wp-cron.php%23x.jpg',
    '/wp-cron.php%0a/x.jpg',
    '/wp-cron.php%20/x.jpg',
    '/wp-cron.php./x.jpg',
    '/wp-cron.php::$DATA/x.jpg',
    '/wp-cron.php7/x.jpg',
    '/wp-cron.php~/x.jpg',
    '/xmlrpc.php/x.jpg',
    '/xmlrpc.phtml/x.jpg',
    '/xmlrpc.php%5Cx.jpg',
    '/xmlrpc%EF%BC%8Ephp/x.jpg',
    '/xmlrpc.php%EF%BC%8Fx.jpg',
    '/xmlrpc%c0%aephp/x.jpg',
    '/wp-content/uploads/a.php.jpg',
    '/wp-content/uploads/.git/x.jpg',
    '/wp-content/uploads/../../xmlrpc.php/x.jpg',
    '/wp-content/uploads/%2e%2e/%2e%2e/xmlrpc.php/x.jpg',
    '/wp-content/uploads/..;/x.jpg',
    '/wp-content/uploads/x.jpg;.php',
    '/cgi-bin/a.cgi/x.jpg',
    '/wp-json/wp/v2/users',
    '/index.php/wp-json/wp/v2/users/x.jpg',
  ]
  const ANSWERED = [
    '/wp-json/wp/v2/users/x.jpg',
    '/search/x.jpg',
    '/feed/x.jpg',
    '/x.jpg',
    '/a/b/c/wp-content/uploads/x.jpg',
  ]
  const asks = (path: string, written?: string): boolean =>
    mediaFileAt(`/wordpress/akademia${path}.webp`, written, media) !== undefined

  test.each(PROGRAMS)('%s is no image, not even where content names it', (path) => {
    expect([asks(path), asks(path, 'SEAL.')]).toEqual([false, false])
    const named = URL.parse(`https://gazeta.example${path}`)
    // What the parser has resolved names another file.
    if (named?.pathname === path) expect(mediaFileOf(named, media)).toBeUndefined()
    expect(isUpload(path.replace('x.jpg', 'x.pdf'))).toBe(false)
    expect(isUpload(`/wp-content/uploads${path}`)).toBe(false)
  })

  test.each(ANSWERED)('%s is none as long as no content names it', (path) => {
    expect([asks(path), isUpload(path)]).toEqual([false, false])
  })

  test.each([
    ['?rest_route=/wp/v2/users', ''],
    ['?wc-ajax=checkout', ''],
    ['?v=1&s=szukaj', ''],
    ['?feed', ''],
    ['?v=%2Fwp-json', ''],
    ['?v=2', '?v=2'],
    ['?1699999999', '?1699999999'],
    ['?resize=300%2C200&ssl=1', '?resize=300%2C200&ssl=1'],
  ])('of the query %s of an upload WordPress gets %s', (query, kept) => {
    expect(fetched(`https://gazeta.example/blog/wp-content/uploads/a.jpg${query}`)).toBe(
      `https://cms.gazeta.example/blog/wp-content/uploads/a.jpg${kept}`,
    )
  })

  test.each([
    '/wp-content/uploads/2014/05/Zażółć gęślą (1)@2x, kopia’.jpg',
    '/wp-content/uploads/sites/3/2014/a.b.c-300x200.JPG',
    '/blog/wp-content/themes/gazeta.2/img/logo.png',
    '/siec/blog/wp-content/uploads/a.php_.jpg',
    '/wp-includes/images/smilies/simple-smile.png',
    '/app/uploads/2024/01/a.webp',
  ])('%s is an image', (path) => {
    expect(asks(new URL(path, 'https://gazeta.example').pathname)).toBe(true)
  })

  test.each([
    ['/wp-content/uploads/2014/05/raport.pdf', true],
    ['/blog/wp-content/uploads/odcinek-1.mp3', true],
    ['/wp-content/uploads/2014/05/', false],
    ['/wp-content/uploads/2014', false],
    ['/wp-json/wp-content/uploads/a.pdf', false],
    ['/search/wp-content/uploads/a.pdf', false],
    ['/index.php/wp-content/uploads/a.pdf', false],
  ])('%s is an upload: %s', (path, is) => {
    expect(isUpload(path)).toBe(is)
  })

  test('a redirect of an image leads to no page and no program of WordPress', () => {
    const file = mediaFileOf(new URL('https://cms.gazeta.example/blog/wp-content/uploads/a.jpg'), media)
    const stays = (path: string) => file && staysFile(file, new URL(path, 'https://cms.gazeta.example'))
    expect(['/blog/wp-content/uploads/b.jpg', 'https://cdn.gazeta.example/x'].map(stays)).toEqual([true, true])
    expect(['/wp-login.php', '/wp-cron.php/a.jpg', '/2014/wpis/', '/a.jpg?rest_route=/'].map(stays)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

test('IMG-16: no rule of the CDN applies, hosts whose images stay do, and previews are cut by the portal', () => {
  expect(cdnImageUrl('https://cdn-x.szpalta.test/2026/03/a.jpg', rules)).toBe(
    'https://cdn-x.szpalta.test/2026/03/a.jpg',
  )
  expect(cdnImageUrl('https://storage.googleapis.com/b/2026/03/a.jpg', rules)).toBe(
    'https://storage.googleapis.com/b/2026/03/a.jpg',
  )
  const kept = { ...rules, unchangedHosts: ['gazeta.example'] }
  expect(imageSource('https://gazeta.example/a.jpg', kept)).toEqual({ src: 'https://gazeta.example/a.jpg' })
  expect(previewsOf('/media/wordpress/akademia/a.jpg.webp?v=x', rules)[2]).toBe(
    '/media/wordpress/akademia/a.jpg.webp?v=x&w=1200&h=675',
  )
  expect(previewsOf('https://obce.example/a.jpg', rules)).toEqual([])
  expect(imageSource('https://gazeta.example/film.mov', rules)).toBeUndefined()
  expect(imageSource('javascript:alert(1)', rules)).toBeUndefined()
})

test('IMG-16: a relative URL is on the WordPress of its own service', () => {
  const src = '/blog/wp-content/a.gif'
  expect(imageSource(src, rules)?.src).toBe(`/media/wordpress/akademia${src}`)
  expect(imageSource(src, imageRulesOf(services.autoblog, rules))?.src).toBe(`/media/wordpress/autoblog${src}`)
})

test('IMG-20: one of WordPress’ own sizes has an original', () => {
  const file = mediaFileOf(new URL('https://gazeta.example/u/a-300x200.jpg'), media)
  const original = file && originalOf(file)
  expect([original?.file.path, original?.width, original?.height]).toEqual(['/u/a.jpg', 300, 200])
  const plain = mediaFileOf(new URL('https://gazeta.example/u/a-300.jpg'), media)
  expect(plain && originalOf(plain)).toBeUndefined()
})

test('IMG-21: redirects lead to listed hosts and to WordPress only', () => {
  const reaches = (url: string) => isReachable(new URL(url), media)
  expect(
    ['https://cdn.gazeta.example/x', 'http://cms.gazeta.example/x', 'http://10.0.0.7:8080/x'].map(reaches),
  ).toEqual([true, true, true])
  expect(
    ['http://127.0.0.1/', 'https://obce.example/', 'ftp://cdn.gazeta.example/', 'http://10.0.0.7:22/'].map(reaches),
  ).toEqual([false, false, false, false])
})

describe('files of uploads (IMG-22)', () => {
  const links = { ...linkRules(), images: rules }
  test.each([
    ['https://cms.gazeta.example/blog/wp-content/uploads/a.pdf', '/blog/wp-content/uploads/a.pdf'],
    ['https://gazeta.example/wp-content/uploads/a.pdf?v=1#s2', '/wp-content/uploads/a.pdf?v=1#s2'],
    ['http://stara.gazeta.example/wp-content/uploads/a.mp4', '/wp-content/uploads/a.mp4'],
    ['https://obce.example/wp-content/uploads/a.pdf', 'https://obce.example/wp-content/uploads/a.pdf'],
  ])('a link to %s leads to %s', (written, href) => {
    expect(contentLink(written, links)?.href).toBe(href)
  })

  test('a link to another portal’s file is none of this one’s', () => {
    expect(uploadPath(new URL('https://auto.example/wp-content/uploads/a.pdf'), media)).toBeUndefined()
  })

  test('WordPress’ folder may be missing in a path', () => {
    expect(pathOnSite(own, '/wp-content/uploads/a.pdf')).toBe('/blog/wp-content/uploads/a.pdf')
    expect(pathOnSite(own, '/blog/wp-content/uploads/a.pdf')).toBe('/blog/wp-content/uploads/a.pdf')
    expect(pathOnSite(other, '/wp-content/uploads/a.pdf')).toBe('/wp-content/uploads/a.pdf')
  })
})

import { decodeHTML } from 'entities'
import fc from 'fast-check'
import {
  absoluteUrl,
  articlePath,
  contentLink,
  listPagePath,
  portalHref,
  promoLink,
  safeHref,
} from '../../src/content/links.ts'
import { cmsPath } from '../../src/content/public-paths.ts'
import { type CustomerService, SERVICE_NAMES } from '../support/customer-site.ts'
import { RUNS } from '../support/property-runs.ts'
import { BUCKET, CDN, CMS, linkRules, services } from './world.ts'

const rules = linkRules()

/** Parts of paths: plain, encoded and hostile ones. */
const path = fc.oneof(
  fc.webPath(),
  fc
    .array(
      fc.oneof(
        fc.constantFrom('/', '//', '\\', '.html', '.HTML', '%2F', '%252F', '%2e%2e', '..', '%', '%zz', '%00'),
        fc.constantFrom('2026', '03', 'slug', 'żółw', '%C5%82', '?', '#', '?s=a/b.html', '\ud800', ' ', ':'),
        fc.string({ maxLength: 3, unit: 'binary' }),
      ),
      { maxLength: 8 },
    )
    .map((pieces) => `/${pieces.join('')}`),
)

describe('the path of an article', () => {
  test.each([
    ['/2026/03/slug', '/2026/03/slug.html'],
    ['/2026/03/slug/', '/2026/03/slug.html'],
    ['/2026/03/slug.html', '/2026/03/slug.html'],
    ['/2026/03/slug.html/', '/2026/03/slug.html'],
    ['/2026/03/slug.html.html', '/2026/03/slug.html'],
    ['/slug', '/slug.html'],
    ['/2026/03/slug?s=1#top', '/2026/03/slug.html?s=1#top'],
    ['/2026/03/slug/?f=a.html', '/2026/03/slug.html?f=a.html'],
    ['/2026/03/slug#a/b', '/2026/03/slug.html#a/b'],
  ])('on the main portal of %s is %s', (written, expected) => {
    expect(articlePath(written, services.post)).toBe(expected)
  })

  test.each([
    ['/2026/03/slug', '/2026/03/slug'],
    ['/2026/03/slug/', '/2026/03/slug'],
    ['/slug/?s=1/#top', '/slug?s=1/#top'],
  ])('on the auto blog of %s is %s', (written, expected) => {
    expect(articlePath(written, services.autoblog)).toBe(expected)
  })

  test.each(['plus', 'rozrywka', 'bizblog', 'akademia', 'bezprawnik'] as const)(
    'on %s has the form of the CMS (PAGE-4)',
    (name) => {
      expect(articlePath('/2026/03/slug', services[name])).toBe('/2026/03/slug')
      expect(articlePath('/slug?s=1#top', services[name])).toBe('/slug?s=1#top')
    },
  )

  test('is percent-encoded once, whatever its input encoding', () => {
    expect(articlePath('/2026/03/żółw', services.akademia)).toBe('/2026/03/%C5%BC%C3%B3%C5%82w')
    expect(articlePath('/2026/03/%C5%BC%C3%B3%C5%82w', services.akademia)).toBe('/2026/03/%C5%BC%C3%B3%C5%82w')
    expect(articlePath('/50%-taniej', services.akademia)).toBe('/50%25-taniej')
  })

  test('never leads to another host', () => {
    expect(articlePath('/%2Fevil.example/x', services.akademia)).toBe('/evil.example/x')
    expect(articlePath('//evil.example/x', services.akademia)).toBe('/evil.example/x')
    expect(articlePath('/\\evil.example/x', services.akademia)).toBe('/%5Cevil.example/x')
  })

  test.each(SERVICE_NAMES)('on %s is its own path', (name) => {
    fc.assert(
      fc.property(path, (written) => {
        const once = articlePath(written, services[name])
        expect(articlePath(once, services[name])).toBe(once)
      }),
      { numRuns: RUNS },
    )
  })

  test('is a path of this host without a trailing slash, for any input', () => {
    fc.assert(
      fc.property(path, fc.constantFrom(...SERVICE_NAMES), (written, name) => {
        const [pathname = ''] = articlePath(written, services[name]).split(/[?#]/)
        expect(pathname).toMatch(/^\/(?![/\\])/)
        if (pathname !== '/') expect(pathname).not.toMatch(/\/$/)
        if (name === 'post' && pathname !== '/') expect(pathname).toMatch(/(?<!\.html)\.html$/)
      }),
      { numRuns: RUNS },
    )
  })

  test('names the same article in the CMS as the path from which it was built (PAGE-6)', () => {
    fc.assert(
      fc.property(path, fc.constantFrom(...SERVICE_NAMES), (written, name) => {
        // Half a surrogate pair cannot be in a URL; it becomes the replacement character.
        fc.pre(!/\p{Surrogate}/u.test(written))
        expect(cmsPath(articlePath(written, services[name]))).toBe(cmsPath(written))
      }),
      { numRuns: RUNS },
    )
  })
})

describe('the path for the CMS', () => {
  test.each([
    ['/2026/03/slug.html', '/2026/03/slug'],
    ['/2026/03/slug/', '/2026/03/slug'],
    ['2026/03/slug', '/2026/03/slug'],
    ['/2026//03/slug?s=1#a', '/2026/03/slug'],
    ['/%C5%BC%C3%B3%C5%82w', '/żółw'],
    ['/html', '/html'],
    ['/a.html/.html', '/a'],
    ['.html', '/'],
    [`${'.html'.repeat(100_000)}x`, `/${'.html'.repeat(100_000)}x`],
    ['/', '/'],
    ['', '/'],
  ])('of %j is %s', (written, expected) => {
    expect(cmsPath(written)).toBe(expected)
  })
})

describe('links to portals', () => {
  test('a relative link of an author is a path here, and an absolute URL on another portal (CARD-13, CARD-15)', () => {
    expect(portalHref('/author/jan-kowalski/', rules)).toBe('/author/jan-kowalski')
    expect(portalHref('/author/jan-kowalski', rules, services.post)).toBe('https://szpalta.test/author/jan-kowalski')
    expect(portalHref('/author/jan', rules, services.bezprawnik)).toBeUndefined()
  })

  test.each([
    ['https://akademia.szpalta.test/author/jan/', '/author/jan'],
    ['http://akademia.szpalta.test/author/jan', '/author/jan'],
    ['https://cms.szpalta.test/author/jan/', '/author/jan'],
    ['https://plus.szpalta.test/author/jan/?a=1#b', 'https://plus.szpalta.test/author/jan'],
    ['//plus.szpalta.test/author/jan', 'https://plus.szpalta.test/author/jan'],
    ['https://obcy.example/author/jan', undefined],
    ['//obcy.example/author/jan', undefined],
    ['\\\\obcy.example/author/jan', undefined],
    ['https://akademia.szpalta.test.obcy.example/author/jan', undefined],
    ['https://akademia.szpalta.test@obcy.example/author/jan', undefined],
    ['ftp://plus.szpalta.test/author/jan', undefined],
    ['javascript:alert(1)', undefined],
    ['mailto:jan@szpalta.test', undefined],
    ['https://', undefined],
  ])('an absolute link of an author: %s is %s (CARD-14)', (link, href) => {
    expect(portalHref(link, rules)).toBe(href)
  })

  test('with two portals on one host, a link to it is a path on the current one (CARD-14)', () => {
    const shared = { ...services, plus: { ...services.plus, serviceUrl: 'https://akademia.szpalta.test' } }
    expect(
      portalHref('https://akademia.szpalta.test/author/jan', { ...rules, services: shared, service: shared.plus }),
    ).toBe('/author/jan')
  })

  test('the absolute URL of a portal without a URL is the path itself', () => {
    expect(absoluteUrl('/author/jan', services.bezprawnik)).toBe('/author/jan')
    expect(absoluteUrl('/author/jan', services.plus)).toBe('https://plus.szpalta.test/author/jan')
  })

  test('page 1 of a list is the bare path, the others are at /page/ (PAGE-7)', () => {
    expect(listPagePath('/kategoria/najnowsze', 1)).toBe('/kategoria/najnowsze')
    expect(listPagePath('/kategoria/najnowsze', 0)).toBe('/kategoria/najnowsze')
    expect(listPagePath('/kategoria/najnowsze', 2)).toBe('/kategoria/najnowsze/page/2')
    expect(listPagePath('/', 3)).toBe('/page/3')
  })

  test('a promo link opens in a new tab and has its relations (LINK-1)', () => {
    expect(promoLink('https://sponsor.example/a?x=1&y=2')).toEqual({
      href: 'https://sponsor.example/a?x=1&y=2',
      target: '_blank',
      rel: 'noopener sponsored nofollow',
    })
  })

  test.each(['javascript:alert(1)', 'mailto:a@b.example', '/oferta', '', 'data:text/html,x'])(
    'a promo link to %j is none',
    (url) => {
      expect(promoLink(url)).toBeUndefined()
    },
  )
})

describe('a safe URL', () => {
  test.each([
    ['https://a.example/x?y=1#z', 'https://a.example/x?y=1#z'],
    ['http://a.example', 'http://a.example/'],
    ['//a.example/x', 'https://a.example/x'],
    ['mailto:redakcja@szpalta.test', 'mailto:redakcja@szpalta.test'],
    ['tel:+48123456789', 'tel:+48123456789'],
    ['/kategoria/najnowsze?x=1#y', '/kategoria/najnowsze?x=1#y'],
    ['kategoria', '/kategoria'],
    ['#przypis-1', '#przypis-1'],
    ['#', '#'],
  ])('%s is %s', (written, safe) => {
    expect(safeHref(written)).toBe(safe)
  })

  test.each([
    '',
    ' ',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript\r:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'https://',
    'https://[',
  ])('does not exist for %j', (written) => {
    expect(safeHref(written)).toBeUndefined()
  })

  test('never turns a path into another host (LINK-6)', () => {
    expect(safeHref('/.//evil.example')).toBe('/evil.example')
    expect(safeHref('/\\evil.example')).toBe('https://evil.example/')
  })

  test('never hides an executable scheme behind white space, control characters, entities or case (LINK-6)', () => {
    const noise = fc.oneof(
      fc.constantFrom('', '', '', ' ', '\t', '\n', '\r', '\u0000', '\u0001', '\u001f', '\u00a0', '\u200b', '\ufeff'),
      fc.constantFrom('&Tab;', '&NewLine;', '&#9;', '&#x0a;', '&colon;', '&#0;', '/', '\\', '#', '?', '//', '%0a'),
    )
    const letter = (character: string) =>
      fc.constantFrom(character, character.toUpperCase(), `&#${character.charCodeAt(0)};`)
    const hidden = fc
      .constantFrom('javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'feed:javascript:alert(1)')
      .chain((url) => fc.tuple(...[...url].flatMap((character) => [noise, letter(character)])))
      .map((pieces) => pieces.join(''))
    const written = fc.oneof(hidden, fc.string({ unit: 'binary' }), fc.webUrl())
    fc.assert(
      fc.property(written, (href) => {
        const safe = safeHref(href)
        if (safe === undefined) return
        expect(safe).toMatch(/^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/)
        // As it is, and as it would be if it were decoded once more.
        for (const seen of [safe, decodeHTML(safe)]) {
          const url = URL.parse(seen, 'https://portal.example')
          if (url) expect(['https:', 'http:', 'mailto:', 'tel:']).toContain(url.protocol)
        }
      }),
      { numRuns: RUNS },
    )
  })
})

describe('a link of content', () => {
  const on = (href: string, name: CustomerService = 'akademia') => contentLink(href, linkRules(name))

  test.each([
    'https://szpalta.test/2026/03/slug',
    'https://szpalta.test/2026/03/slug/',
    'https://szpalta.test/2026/03/slug.html',
  ])('to a dated article of the main portal, %s, gets .html', (href) => {
    expect(on(href, 'akademia')).toEqual({ href: 'https://szpalta.test/2026/03/slug.html' })
    expect(on(href, 'post')).toEqual({ href: '/2026/03/slug.html' })
  })

  test('keeps its query and its fragment after the suffix (LINK-4, PAGE-4)', () => {
    expect(on('https://szpalta.test/2026/03/slug/?a=1#b', 'post')).toEqual({ href: '/2026/03/slug.html?a=1#b' })
  })

  test('to a page of the main portal that is not an article gets no .html (LINK-3)', () => {
    expect(on('https://szpalta.test/kategoria/nauka', 'post')).toEqual({ href: '/kategoria/nauka' })
  })

  test("to this service's own host becomes a path (LINK-2)", () => {
    expect(on('https://akademia.szpalta.test/tag/bitcoin?x=1#y')).toEqual({ href: '/tag/bitcoin?x=1#y' })
  })

  test("to the CMS becomes the portal's own path, except its files and its endpoints (LINK-2)", () => {
    expect(on(`${CMS}/2026/03/slug/`, 'post')).toEqual({ href: '/2026/03/slug.html' })
    expect(on(`${CMS}/wp-content/uploads/raport.pdf`)).toEqual({ href: `${CMS}/wp-content/uploads/raport.pdf` })
  })

  test.each([
    ['http://post.localhost/2026/03/slug?a=1#b', 'https://szpalta.test/2026/03/slug.html?a=1#b'],
    ['http://akademia.localhost/tag/bitcoin', '/tag/bitcoin'],
    ['http://plus.localhost/', 'https://plus.szpalta.test/'],
  ])('%s names a service, wherever its origin is (LINK-12)', (href, url) => {
    expect(contentLink(href, rules)).toEqual({ href: url })
  })

  test.each([
    'http://bezprawnik.localhost/',
    'http://nie-ma.localhost/',
    'http://post.localhost.pl/',
    'http://localhost/',
  ])('%s names none (LINK-12)', (href) => {
    expect(contentLink(href, rules)).toEqual({ href, rel: 'noopener' })
  })

  test('to the auto blog loses its trailing slash (LINK-4)', () => {
    expect(on('https://autoblog.szpalta.test/2026/03/slug/')).toEqual({
      href: 'https://autoblog.szpalta.test/2026/03/slug',
    })
  })

  test('to object storage moves to the CDN (IMG-6)', () => {
    expect(on(`${BUCKET}/x/2026/03/raport.pdf?v=1`)?.href).toBe(`${CDN}/2026/03/raport.pdf?v=1`)
    expect(on('https://storage.googleapis.com/b/2026/03/foto.jpg')?.href).toBe(`${CDN}/2026/03/foto.webp`)
  })

  test('to another site is kept, without access to the page that it was opened from', () => {
    expect(on('https://foreign.example/2026/03/slug?a=1')).toEqual({
      href: 'https://foreign.example/2026/03/slug?a=1',
      rel: 'noopener',
    })
  })

  test('to an anchor, by mail or by phone is kept', () => {
    expect(on('#przypis')).toEqual({ href: '#przypis' })
    expect(on('mailto:a@szpalta.test')).toEqual({ href: 'mailto:a@szpalta.test' })
    expect(on('tel:112')).toEqual({ href: 'tel:112' })
  })

  test('with a relative path belongs to this service', () => {
    expect(on('/2026/03/slug', 'post')).toEqual({ href: '/2026/03/slug.html' })
    expect(on('/tag/bitcoin', 'post')).toEqual({ href: '/tag/bitcoin' })
  })

  test('to a dangerous URL is none', () => {
    expect(on('javascript:alert(1)')).toBeUndefined()
  })

  test('whose path begins with two slashes stays on its host', () => {
    expect(on('https://akademia.szpalta.test//evil.example/x')).toEqual({ href: '/evil.example/x' })
    expect(on('https://akademia.szpalta.test//[')).toEqual({ href: '/[' })
  })

  test('stays the same when it is parsed and rewritten', () => {
    const host = fc.constantFrom(
      ...['https://szpalta.test', 'https://akademia.szpalta.test', 'https://autoblog.szpalta.test', CMS, CDN, BUCKET],
      ...['https://foreign.example', 'https://storage.googleapis.com', '', 'mailto:', '#'],
    )
    fc.assert(
      fc.property(host, path, fc.constantFrom(...SERVICE_NAMES), (origin, written, name) => {
        const once = on(origin + written, name)
        if (once) expect(on(once.href, name)).toEqual(once)
      }),
      { numRuns: RUNS },
    )
  })

  test('never throws', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), path)
    fc.assert(
      fc.property(text, (href) => {
        expect(() => on(href)).not.toThrow()
      }),
    )
  })
})

test.each([
  [`${CMS}/category/poradniki/klucze/`, '/kategoria/klucze'],
  [`${CMS}/category/poradniki/page/3/`, '/kategoria/poradniki/page/3'],
  ['/kategoria/poradniki/page/2', '/kategoria/poradniki/page/2'],
  [`${CMS}/tag/portfel/`, '/tag/portfel'],
  [`${CMS}/category/poradniki/feed/`, '/category/poradniki/feed/'],
  [`${CMS}/category/`, '/category/'],
  [`${CMS}/2026/03/wpis/#comment-12`, '/2026/03/wpis#komentarz-12'],
  [`${CMS}/2026/03/wpis/#respond`, '/2026/03/wpis#komentarze'],
  [`${CMS}/2026/03/wpis/#more-266`, '/2026/03/wpis'],
  [`${CMS}/2026/03/wpis/#comment-x`, '/2026/03/wpis#comment-x'],
])('%s leads to %s (LINK-10)', (href, target) => {
  expect(contentLink(href, linkRules())?.href).toBe(target)
})

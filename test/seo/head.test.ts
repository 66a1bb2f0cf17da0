import type { Archive } from '../../src/content/archive.ts'
import type { Article } from '../../src/content/article.ts'
import { decodeArchive, decodeArticle, decodePage } from '../../src/content/decode.ts'
import type { Page } from '../../src/content/home-block.ts'
import { isMissing, type Missing } from '../../src/content/repository.ts'
import { archiveHead } from '../../src/seo/archive-head.ts'
import { articleHead } from '../../src/seo/article-head.ts'
import { withoutSiteName, withSiteName } from '../../src/seo/brand.ts'
import { buildHead, type HeadModel } from '../../src/seo/head.ts'
import { atOnce } from '../../src/system/steps.ts'
import { CMS, linkRules, paragraph, services, wireBlock, wireCard } from '../content/world.ts'
import type { CustomerService } from '../support/customer-site.ts'
import { HOSTILE_META } from '../support/fixtures/cms-seo.ts'

type Metas = Array<{ name?: string; property?: string; content: string }>

const context = (service: CustomerService) => ({
  rules: { ...linkRules(service), cmsHost: new URL(CMS).host },
  report: () => {},
  call: 'test',
})
const seoWith = (meta: object[] = [], rest: object = {}) => ({ title: '', canonical: '', ...rest, meta })

function there<T extends Article | Archive | Page>(content: T | Missing): T {
  if (isMissing(content)) throw new Error('there is no such content')
  return content
}

function headOf(fields: object, service: CustomerService = 'akademia'): HeadModel {
  return articleHead(
    there(atOnce(decodeArticle({ ...wireCard(), blocks: [], ...fields }, context(service)))),
    services[service],
  )
}

function listOf(fields: object = {}): Archive {
  const list = { type: 'category', name: 'Edukacja', blocks: [], posts: [], sumOfPosts: 100, postPerPage: 10 }
  return there(atOnce(decodeArchive({ ...list, ...fields }, context('post'))))
}

function listHead(fields: object, pageNumber = 1, kind: 'category' | 'tag' | 'author' = 'category'): HeadModel {
  const place = { service: services.post, kind, slug: 'edukacja', basePath: `/kategoria/edukacja`, pageNumber }
  return archiveHead(listOf({ ...fields, type: kind }), place)
}

function homeHead(seo: object | undefined): HeadModel {
  const page = there(atOnce(decodePage({ ID: 1, page_slug: '', blocks: [], seo }, context('post'))))
  return buildHead({ service: services.post, path: '/', seo: page.seo })
}

/** Contents of all tags with a name. */
function all(head: HeadModel, tag: string): string[] {
  return (head.metas as Metas).filter(({ name, property }) => (name ?? property) === tag).map(({ content }) => content)
}

describe('titles', () => {
  test.each([
    ['Tytuł', 'post', 'Tytuł – Szpalta Tech'],
    ['Tytuł – Szpalta', 'post', 'Tytuł – Szpalta'],
    ['SZPALTA: tytuł', 'post', 'SZPALTA: tytuł'],
    ['Tytuł | tech', 'post', 'Tytuł | tech'],
    ['Szpaltami do celu', 'post', 'Szpaltami do celu – Szpalta Tech'],
    ['Technika', 'post', 'Technika – Szpalta Tech'],
    ['OnePlus 13', 'plus', 'OnePlus 13 – Szpalta Plus'],
    ['O nas: akademia\u00a0krypto', 'akademia', 'O nas: akademia\u00a0krypto'],
    ['Kurs (Szpalta)', 'akademia', 'Kurs (Szpalta)'],
  ] as const)('HEAD-1: no name twice: %s on %s', (title, service, shown) => {
    expect(withSiteName(title, services[service])).toBe(shown)
  })

  test.each([
    ['seo.title', { seo: seoWith([], { title: 'Cały tytuł – Szpalta' }) }],
    ['titleToMetadate', { titleToMetadate: 'Cały tytuł – Szpalta', seo: seoWith([], { title: 'Inny' }) }],
    ['the title itself', { title: 'Cały tytuł – Szpalta' }],
  ])('HEAD-1: %s is used unchanged', (_name, fields) => {
    expect(headOf(fields).title).toBe('Cały tytuł – Szpalta')
  })

  test('HEAD-16: a title of more than 500 characters is ignored', () => {
    expect(headOf({ seo: seoWith([], { title: 'x'.repeat(501) }) }).title).toBe('Tytuł – Szpalta Akademia krypto')
    expect(headOf({ titleToMetadate: 'x'.repeat(501), seo: seoWith([], { title: 'Krótki' }) }).title).toMatch(/^Krótki/)
  })

  test.each([
    ['Tytuł – Szpalta Tech', 'Tytuł'],
    ['Tytuł | SZPALTA', 'Tytuł'],
    ['Tytuł - Bezprawnik', 'Tytuł'],
    ['Tytuł – Tech – Szpalta', 'Tytuł'],
    ['Kia kontra Toyota – rozrywka', 'Kia kontra Toyota – rozrywka'],
    ['Szpalta Tech', 'Szpalta Tech'],
    ['– Szpalta', '– Szpalta'],
    ['Dziesięć lat: Szpalta i my', 'Dziesięć lat: Szpalta i my'],
  ])('HEAD-3: shared without a site name: %s', (title, shared) => {
    expect(withoutSiteName(title, services.post.group)).toBe(shared)
  })

  test('HEAD-3: a title of nothing but names and space is processed quickly', () => {
    const startedAt = performance.now()
    withoutSiteName('\u00a0'.repeat(100_000), services.post.group)
    withoutSiteName('– '.repeat(50_000), services.post.group)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })

  test("HEAD-3: og:title is the CMS' own, else the article's, not the one for search engines", () => {
    const seo = seoWith([], { title: 'Do wyszukiwarki' })
    expect(all(headOf({ title: 'Tytuł – Szpalta', seo }), 'og:title')).toEqual(['Tytuł'])
    expect(all(headOf({ seo: seoWith([{ property: 'og:title', content: 'Własny – Szpalta' }]) }), 'og:title')).toEqual([
      'Własny – Szpalta',
    ])
  })
})

describe('robots', () => {
  const robots = (fields: object) => all(headOf(fields), 'robots')

  test('HEAD-6: images may be shown large, unless configured otherwise', () => {
    expect(robots({})).toEqual(['max-image-preview:large'])
    expect(robots({ seo: seoWith([{ name: 'robots', content: 'max-image-preview:standard' }]) })).toEqual([
      'max-image-preview:standard',
    ])
  })

  test('HEAD-6: CMS, configuration and nrm_meta_noindex are combined', () => {
    const seo = seoWith([{ name: 'robots', content: 'nofollow, max-snippet:50' }])
    expect(robots({ seo, nrm_meta_noindex: true })).toEqual(['noindex, nofollow, max-snippet:50'])
    const service = { ...services.akademia, robots: 'noarchive, max-snippet:20' }
    const page = there(atOnce(decodeArticle({ ...wireCard(), blocks: [], seo }, context('akademia'))))
    expect(all(articleHead(page, service), 'robots')).toEqual([
      'nofollow, noarchive, max-snippet:20, max-image-preview:large',
    ])
  })

  test('HEAD-6: a search engine that the CMS names gets its own directives and the common ones', () => {
    const head = headOf({
      seo: seoWith([
        { name: 'robots', content: 'nofollow' },
        { name: 'Googlebot-News', content: 'noindex' },
        { name: 'otherbot', content: 'noindex' },
      ]),
    })
    expect(all(head, 'robots')).toEqual(['nofollow, max-image-preview:large'])
    expect(all(head, 'googlebot-news')).toEqual(['noindex, nofollow, max-image-preview:large'])
    expect(all(head, 'otherbot')).toEqual([])
  })
})

describe('canonical URLs', () => {
  const canonical = (value: string, service: CustomerService = 'post') =>
    headOf({ seo: seoWith([], { canonical: value }) }, service).canonical

  test.each([
    [`${CMS}/2026/03/inny/`, 'https://tech.szpalta.test/2026/03/inny.html'],
    ['https://tech.szpalta.test/2026/03/inny.html', 'https://tech.szpalta.test/2026/03/inny.html'],
    ['http://tech.szpalta.test/2026/03/inny?utm=1#x', 'https://tech.szpalta.test/2026/03/inny.html'],
    ['/2026/03/inny', 'https://tech.szpalta.test/2026/03/inny.html'],
    [`${CMS}/tag/podpis/`, 'https://tech.szpalta.test/tag/podpis'],
  ])('HEAD-12: the path of %s is used', (written, expected) => {
    const own = services.post.serviceUrl ?? ''
    const at = (url: string) => url.replace(/^(https?):\/\/tech\.szpalta\.test/, own.replace('https', '$1'))
    expect(canonical(at(written))).toBe(at(expected))
  })

  test.each([
    'https://evil.example/2026/03/inny',
    '//evil.example/2026/03/inny',
    'https:\\\\evil.example\\x',
    `${services.akademia.serviceUrl}/2026/03/inny`,
    `${CMS}@evil.example/2026/03/inny`,
    'javascript:alert(1)//2026',
    'ftp://cms.szpalta.test/2026/03/inny',
    `${CMS}/?p=12`,
    `${CMS}/index.php?p=12`,
    `${CMS}/wp-json/bb/v2/post/x`,
    'http://[',
    '',
  ])('HEAD-12: %s is not', (written) => {
    const head = headOf({ seo: seoWith([], { canonical: written }) }, 'post')
    expect(head.canonical).toBe(`${services.post.serviceUrl}/2026/03/tytul.html`)
    expect(all(head, 'og:url')).toEqual([head.canonical])
  })

  test('HEAD-13: a list may be canonical to another list, its later pages are their own', () => {
    const seo = seoWith([], { canonical: `${CMS}/tag/nauka` })
    expect(listHead({ seo }).canonical).toBe(`${services.post.serviceUrl}/tag/nauka`)
    expect(listHead({ seo }, 2).canonical).toBe(`${services.post.serviceUrl}/kategoria/edukacja/page/2`)
    expect(listHead({ seo: seoWith([], { canonical: `${CMS}/category/nauka` }) }).canonical).toBe(
      `${services.post.serviceUrl}/kategoria/edukacja`,
    )
    expect(homeHead(seoWith([], { canonical: `${CMS}/strona-glowna` })).canonical).toBe(`${services.post.serviceUrl}/`)
  })
})

describe('descriptions', () => {
  const list = wireBlock({ blockType: 'list', blockName: 'core/list', innerHTML: '<ul><li>Punkt</li></ul>' })
  const described = (fields: object) => headOf(fields).description

  test("HEAD-18: the CMS' own, else the lead, else the first sentence of the first paragraph", () => {
    const blocks = [list, paragraph(' '), paragraph('Wersja 3.5 <em>już</em> jest. Drugie zdanie.')]
    const seo = seoWith([{ name: 'description', content: 'Opis' }])
    expect(described({ seo, lead: 'Lead.', blocks })).toBe('Opis')
    expect(described({ lead: 'Lead. Cały.', blocks })).toBe('Lead. Cały.')
    expect(described({ blocks })).toBe('Wersja 3.5 już jest.')
    expect(all(headOf({ blocks }), 'og:description')).toEqual(['Wersja 3.5 już jest.'])
    expect(described({})).toBeUndefined()
  })

  test("HEAD-18: a home has the service's, whatever its title", () => {
    expect(homeHead(undefined).description).toBe(services.post.seo.description)
    expect(homeHead(seoWith([], { title: 'Strona główna' })).description).toBe(services.post.seo.description)
    expect(homeHead(seoWith([{ name: 'description', content: 'Opis' }])).description).toBe('Opis')
  })

  test('HEAD-18: a list names its subject and page number', () => {
    expect(listHead({}).description).toBe('Artykuły z kategorii „Edukacja” w serwisie Szpalta Tech.')
    expect(listHead({}, 2, 'tag').description).toBe('Artykuły na temat „Edukacja” w serwisie Szpalta Tech. Strona 2.')
    expect(listHead({}, 1, 'author').description).toBe('Edukacja: wszystkie teksty w serwisie Szpalta Tech.')
    const seo = seoWith([
      { name: 'description', content: 'Opis' },
      { property: 'og:title', content: 'Dla znajomych' },
    ])
    expect(listHead({ seo }).description).toBe('Opis')
    expect(all(listHead({ seo }), 'og:title')).toEqual(['Dla znajomych'])
    expect(all(listHead({ seo }, 3), 'og:title')).toEqual(['Edukacja – strona 3'])
  })
})

describe('images', () => {
  const imageFile = { nrm_image: { url: 'https://x.example/2026/03/a.jpg', alt: 'Opis', width: '1200', height: 600 } }
  const ofImage = (head: HeadModel) =>
    ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt', 'twitter:card'].map((tag) => all(head, tag))

  test('HEAD-21: the lead image with its own size and text', () => {
    expect(ofImage(headOf(imageFile))).toEqual([
      ['https://cdn.szpalta.test/2026/03/a.webp'],
      ['1200'],
      ['600'],
      ['Opis'],
      ['summary_large_image'],
    ])
  })

  test("HEAD-21: the CMS' image has its own properties, and none of the lead image's", () => {
    const seo = seoWith([{ property: 'og:image', content: 'https://x.example/2026/04/b.png?a=1&#038;b=2' }])
    expect(ofImage(headOf({ ...imageFile, seo }))).toEqual([
      ['https://cdn.szpalta.test/2026/04/b.webp?a=1&b=2'],
      [],
      [],
      [],
      ['summary_large_image'],
    ])
    const broken = seoWith([
      { property: 'og:image', content: 'javascript:x' },
      { property: 'og:image:width', content: '1' },
    ])
    expect(ofImage(headOf({ ...imageFile, seo: broken }))).toEqual(ofImage(headOf(imageFile)))
    expect(ofImage(headOf({ seo: broken }))).toEqual(ofImage(headOf({})))
  })
})

describe('images of at least 1200 pixels (HEAD-28, HEAD-29)', () => {
  const imageOf = (head: HeadModel) => ['og:image', 'og:image:width', 'og:image:height'].map((tag) => all(head, tag)[0])
  const image = (width?: number, height?: number) => ({
    nrm_image: { url: 'https://x.example/2026/03/a.jpg', alt: 'Opis', width, height },
  })
  const OWN = [expect.stringMatching(/\/assets\/share-akademia-[0-9a-f]{12}-1200x630\.png$/), '1200', '630']
  const LEAD = 'https://cdn.szpalta.test/2026/03/a.webp'

  test.each([
    { says: 'nothing of its size', fields: image(), expected: [LEAD, undefined, undefined] },
    { says: '1200 wide', fields: image(1200, 900), expected: [LEAD, '1200', '900'] },
    { says: '1199 wide', fields: image(1199, 900), expected: OWN },
    { says: 'no image', fields: {}, expected: OWN },
  ])('a lead image: $says', ({ fields, expected }) => {
    expect(imageOf(headOf(fields))).toEqual(expected)
  })

  test('one of the CMS that is known to be narrow gives way, with all that is said of it', () => {
    const tags = (width: string) =>
      seoWith([
        { property: 'og:image', content: 'https://x.example/2026/04/b.png' },
        { property: 'og:image:width', content: width },
        { property: 'og:image:height', content: '500' },
        { property: 'og:image:alt', content: 'Inny opis' },
      ])
    expect(imageOf(headOf({ seo: tags('1000') }))).toEqual(OWN)
    expect(all(headOf({ seo: tags('1000') }), 'og:image:alt')).toEqual(['Szpalta Akademia krypto'])
    expect(imageOf(headOf({ seo: tags('1600') }))).toEqual(['https://cdn.szpalta.test/2026/04/b.webp', '1600', '500'])
  })

  test('homes and lists have one too', () => {
    expect(imageOf(homeHead(undefined))[0]).toMatch(/\/assets\/share-post-[0-9a-f]{12}-1200x630\.png$/)
    expect(imageOf(listHead({}, 2, 'author'))[0]).toMatch(/\/assets\/share-/)
  })
})

test('HEAD-16: forbidden tags never reach a page', () => {
  const clean = headOf({})
  const head = headOf({ seo: seoWith(HOSTILE_META) })
  expect(head.metas).toEqual([
    ...clean.metas.slice(0, 2),
    { name: 'author', content: '"><script>hacked()</script><meta name="' },
    ...clean.metas.slice(2),
  ])
  expect(
    headOf({ seo: seoWith([{ name: 'description', content: 'x'.repeat(100_000) }]), lead: 'Lead' }).description,
  ).toBe('Lead')
})

test('HEAD-16: a list of a hundred thousand tags is processed quickly, and only its beginning is read', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => ({
    name: 'robots',
    content: ` ${' '.repeat(1000)}:${index}`,
  }))
  const meta = [{ property: 'og:title', content: 'Pierwszy' }, ...many, { name: 'keywords', content: 'ostatnie' }]
  const startedAt = performance.now()
  const head = headOf({ seo: seoWith(meta) })
  expect(performance.now() - startedAt).toBeLessThan(3000)
  expect([all(head, 'og:title'), all(head, 'keywords')]).toEqual([['Pierwszy'], []])
})

test('HEAD-16: control characters are spaces', () => {
  const meta = [{ name: 'keywords', content: 'klucz\u0001prywatny\u0085i\u0000adres' }]
  expect(all(headOf({ seo: seoWith(meta) }), 'keywords')).toEqual(['klucz prywatny i adres'])
})

test('HEAD-15: no tag twice, and the first usable one of the CMS', () => {
  const meta = [
    { property: 'og:locale', content: 'polski' },
    { name: 'OG:locale', content: 'en_US' },
    { property: 'og:locale', content: 'de_DE' },
    ...['a', 'b', 'a', ''].map((content) => ({ property: 'article:tag', content })),
  ]
  const head = headOf({ seo: seoWith(meta) })
  expect(all(head, 'og:locale')).toEqual(['en_US'])
  expect(all(head, 'article:tag')).toEqual(['a', 'b'])
})

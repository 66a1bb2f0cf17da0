import { NO_TABLE } from '../../src/content/ad-table.ts'
import type { Archive } from '../../src/content/archive.ts'
import type { Article } from '../../src/content/article.ts'
import type { Card } from '../../src/content/card.ts'
import { parseDate } from '../../src/content/dates.ts'
import { pageAds } from '../../src/content/page-ads.ts'
import { buildHead } from '../../src/seo/head.ts'
import { archiveGraph, articleGraph, homeGraph } from '../../src/seo/structured-data/graph.ts'
import { services } from '../content/world.ts'
import { articleOf, renderAmp } from '../support/render.ts'
import { type Graph, graph } from './google.ts'

const service = services.akademia
const ORIGIN = 'https://akademia.szpalta.test'

const graphOf = (article: Article): Graph => graph.parse(articleGraph(article, service))
/** An article with all fields. */
const complete = (article: Article): Article => ({
  ...article,
  category: { name: 'Edukacja', href: '/kategoria/edukacja' },
  tags: [{ name: 'Bitcoin', href: '/tag/bitcoin' }],
  wordCount: 200,
})
const nodesOf = <T extends Graph['@graph'][number]['@type']>(document: Graph, type: T) =>
  document['@graph'].filter((node): node is Extract<Graph['@graph'][number], { '@type': T }> => node['@type'] === type)

const VIDEO = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
const embed = (url: string) => ({
  blockName: 'core/embed',
  attrs: { url, providerNameSlug: new URL(url).hostname.split('.').at(-2) },
  innerHTML: `<figure><div class="wp-block-embed__wrapper">${url}</div></figure>`,
  innerBlocks: [],
})

const card = (id: string, fields: Partial<Card> = {}): Card => ({
  id,
  link: { href: `/2026/03/${id}` },
  title: `Tytuł ${id}`,
  lead: '',
  authors: [],
  tags: [],
  isPromo: false,
  isProductPlacement: false,
  ...fields,
})
const archive = (fields: Partial<Archive>): Archive => ({
  type: 'author',
  name: 'Anna',
  heading: 'Anna',
  seo: {},
  blocks: [],
  ...pageAds({ of: 'list', own: NO_TABLE, configured: NO_TABLE }),
  cards: [],
  maxPage: 3,
  perPage: 10,
  total: 30,
  ...fields,
})
const listed = (of: Archive, path: string): Graph =>
  graph.parse(archiveGraph(of, buildHead({ service, path, title: of.heading }), service))

describe('videos', () => {
  test('one that is shown twice is described once, in any position', () => {
    const group = { blockName: 'core/group', attrs: {}, innerHTML: '', innerBlocks: [embed(VIDEO)] }
    const videos = nodesOf(graphOf(complete(articleOf(embed(VIDEO), group))), 'VideoObject')
    expect(videos.map(({ embedUrl }) => embedUrl)).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'])
  })

  test('a playlist of Dailymotion is no video (HEAD-34)', () => {
    const count = (path: string) =>
      nodesOf(graphOf(complete(articleOf(embed(`https://www.dailymotion.com/${path}`)))), 'VideoObject').length
    expect([count('video/x8klosz'), count('playlist/x7klosz')]).toEqual([1, 0])
  })

  test('one without an image of its host has that of the article (HEAD-34)', () => {
    const [video] = nodesOf(graphOf(complete(articleOf(embed('https://vimeo.com/76979871')))), 'VideoObject')
    expect(video).toMatchObject({ embedUrl: 'https://player.vimeo.com/video/76979871?dnt=1' })
    expect(video?.thumbnailUrl).toMatch(/^https:\/\/akademia\.szpalta\.test\/assets\/share-/)
  })

  test('a file has its place, its type, its poster and its caption (HEAD-34)', () => {
    const markup =
      '<figure><video src="/wp-content/uploads/2026/03/film.mp4" poster="https://x.example/2026/03/kadr.jpg" width="1280" height="720"></video><figcaption>Na <b>żywo</b></figcaption></figure>'
    const block = { blockName: 'core/video', attrs: {}, innerHTML: markup, innerBlocks: [] }
    const [video] = nodesOf(graphOf(complete(articleOf(block))), 'VideoObject')
    expect(video).toMatchObject({
      name: 'Na żywo',
      description: 'Na żywo',
      contentUrl: expect.stringMatching(/film\.mp4$/),
      thumbnailUrl: 'https://cdn.szpalta.test/2026/03/kadr.webp',
      width: '1280',
    })
  })

  test('one of an article without a date is not described', () => {
    const { published: _, ...undated } = articleOf(embed(VIDEO))
    const types = JSON.stringify(articleGraph(undated, service))
    expect(types).not.toContain('VideoObject')
  })
})

test('a step without a page is left out of the breadcrumb; the section keeps its name', () => {
  const document = graphOf({ ...complete(articleOf()), category: { name: 'Bez strony' } })
  const [way] = nodesOf(document, 'BreadcrumbList')
  expect(way?.itemListElement.map(({ position, item }) => [position, item])).toEqual([
    [1, `${ORIGIN}/`],
    [2, document['@graph'].find((node) => node['@type'] === 'NewsArticle')?.url],
  ])
  expect(nodesOf(document, 'NewsArticle')[0]?.articleSection).toBe('Bez strony')
})

describe('lists', () => {
  test('an article in two blocks is listed once, a promoted link never', () => {
    const promo = card('promo', { isPromo: true, link: { href: 'https://sklep.example/' } })
    const blocks = [
      [card('a'), promo],
      [card('b'), card('a')],
    ].map((cards) => ({ type: 'list-posts' as const, cards }))
    const home = { id: '1', seo: {}, blocks, isContainer: false } as Parameters<typeof homeGraph>[0]
    const [page] = nodesOf(graph.parse(homeGraph(home, buildHead({ service, path: '/' }), service)), 'CollectionPage')
    expect(page?.mainEntity?.itemListElement.map(({ position, url }) => [position, url])).toEqual([
      [1, `${ORIGIN}/2026/03/a`],
      [2, `${ORIGIN}/2026/03/b`],
    ])
  })

  test('an empty list is not described, its page is', () => {
    const [page] = nodesOf(listed(archive({ type: 'tag' }), '/tag/pusty'), 'CollectionPage')
    expect([page?.url, page?.mainEntity]).toEqual([`${ORIGIN}/tag/pusty`, undefined])
    const [profile] = nodesOf(listed(archive({}), '/author/anna'), 'ProfilePage')
    expect([profile?.mainEntity.name, profile?.hasPart]).toEqual(['Anna', undefined])
  })
})

describe('an author', () => {
  const author = { name: 'Anna', href: '/author/anna', social: [], textCount: 30 }

  test('is the same person on every page of the list, and in the articles', () => {
    const ids = ['/author/anna', '/author/anna/page/2'].map((path) => {
      const [page] = nodesOf(listed(archive({ author, cards: [card('a')] }), path), 'ProfilePage')
      expect([page?.url, page?.mainEntity.url]).toEqual([ORIGIN + path, `${ORIGIN}/author/anna`])
      expect(page?.hasPart?.[0]?.author).toEqual({ '@id': page?.mainEntity['@id'] })
      return page?.mainEntity['@id']
    })
    const written = graphOf({ ...complete(articleOf()), authors: [{ name: 'Anna', href: '/author/anna' }] })
    expect([...ids, nodesOf(written, 'NewsArticle')[0]?.author[0]?.['@id']]).toEqual(
      Array(3).fill(`${ORIGIN}/author/anna#person`),
    )
  })

  test('has her known details, and no others', () => {
    const since = parseDate('2023-03-06', 'Europe/Warsaw')
    const [known] = nodesOf(
      listed(archive({ author: { ...author, ...(since && { activeSince: since }) } }), '/author/anna'),
      'ProfilePage',
    )
    expect(known?.dateCreated).toBe('2023-03-06T00:00:00+01:00')
    expect(known?.mainEntity.agentInteractionStatistic?.userInteractionCount).toBe(30)
    const [unknown] = nodesOf(listed(archive({}), '/author/anna'), 'ProfilePage')
    expect(unknown?.mainEntity).toEqual({
      '@id': expect.any(String),
      '@type': expect.any(String),
      name: expect.any(String),
      url: expect.any(String),
    })
  })
})

test('JSON-LD of the CMS replaces the portal’s in AMP too, followed by the way to the article (HEAD-25)', () => {
  const schema = { '@context': 'https://schema.org', '@type': 'NewsArticle', headline: 'Z CMS </script>' }
  const { document } = renderAmp({ ...articleOf(), schema })
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')]
  expect(scripts.map(({ textContent }) => JSON.parse(textContent ?? ''))).toEqual([
    [schema, { '@context': 'https://schema.org', '@graph': [expect.objectContaining({ '@type': 'BreadcrumbList' })] }],
  ])
})

test.each([
  { '@type': 'NewsArticle', breadcrumb: { '@type': ['BreadcrumbList'] } },
  { '@graph': [{ '@type': 'WebPage' }, { '@type': 'https://schema.org/BreadcrumbList' }] },
])('a breadcrumb of the CMS stays the only one: %j (HEAD-25)', (nodes) => {
  const schema = { '@context': 'https://schema.org', ...nodes }
  expect(articleGraph({ ...articleOf(), schema }, service)).toBe(schema)
})

describe('pages of the site (HEAD-32)', () => {
  const group = { ...service.group, contact: '/kontakt', aboutPage: `${ORIGIN}/o-nas` }
  const own = { ...service, group }

  test.each([
    ['/kontakt', 'ContactPage'],
    ['/o-nas', 'AboutPage'],
    ['/regulamin', 'WebPage'],
  ])('%s is a %s', (path, type) => {
    const page: Article = { ...articleOf(), isPage: true, path }
    const document = graph.parse(articleGraph(page, own))
    expect(document['@graph'].map((node) => node['@type'])).toEqual(['Organization', 'WebSite', type, 'BreadcrumbList'])
  })
})

test('the publisher is described as the site folder describes it (HEAD-32)', () => {
  const group = {
    ...service.group,
    contact: '/kontakt',
    organisation: {
      legalName: 'Szpalta sp. z o.o.',
      description: 'Wydawca </script> portali',
      email: 'redakcja@szpalta.test',
      telephone: '+48 22 000 00 00',
      address: { street: 'Prosta 1', postalCode: '00-001', city: 'Warszawa', country: 'PL' },
    },
  }
  const page: Article = { ...articleOf(), isPage: true }
  const [node] = nodesOf(graph.parse(articleGraph(page, { ...service, group })), 'Organization')
  expect(node).toMatchObject({
    legalName: 'Szpalta sp. z o.o.',
    email: 'redakcja@szpalta.test',
    address: { '@type': 'PostalAddress', streetAddress: 'Prosta 1', addressLocality: 'Warszawa', addressCountry: 'PL' },
    contactPoint: { '@type': 'ContactPoint', telephone: '+48 22 000 00 00', url: `${ORIGIN}/kontakt` },
  })
})

describe('questions and guides of Yoast (HEAD-36)', () => {
  const FAQ =
    '<div class="schema-faq wp-block-yoast-faq-block"><div class="schema-faq-section" id="faq-question-1"><strong class="schema-faq-question">Czy <em>to</em> działa?</strong> <p class="schema-faq-answer">Tak,<br/>zawsze.</p> </div> <div class="schema-faq-section"><strong class="schema-faq-question">A &lt;b&gt;?</strong> <p class="schema-faq-answer">Nie.</p> </div> </div>'
  const GUIDE =
    '<div class="schema-how-to wp-block-yoast-how-to-block"><p class="schema-how-to-total-time">Czas: 1 dzień</p><p class="schema-how-to-description">Opis całości</p> <ol class="schema-how-to-steps"><li class="schema-how-to-step" id="how-to-step-1"><strong class="schema-how-to-step-name">Najpierw</strong> <p class="schema-how-to-step-text">Otwórz <a href="https://x.example/">okno</a>.</p> </li><li class="schema-how-to-step"><strong class="schema-how-to-step-name">Potem</strong> <p class="schema-how-to-step-text"></p></li></ol></div>'
  const FORMS = [
    ['a block with its settings', (html: string, name: string) => ({ blockName: name, attrs: {}, innerHTML: html })],
    ['rendered markup', (html: string) => ({ blockName: null, attrs: {}, innerHTML: `<p>Wstęp</p>${html}` })],
  ] as const

  test.each(FORMS)('questions from %s', (_name, blockOf) => {
    const article = complete(articleOf({ ...blockOf(FAQ, 'yoast/faq-block'), innerBlocks: [] }))
    const [page] = nodesOf(graphOf(article), 'FAQPage')
    expect(page?.mainEntity.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual([
      ['Czy to działa?', 'Tak, zawsze.'],
      ['A <b>?', 'Nie.'],
    ])
    const words = renderAmp(article).document.body.textContent
    for (const word of ['Czy to działa?', 'zawsze.', 'A\u00a0<b>?', 'Nie.']) expect(words).toContain(word)
  })

  test.each(FORMS)('a guide from %s', (_name, blockOf) => {
    const settings = { hasDuration: true, days: '1', hours: '2', minutes: 30 }
    const block = { ...blockOf(GUIDE, 'yoast/how-to-block'), innerBlocks: [] }
    const attrs = block.blockName === null ? {} : settings
    const article = complete(articleOf({ ...block, attrs }))
    const [guide] = nodesOf(graphOf(article), 'HowTo')
    expect(guide?.step.map(({ name, text }) => [name, text])).toEqual([
      ['Najpierw', 'Otwórz okno.'],
      ['Potem', 'Potem'],
    ])
    expect(guide).toMatchObject({ description: 'Opis całości' })
    expect(guide?.totalTime).toBe(block.blockName === null ? undefined : 'P1DT2H30M')
    const { document } = renderAmp(article)
    expect(document.querySelectorAll('ol > li')).toHaveLength(2)
    for (const word of ['Czas: 1\u00a0dzień', 'Opis całości', 'Najpierw', 'okno', 'Potem'])
      expect(document.body.textContent).toContain(word)
  })
})

test.each(['</script><script>hacked()</script>', '\u2028\u2029', 'pół \ud83d znaku', '<!--<script>'])(
  'the title %j neither leaves its string nor breaks it, in AMP',
  (title) => {
    const { document } = renderAmp({ ...articleOf(), title })
    const [script, ...others] = document.querySelectorAll('script[type="application/ld+json"]')
    expect(others).toEqual([])
    expect(script?.textContent).not.toMatch(/[<\u2028\u2029]/)
    const { '@graph': nodes } = JSON.parse(script?.textContent ?? '') as { '@graph': Array<Record<string, unknown>> }
    expect(nodes.find((node) => node['@type'] === 'NewsArticle')?.headline).toBe(title.toWellFormed())
  },
)

test('a profile has an image, and is modified with its newest article (HEAD-37)', () => {
  const published = (date: string) => {
    const time = parseDate(date, service.timeZone)
    return time && { published: { time, day: '', clock: '' } }
  }
  const cards = [card('a', published('2026-03-01T10:00:00Z')), card('b', published('2026-04-02T10:00:00Z'))]
  const [page] = nodesOf(listed(archive({ cards }), '/author/anna'), 'ProfilePage')
  expect(page?.image).toMatch(/\/assets\/share-akademia-/)
  expect(page?.dateModified).toMatch(/^2026-04-02T/)
})

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

  test('one without an available image, or of an article without a date, is not described', () => {
    expect(nodesOf(graphOf(complete(articleOf(embed('https://vimeo.com/76979871')))), 'VideoObject')).toEqual([])
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
    expect(Object.keys(unknown?.mainEntity ?? {}).sort()).toEqual(['@id', '@type', 'name', 'url'])
  })
})

test('JSON-LD of the CMS replaces the portal’s in AMP too', () => {
  const schema = { '@context': 'https://schema.org', '@type': 'NewsArticle', headline: 'Z CMS </script>' }
  const { document } = renderAmp({ ...articleOf(), schema })
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')]
  expect(scripts.map(({ textContent }) => JSON.parse(textContent ?? ''))).toEqual([schema])
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

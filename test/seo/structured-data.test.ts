import { articleMaps } from '../support/article-maps.ts'
import { HOSTILE } from '../support/fixtures/hostile.ts'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { startHub } from '../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { type Graph, graph } from './google.ts'

const SERVICES = ['akademia', 'post', 'plus', 'rozrywka', 'bizblog', 'autoblog']

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const scriptIn = (html: string): string => {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(scripts).toHaveLength(1)
  return scripts[0]?.[1] ?? ''
}
const htmlOf = async (path: string, host = 'akademia.localhost') => (await portal.get(path, { host })).text
const graphOf = async (path: string, host?: string): Promise<Graph> =>
  graph.parse(JSON.parse(scriptIn(await htmlOf(path, host))))
const typesOf = (document: Graph) => document['@graph'].map((node) => node['@type'])
const nodeOf = <T extends Graph['@graph'][number]['@type']>(document: Graph, type: T) =>
  document['@graph'].find((node): node is Extract<Graph['@graph'][number], { '@type': T }> => node['@type'] === type)

async function articlesOf(host: string): Promise<string[]> {
  const { text } = await articleMaps((path) => portal.get(path, { host }))
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
}

test.each(SERVICES)('%s: every article has everything that Google requires and recommends (HEAD-25)', async (name) => {
  const host = `${name}.localhost`
  for (const path of await articlesOf(host)) {
    const html = await htmlOf(path, host)
    const document = graph.parse(JSON.parse(scriptIn(html)))
    // An article that shows an image names it first.
    const hasImage = /class="hero"|class="article-body.*?<figure class="(?:image|photo-box).*?<footer/s.test(html)
    const article = nodeOf(document, 'LiveBlogPosting') ?? nodeOf(document, 'NewsArticle')
    const [first = ''] = article?.image ?? []
    expect([path, new URL(first).pathname.startsWith('/media/')]).toEqual([path, hasImage])
    const type = html.includes('live-update') ? 'LiveBlogPosting' : 'NewsArticle'
    expect(typesOf(document).slice(0, 2)).toEqual([type, 'BreadcrumbList'])
  }
})

test('home, category, tag, author and their further pages are described by their type (HEAD-27)', async () => {
  for (const [path, ...types] of [
    ['/', 'Organization', 'WebSite', 'CollectionPage'],
    ['/o-nas', 'Organization', 'WebSite', 'WebPage', 'BreadcrumbList'],
    ['/kategoria/najnowsze', 'CollectionPage', 'BreadcrumbList'],
    ['/kategoria/najnowsze/page/2', 'CollectionPage', 'BreadcrumbList'],
    ['/tag/bitcoin', 'CollectionPage', 'BreadcrumbList'],
    ['/author/tomasz-brzeg', 'ProfilePage', 'BreadcrumbList'],
  ] as const) {
    expect([path, typesOf(await graphOf(path))]).toEqual([path, types])
  }
  const author = nodeOf(await graphOf('/author/tomasz-brzeg'), 'ProfilePage')
  expect(author?.mainEntity).toMatchObject({
    name: 'Tomasz Brzeg',
    url: 'https://akademia.szpalta.test/author/tomasz-brzeg',
  })
  expect(author?.mainEntity.description).toBeTruthy()
  const list = nodeOf(await graphOf('/kategoria/edukacja'), 'CollectionPage')
  expect(list?.mainEntity?.itemListElement.length).toBeGreaterThan(3)
})

test('the breadcrumb of an article contains its category', async () => {
  const way = nodeOf(await graphOf('/2026/11/multisig-dwa-z-trzech'), 'BreadcrumbList')
  expect(way?.itemListElement.map(({ name, item }) => [name.replaceAll('\u00a0', ' '), item])).toEqual([
    ['Akademia krypto', 'https://akademia.szpalta.test/'],
    ['Bezpieczeństwo', 'https://akademia.szpalta.test/kategoria/bezpieczenstwo'],
    [
      'Dwa klucze z trzech. Kopia, która przetrwa właściciela',
      'https://akademia.szpalta.test/2026/11/multisig-dwa-z-trzech',
    ],
  ])
})

test('the images of an article are there, in its own shape and in the three that Google recommends', async () => {
  const article = nodeOf(await graphOf('/2026/11/multisig-dwa-z-trzech'), 'NewsArticle')
  expect(article?.image).toHaveLength(4)
  for (const url of article?.image ?? []) {
    const { pathname, search } = new URL(url)
    const response = await portal.get(pathname + search)
    expect([url, response.status, response.headers['content-type']]).toEqual([url, 200, 'image/webp'])
  }
})

test('videos are described when an article has some', async () => {
  const paths = await articlesOf('akademia.localhost')
  const graphs = await Promise.all(paths.map((path) => graphOf(path)))
  const videos = graphs.flatMap((document) => document['@graph'].filter((node) => node['@type'] === 'VideoObject'))
  expect(videos.length).toBeGreaterThan(0)
})

test('search pages and missing pages describe nothing (HEAD-27)', async () => {
  for (const path of ['/search', '/search?s=klucz', '/nie-ma-takiej-strony']) {
    expect(await htmlOf(path)).not.toContain('ld+json')
  }
})

test('AMP has exactly the same (HEAD-25)', async () => {
  for (const service of SERVICES.filter((name) => name !== 'plus')) {
    const host = `${service}.localhost`
    for (const path of await articlesOf(host)) {
      const amp = await htmlOf(`/wp-json/amp/v2/post${path.replace(/\.html$/, '')}`, host)
      expect([path, scriptIn(amp)]).toEqual([path, scriptIn(await htmlOf(path, host))])
    }
  }
})

describe('data of the CMS', () => {
  const pageWith = async (fields: object): Promise<string> => {
    const settings = { count: 1, perPage: 10, newest: Date.UTC(2026, 0, 1), hoursBetween: 1, articleOf: () => fields }
    const hub = await startHub(undefined, largeArchive(settings))
    const own = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url })
    const { text } = await own.get('/2026/01/artykul-0')
    await own.close()
    await hub.close()
    return text
  }

  test('a title that would end the script, or is no text, stays in its string (HEAD-27)', async () => {
    const evil = `</script><script>hacked()</script> \u2028 \u2029 <!-- ${HOSTILE[0]}`
    const html = await pageWith({
      title: evil,
      nrm_multi_authors: [{ author: { name: evil, relative_link: '/author/x' } }],
    })
    const script = scriptIn(html)
    expect(script).not.toMatch(/[<\u2028\u2029]/)
    const document = graph.parse(JSON.parse(script))
    expect(nodeOf(document, 'NewsArticle')?.headline.replaceAll('\u00a0', ' ')).toContain(
      '</script><script>hacked()</script>',
    )
  })

  test('its own JSON-LD is used when it is schema.org; else the portal writes its own (HEAD-25)', async () => {
    const schema = { '@context': 'https://schema.org', '@type': 'Recipe', name: 'Żurek </script>' }
    const [own, ways] = JSON.parse(scriptIn(await pageWith({ schema }))) as [unknown, { '@graph': object[] }]
    expect(own).toEqual(schema)
    expect(ways['@graph']).toEqual([expect.objectContaining({ '@type': 'BreadcrumbList' })])
    for (const broken of [
      { '@type': 'Recipe' },
      { '@context': 'https://zly.example', '@type': 'X' },
      'text',
      [],
      [1],
    ]) {
      expect(typesOf(graph.parse(JSON.parse(scriptIn(await pageWith({ schema: broken })))))).toContain('NewsArticle')
    }
  })
})

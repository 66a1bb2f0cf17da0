import { JSDOM } from 'jsdom'
import { articlePath } from '../../src/content/links.ts'
import { buildCatalogue } from '../../src/sources/embedded/catalogue.ts'
import { createFolder } from '../../src/sources/embedded/folder.ts'
import '../support/amp-validator.ts'
import { articleText } from '../support/article-text.ts'
import { createServices, SERVICE_NAMES } from '../support/customer-site.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'

const services = createServices()
const { files } = await createFolder(`${ROOT}/newsroom`).read()
const catalogue = await buildCatalogue(files, SERVICE_NAMES, undefined, () => {})
const articles = SERVICE_NAMES.flatMap((name) =>
  (catalogue.services.get(name)?.articles ?? []).map(({ path }) => ({
    host: `${name}.localhost`,
    path,
    page: articlePath(path, services[name]),
    hasAmp: services[name].hasAmp,
  })),
)
const withAmp = articles.filter(({ hasAmp }) => hasAmp)

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const amp = (path: string, host: string) => portal.get(`/wp-json/amp/v2/post${path}`, { host })

describe('the matcher', () => {
  const page = (body: string, head = '') =>
    portal
      .get(`/wp-json/amp/v2/post${withAmp[0]?.path}`, { host: withAmp[0]?.host ?? '' })
      .then(({ text }) => text.replace('</head>', `${head}</head>`).replace('<main>', `<main>${body}`))

  test('accepts valid AMP', async () => {
    await expect(await page('<p>Akapit</p>')).toBeValidAmp()
  })

  test.each([
    ['a script', '<script>1</script>', ''],
    ['an event handler', '<p onclick="x()">x</p>', ''],
    ['an image element without a size', '<amp-img src="a.jpg"></amp-img>', ''],
    [
      'an unused extension',
      '',
      '<script async custom-element="amp-youtube" src="https://cdn.ampproject.org/v0/amp-youtube-0.1.js"></script>',
    ],
    [
      'a tweet id that is not a number',
      '<amp-twitter width="1" height="1" layout="responsive" data-tweetid="x"></amp-twitter>',
      '<script async custom-element="amp-twitter" src="https://cdn.ampproject.org/v0/amp-twitter-0.1.js"></script>',
    ],
    ['a second sidebar', '<amp-sidebar layout="nodisplay"></amp-sidebar>', ''],
    ['a link to an AMP page of its own', '', '<link rel="amphtml" href="https://a.example/">'],
  ])('rejects %s', async (_name, body, head) => {
    await expect(await page(body, head)).not.toBeValidAmp()
  })
})

test('every article of the newsroom is valid AMP, without a warning', async () => {
  let valid = 0
  for (const { path, host } of withAmp) {
    const { status, text } = await amp(path, host)
    expect([path, status]).toEqual([path, 200])
    await expect(text).toBeValidAmp()
    valid += 1
  }
  console.info(`valid AMP: ${valid} of ${withAmp.length} newsroom articles`)
  expect(valid).toBeGreaterThanOrEqual(60)
}, 240_000)

test('the text of an AMP document is the text of its page (AMP-2)', async () => {
  for (const { path, page, host } of withAmp) {
    const [ampResponse, pageResponse] = [await amp(path, host), await portal.get(page, { host })]
    expect([path, articleText(ampResponse.text)]).toEqual([path, articleText(pageResponse.text)])
  }
}, 240_000)

test('head and JSON-LD are those of the page, which names the AMP document (AMP-1, HEAD-11)', async () => {
  const { path, page, host } = withAmp[0] as (typeof withAmp)[number]
  const ampDocument = new JSDOM((await amp(path, host)).text).window.document
  const pageDocument = new JSDOM((await portal.get(page, { host })).text).window.document
  const tags = (document: Document) =>
    [
      ...document.querySelectorAll(
        'head > title, head > meta[property], head > meta[name=description], head > link[rel=canonical]',
      ),
    ]
      .map((element) => element.outerHTML.replace(/\s*\/?>/g, '>'))
      .sort()
  const jsonLd = (document: Document) => document.querySelector('script[type="application/ld+json"]')?.textContent
  expect(tags(ampDocument)).toEqual(tags(pageDocument))
  expect(jsonLd(ampDocument)).toBe(jsonLd(pageDocument))
  expect(pageDocument.querySelector('link[rel=amphtml]')?.getAttribute('href')).toMatch(
    new RegExp(`/wp-json/amp/v2/post${path}$`),
  )
})

describe('paths', () => {
  const first = withAmp.find(({ host }) => host === 'post.localhost') as (typeof withAmp)[number]

  test('/amp{path} and forms that are not canonical redirect permanently (AMP-1)', async () => {
    for (const from of [
      `/amp${first.path}`,
      `/amp${first.path}.html`,
      `/wp-json/amp/v2/post${first.path}.html`,
      `/wp-json/amp/v2/post${first.path}/`,
    ]) {
      const { status, headers } = await portal.get(from, { host: first.host })
      expect([from, status, headers.location]).toEqual([from, 301, `/wp-json/amp/v2/post${first.path}`])
    }
  })

  test('an article without AMP redirects to its page, which names no AMP document (AMP-3)', async () => {
    const plus = articles.find(({ hasAmp }) => !hasAmp) as (typeof articles)[number]
    const { status, headers } = await amp(plus.path, plus.host)
    expect([status, headers.location]).toEqual([301, plus.page])
    expect((await portal.get(plus.page, { host: plus.host })).text).not.toContain('amphtml')
  })

  test('a missing article is 404', async () => {
    expect((await amp('/2026/01/nie-ma', 'post.localhost')).status).toBe(404)
  })
})

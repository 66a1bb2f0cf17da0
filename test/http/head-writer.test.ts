import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { cloneElement, isValidElement, type ReactNode } from 'react'
import { Helmet } from 'react-helmet-async'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'

/**
 * Which tags of the head come from helmet (docs/decisions/028). Helmet leaves no trace of its own on React 19: the test
 * marks each element that helmet renders, so a tag without a mark comes from other code.
 */
const MARK = 'data-by-helmet'

interface Renderer {
  render(): ReactNode
}

function markWhatHelmetRenders(): () => void {
  const { type } = new Helmet({}).render()
  if (typeof type === 'string') throw new Error('helmet renders no component')
  const prototype: Renderer = type.prototype
  const render = prototype.render
  prototype.render = function marked(this: Renderer) {
    return withMarks(render.call(this))
  }
  return () => {
    prototype.render = render
  }
}

/** Marks the elements, not the fragment around them. */
function withMarks(node: ReactNode): ReactNode {
  if (Array.isArray(node)) return node.map(withMarks)
  if (!isValidElement<{ children?: ReactNode }>(node)) return node
  if (typeof node.type === 'string') return cloneElement(node, { [MARK]: '' } as object)
  const { children } = node.props
  return cloneElement(node, {}, ...(Array.isArray(children) ? children.map(withMarks) : [withMarks(children)]))
}

const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
const ARTICLE = '/2026/03/jak-dziala-podpis-cyfrowy'
const BROKEN = '/2026/03/trzy-pytania-o-portfel'
const PAGES = [
  ['home', '/', 200],
  ['article', ARTICLE, 200],
  ['category', '/kategoria/bezpieczenstwo', 200],
  ['second page of a category', '/kategoria/bezpieczenstwo/page/2', 200],
  ['tag', '/tag/klucze-prywatne', 200],
  ['author', '/author/anna-przykladowa', 200],
  ['search with results', '/search?s=klucz', 200],
  ['search without any', '/search?s=nicnienaleziono', 200],
  ['empty search', '/search', 200],
  ['404', '/2026/01/nie-ma-takiej', 404],
  ['503', BROKEN, 503],
  ['offline page', '/offline', 200],
] as const

let hub: HubServer
let portal: TestPortal
let stopMarking: () => void

beforeAll(async () => {
  stopMarking = markWhatHelmetRenders()
  hub = await startHub(FIXTURES)
  hub.misbehave(`/wp-json/bb/v2/post${BROKEN}`, { status: 500 })
  portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, GA_MEASUREMENT_ID: 'G-TEST' })
})

afterAll(async () => {
  stopMarking()
  await portal.close()
  await hub.close()
})

async function headAt(path: string, status: number, host = 'akademia.localhost'): Promise<Element[]> {
  const response = await portal.get(path, { host })
  expect(response.status).toBe(status)
  return [...new JSDOM(response.text).window.document.head.children]
}

describe.each(['akademia.localhost', 'post.localhost'])('%s', (host) => {
  // The main portal has no fixtures of its own: its switchable theme shows on pages that need none.
  const pages = host.startsWith('post')
    ? PAGES.filter(([kind]) => kind === 'empty search' || kind === 'offline page')
    : PAGES

  test.each(pages)('PLAT-2: every tag in the head of the %s comes from helmet', async (_kind, path, status) => {
    const head = await headAt(path, status, host)
    // The offline page has the fewest.
    expect(head.length).toBeGreaterThanOrEqual(10)
    expect(head.filter((element) => !element.hasAttribute(MARK)).map(({ outerHTML }) => outerHTML)).toEqual([])
  })

  test.each(pages)('HEAD-15: no tag occurs twice in the %s', async (_kind, path, status) => {
    const names = (await headAt(path, status, host)).map(nameOf)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    for (const once of ['title', 'meta charset', 'meta viewport', 'meta robots']) expect(names).toContain(once)
  })
})

/** Identifies tags of which a page may have only one. */
function nameOf(element: Element): string {
  const of = (attribute: string) => element.getAttribute(attribute)
  switch (element.localName) {
    case 'meta':
      return `meta ${of('charset') === null ? (of('name') ?? of('property') ?? of('http-equiv')) : 'charset'} ${of('media') ?? ''}`.trim()
    case 'link':
      return ['canonical', 'amphtml', 'prev', 'next', 'manifest'].includes(of('rel') ?? '')
        ? `link ${of('rel')}`
        : `link ${of('rel')} ${of('href') ?? of('imagesrcset')}`
    case 'script':
      return `script ${of('type') ?? element.textContent}`
    default:
      return element.localName
  }
}

test('the check works: the body, which React renders without helmet, has no mark', async () => {
  const [first] = await headAt('/', 200)
  expect(first?.outerHTML).toContain(MARK)
  const body = new JSDOM((await portal.get(ARTICLE, { host: 'akademia.localhost' })).text).window.document.body
  expect(body.querySelectorAll(`[${MARK}]`)).toHaveLength(0)
  // Style sheets of features stand in front of what needs them.
  const ofHead = 'link:not([rel="stylesheet"][href^="/assets/feature-"]), meta, title, base, style'
  expect(body.querySelectorAll(ofHead)).toHaveLength(0)
})

test('the image at the top of a page is preloaded, at the size that it has there (PERF-4)', async () => {
  const sizes: string[] = []
  for (const path of ['/', ARTICLE, '/kategoria/bezpieczenstwo', '/search?s=podpis']) {
    const { document } = new JSDOM((await portal.get(path, { host: 'akademia.localhost' })).text).window
    const [image] = document.querySelectorAll('main img[fetchpriority=high]')
    const preloads = [...document.querySelectorAll('link[rel=preload][as=image]')]
    // A narrow screen may have a crop of its own.
    const shown = image ? [...(image.closest('picture')?.querySelectorAll('source') ?? []), image] : []
    expect([path, preloads.map((link) => [link.getAttribute('imagesrcset'), link.getAttribute('imagesizes')])]).toEqual(
      [path, shown.map((one) => [one.getAttribute('srcset'), one.getAttribute('sizes')])],
    )
    const medias = preloads.map((link) => link.getAttribute('media'))
    expect(medias).toEqual(
      shown.length === 2
        ? [shown[0]?.getAttribute('media'), `not all and ${shown[0]?.getAttribute('media')}`]
        : shown.map(() => null),
    )
    if (image) sizes.push(image.getAttribute('sizes') ?? '')
  }
  expect(new Set(sizes).size).toBe(3)
})

test('without scripts a 404 redirects by a meta tag of helmet, escaped', async () => {
  hub.misbehave('/wp-json/bb/v2/post/2026/01/przeniesiony', {
    body: JSON.stringify({ errors: { statusCode: 404, redirectLink: '/2026/03/x?a=1&b="><script>' } }),
  })
  const head = await headAt('/2026/01/przeniesiony', 404)
  const noscript = head.find(({ localName }) => localName === 'noscript')
  expect(noscript?.querySelector('meta')?.getAttribute('content')).toBe(
    '4; url=https://akademia.szpalta.test/2026/03/x?a=1&b=%22%3E%3Cscript%3E',
  )
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { brokenImagesScript, fontsScript, moduleLoader, speculationRules } from '../../views/document/inline-scripts.ts'
import { readingScript, revisionScript } from '../../views/document/text-scale.ts'
import { themeScript } from '../../views/document/theme.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { HOSTILE } from '../support/fixtures/hostile.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'

/** Payloads per article: many, so that the run stays short, and few enough that each field gets its turn. */
const PER_ARTICLE = 12

const core = (name: string, innerHTML: string, attrs: object = {}) => ({
  blockName: `core/${name}`,
  attrs,
  innerHTML,
  innerBlocks: [],
})
const acf = (name: string, data: object) => ({
  blockName: `acf/${name}`,
  attrs: { data },
  innerHTML: '',
  innerBlocks: [],
})
const image = (evil: string) => ({ url: evil, alt: evil, width: evil, height: evil })

/** Every block, with the payload in each of its fields. */
function blocksWith(evil: string): object[] {
  const link = { link: evil, button_string: evil, shop: evil, price: evil, name: evil, description: evil, rating: evil }
  return [
    core('paragraph', `<p>${evil}</p>`, { align: evil, anchor: evil }),
    core('heading', `<h2 id="${evil}">${evil}</h2>`, { level: evil }),
    core('list', `<ul><li>${evil}</li></ul>`),
    core('quote', `<blockquote><p>${evil}</p><cite>${evil}</cite></blockquote>`),
    core(
      'table',
      `<figure><table><tr><td colspan="${evil}">${evil}</td></tr></table><figcaption>${evil}</figcaption></figure>`,
    ),
    core(
      'image',
      `<figure><a href="${evil}"><img src="${evil}" alt="${evil}" width="${evil}"></a><figcaption>${evil}</figcaption></figure>`,
    ),
    core('html', evil),
    core('cover', '', { url: evil, minHeight: evil, dimRatio: evil }),
    core('columns', '', {}),
    core('code', `<pre><code>${evil}</code></pre>`),
    core('spacer', '', { height: evil }),
    core('embed', `<figure><div>${evil}</div><figcaption>${evil}</figcaption></figure>`, {
      url: evil,
      providerNameSlug: evil,
    }),
    core('gallery', `<figure><ul><li><img src="${evil}"><figcaption>${evil}</figcaption></li></ul></figure>`),
    { blockName: null, attrs: [], innerHTML: evil, innerBlocks: [] },
    { blockName: `acf/${evil}`, attrs: [], innerHTML: evil, innerBlocks: [core('paragraph', evil)] },
    acf('separator', { size: evil, color: evil }),
    acf('chart', {
      title: evil,
      type: evil,
      unit: evil,
      source: evil,
      series: [
        { label: evil, value: 3 },
        { label: evil, value: evil },
      ],
    }),
    { ...acf('shade-content', { button_string: evil }), innerBlocks: [core('paragraph', `<p>${evil}</p>`)] },
    acf('giphy', { id_gifa: evil }),
    acf('gfycat', { link_iframe: evil }),
    acf('linkedin', { link_iframe: evil }),
    acf('soundcloud', { link: evil }),
    acf('photo-box', { image: image(evil), title: evil, description: evil, author: evil }),
    acf('newsletter', { header: evil, description: evil }),
    acf('code', { code: evil, language: evil, description: evil }),
    acf('code', { code: evil, language: 'html' }),
    acf('tradingview', { tradingView: { symbol: evil, interval: evil, height: evil } }),
    acf('sponsored-paragraph', {
      title: evil,
      content: evil,
      sponsorName: evil,
      linkToSponsorPage: evil,
      button_string: evil,
    }),
    acf('buybox', { header: evil, image: image(evil), offers: [link] }),
    acf('buybox-fast', { title: evil, ...link }),
    acf('offer-comparison', { header: evil, offers: [{ ...link, image: image(evil) }] }),
    acf('offer-table', { header: evil, columns: [evil], offers: [{ ...link, values: [evil] }] }),
    acf('watch-guide', { header: evil, link: evil }),
  ]
}

/** A card with the payload in every field except its own URL. */
function cardWith(evil: string, path: string): object {
  return {
    ID: path,
    title: evil,
    lead: evil,
    relative_link: path,
    permalink: evil,
    thumbnail_url: `https://cms.example/2026/03/${evil}.jpg`,
    thumbnail_alt: evil,
    nrm_image: image(evil),
    publication_date: '2026-03-03T10:00:00+01:00',
    nrm_date: evil,
    nrm_time: evil,
    nrm_author: { name: evil, relative_link: evil, avatar: evil },
    krypto_cat: [{ name: evil, slug: evil, relative_link: evil }],
    categories: [{ name: evil, slug: evil, relative_link: `/tag/${evil}` }],
    nrm_promo_post: evil,
    has_title_color: true,
    title_color: evil,
    service: { serviceMode: 'Ustaw', service_color: evil, service_name_title: evil },
  }
}

const groups = Array.from({ length: Math.ceil(HOSTILE.length / PER_ARTICLE) }, (_, index) =>
  HOSTILE.slice(index * PER_ARTICLE, (index + 1) * PER_ARTICLE),
)
const pathOf = (index: number) => `/2026/03/atak-${index}`

function responseOf(path: string): object | undefined {
  const article = /^\/wp-json\/bb\/v2\/post\/2026\/03\/atak-(\d+)$/.exec(path)
  const evils = groups[Number(article?.[1])]
  const first = evils?.[0] ?? ''
  if (article && evils) {
    return {
      ...cardWith(first, pathOf(Number(article[1]))),
      blocks: evils.flatMap(blocksWith),
      seo: {
        title: evils[1] ?? first,
        canonical: evils[2] ?? first,
        meta: [{ name: 'description', content: evils[3] ?? first }],
      },
      author: {
        name: first,
        description: first,
        email: first,
        socialMedia: { twitter: first, youtube: first },
        stats: { start_date: first },
      },
      next_posts_for_this_post: [...evils],
      schema: {
        '@context': 'https://schema.org',
        '@type': 'NewsArticle',
        headline: first,
        description: evils.join(' '),
      },
    }
  }
  const author = {
    name: first,
    description: HOSTILE[0],
    email: HOSTILE[1],
    avatar: HOSTILE[2],
    socialMedia: { twitter: 'javascript:hacked()' },
  }
  const cards = HOSTILE.map((evil, index) => cardWith(evil, `/2026/04/karta-${index}`))
  const block = (blockType: string, fields: object) => ({
    blockType,
    blockName: `acf/${blockType}`,
    attrs: [],
    innerHTML: '',
    innerBlocks: [],
    blockContent: { posts: cards.slice(0, 60), fields },
  })
  const evil = HOSTILE[HOSTILE.length - 1]
  if (path.includes('/taxonomy/') || path.includes('/author/')) {
    return {
      type: path.includes('/author/') ? 'author' : 'tag',
      name: HOSTILE[0],
      titleToHeader: HOSTILE[3],
      blocks: [],
      posts: cards,
      sumOfPosts: 500,
      postPerPage: 10,
      author,
    }
  }
  if (path.includes('/search/')) return { posts: cards }
  if (path.includes('/page/')) {
    const fields = {
      header: evil,
      link: evil,
      description: HOSTILE[0],
      name: evil,
      logo: image(evil ?? ''),
      links: HOSTILE.map((title) => ({ title, link: title })),
      height: evil,
      URLMain: evil,
    }
    return {
      ID: 1,
      page_slug: HOSTILE[0],
      title: HOSTILE[0],
      blocks: [
        'big-posts',
        'grid-posts',
        'section-title',
        'big-title',
        'partner',
        'szybkie-linki',
        'spacer',
        'yt-sw-chanel-box',
      ].map((type) => block(type, fields)),
    }
  }
  if (path.endsWith('/przekierowanie')) return { errors: { statusCode: 404, redirectLink: 'javascript:hacked()' } }
  return undefined
}

let hub: HubServer
let portal: TestPortal
let browser: TestBrowser
const foreign: string[] = []
const hacks: string[] = []

beforeAll(async () => {
  hub = await startHub(undefined, ({ path }) => {
    const json = responseOf(path)
    return json && { body: JSON.stringify(json) }
  })
  portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE: 'off' })
  browser = await startBrowser((url) => url.origin === portal.url, foreign)
  await browser.context.exposeFunction('hacked', () => hacks.push('called'))
})
afterAll(async () => {
  await browser.close()
  await portal.close()
  await hub.close()
})

/** Opens a page without its policy, so that only the sanitiser protects it, and touches everything. */
async function attack(path: string): Promise<void> {
  const page = await browser.context.newPage()
  page.on('dialog', (dialog) => {
    hacks.push(`dialog on ${path}`)
    void dialog.dismiss()
  })
  await page.route(
    (url) => url.pathname === new URL(path, portal.url).pathname,
    async (route) => {
      const response = await route.fetch()
      const { 'content-security-policy': _policy, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    },
  )
  await page.goto(portal.url + path, { waitUntil: 'load' })
  expect([path, await suspicious(page)]).toEqual([path, []])
  await page.waitForTimeout(30)
  expect([path, new URL(page.url()).origin]).toEqual([path, portal.url])
  expect([path, hacks]).toEqual([path, []])
  await page.close()
}

/** The only inline scripts of a page of the portal. */
const { boot } = JSON.parse(await readFile(join(ROOT, 'dist/assets.json'), 'utf8')) as { boot: string }
const INLINE_SCRIPTS = [
  brokenImagesScript,
  fontsScript,
  themeScript,
  speculationRules,
  readingScript,
  revisionScript,
  moduleLoader(boot),
]

/** Triggers everything that a reader could, and returns whatever could still run. */
function suspicious(page: Page): Promise<string[]> {
  return page.evaluate((inlineScripts) => {
    const problems: string[] = []
    const own = new Set(['/assets/'])
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const isCode = /^on/i.test(name) && !(element.tagName === 'BUTTON' && name === 'on')
        const isUrl = /^(?:href|src|action|formaction|data|poster|xlink:href|ping|background)$/i.test(name)
        if (isCode || (isUrl && /^(?:javascript|vbscript|data):/i.test(value.trim()))) {
          problems.push(`${element.tagName} ${name}=${value}`.slice(0, 120))
        }
      }
      const type = element.getAttribute('type') ?? ''
      const isProgram = element.tagName === 'SCRIPT' && !type.includes('json')
      const source = element.getAttribute('src') ?? ''
      const isKnown =
        [...own].some((path) => source.startsWith(path)) || source.startsWith('https://cdn.ampproject.org/')
      if (isProgram && !isKnown && !inlineScripts.includes(element.textContent ?? '')) {
        problems.push(`script ${source}${element.textContent ?? ''}`.slice(0, 120))
      }
    }
    for (const element of document.querySelectorAll('main *')) {
      for (const event of ['mouseover', 'pointerenter', 'focus', 'toggle', 'animationstart', 'wheel']) {
        element.dispatchEvent(new Event(event))
      }
      if (!element.closest('a[href^="/"], a[href^="http"], a[href^="mailto"], a[href^="tel"], button, form, summary')) {
        element.dispatchEvent(new MouseEvent('click', { bubbles: false }))
      }
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main a')) {
      if (!/^(?:https?|mailto|tel):$/.test(link.protocol)) link.click()
    }
    return problems
  }, INLINE_SCRIPTS)
}

test('there are at least 200 payloads', () => {
  expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(200)
})

test('no payload executes in any field of an article, on its page or in AMP (SEC-36)', async () => {
  for (const [index] of groups.entries()) {
    expect((await portal.get(pathOf(index))).status).toBe(200)
    await attack(pathOf(index))
    await attack(`/wp-json/amp/v2/post${pathOf(index)}`)
  }
  console.info(`hostile content: ${new Set(HOSTILE).size} payloads, ${groups.length * 2} documents, nothing executed`)
}, 240_000)

test('no payload executes on lists, search and the home page', async () => {
  for (const path of ['/', '/tag/x', '/kategoria/x', '/author/x', '/search?s=x', '/przekierowanie']) await attack(path)
})

test('no payload executes from the URL of a search', async () => {
  for (const evil of HOSTILE.filter((_, index) => index % 8 === 0))
    await attack(`/search?s=${encodeURIComponent(evil.toWellFormed())}`)
})

test('no page requested a script, a style or a frame from a foreign host', () => {
  expect(foreign.filter((url) => new URL(url).hostname.endsWith('zly.example'))).toEqual([])
})

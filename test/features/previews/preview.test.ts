import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOfLink } from '../../../src/features/previews/choice.ts'
import { signedLink } from '../../../src/system/signed-link.ts'
import { ampProblems } from '../../support/amp-validator.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'

const SECRET = 'sekret-podgladu-bizbloga'
const SISTER_SECRET = 'sekret-podgladu-akademii'
const SISTER = { host: 'akademia.example' }
const TITLE = 'Niejawny portfel'
const PATH = '/2026/03/szkic'

let folder: string
let portal: TestPortal

const now = () => Math.floor(Date.now() / 1000)
const link = (id = 'szkic', { secret = SECRET, lifetime = 3600 } = {}): string =>
  pathOfLink(signedLink(secret, id, now() + lifetime))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'previews-'))
  await mkdir(join(folder, 'bizblog/articles'), { recursive: true })
  await mkdir(join(folder, 'authors'))
  await writeFile(join(folder, 'authors/jan.yaml'), 'name: Jan\ndescription: Pisze.\nsince: 2024-01-02\n')
  await writeFile(join(folder, 'bizblog/terms.yaml'), 'categories: [{ slug: edukacja, name: Edukacja }]\ntags: []\n')
  await writeFile(join(folder, 'bizblog/home.html'), '---\nid: 5257367\nslug: strona-glowna\ntitle: Akademia\n---\n')
  const text = (title: string, more: string): string =>
    `---\ntitle: ${title}\nlead: Zajawka.\ndate: 2026-03-03T10:00\nauthor: jan\ncategory: edukacja\ntags: []\n${more}\n---\n<!-- wp:paragraph -->\n<p>Treść: ${title}.</p>\n<!-- /wp:paragraph -->\n`
  await writeFile(join(folder, 'bizblog/articles/szkic.html'), text(TITLE, 'draft: true'))
  await writeFile(join(folder, 'bizblog/articles/jawny.html'), text('Jawny', ''))
  portal = await startTestPortal({
    NEWSROOM_DIR: folder,
    PREVIEW_SECRET: SECRET,
    SERVICE: 'bizblog',
    PREVIEW_SECRET_AKADEMIA: SISTER_SECRET,
    CMS_ADMIN_URL_BIZBLOG: 'https://cms.example/wp-admin/',
    SERVICE_URL_AKADEMIA: 'http://akademia.example',
    SERVICE_URL_POST: 'http://post.example',
    GAM_NETWORK_CODE: '123456',
    GA_MEASUREMENT_ID: 'G-TEST',
    DISQUS_SHORTNAME: 'szpalta',
  })
})
afterAll(async () => {
  await portal?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a preview', () => {
  test('is the page that readers would get, with a bar, for those who have the link (PREVIEW-1)', async () => {
    const { status, text } = await portal.get(link())
    expect(status).toBe(200)
    expect(text).toContain(`<h1>${TITLE}</h1>`)
    expect(text).toContain('Podgląd szkicu — niewidoczny dla czytelników')
    expect(text).toContain('<meta name="robots" content="noindex')
  })

  test('leads to the form of its text in the CMS, in every output (PREVIEW-6)', async () => {
    const href = 'https://cms.example/wp-admin/post.php?post=szkic&amp;action=edit'
    for (const query of ['', '&output=amp', '&output=card', '&width=360']) {
      expect((await portal.get(link() + query)).text).toContain(`<a href="${href}" rel="noopener">Edytuj</a>`)
    }
  })

  test('is valid AMP, with the same bar', async () => {
    const { text } = await portal.get(`${link()}&output=amp`)
    expect(text).toContain('Podgląd szkicu — niewidoczny dla czytelników')
    expect(text).toContain(TITLE)
    expect(await ampProblems(text)).toEqual([])
  })

  test('shows cards in several shapes', async () => {
    const { text } = await portal.get(`${link()}&output=card`)
    for (const shape of ['lead', 'row', 'stack', 'text']) expect(text).toContain(`card card-${shape}`)
  })

  test.each(['', '&output=amp', '&output=card', '&width=360'])(
    'is stored nowhere, indexed by nobody, and sends no referrer: "%s" (PREVIEW-4)',
    async (query) => {
      const { status, headers } = await portal.get(link() + query)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      })
      expect(headers['surrogate-key']).toBeUndefined()
      expect(headers.etag).toBeUndefined()
    },
  )

  test('neither counts nor advertises, whatever is configured (PREVIEW-5)', async () => {
    const reader = await portal.get('/2026/03/jawny')
    expect(reader.text).toContain('G-TEST')
    for (const query of ['', '&output=amp', '&output=card']) {
      const { text, headers } = await portal.get(link() + query)
      expect(text).not.toMatch(/G-TEST|123456|szpalta\.disqus|amp-analytics|amp-ad/)
      // Frames of embedded content, which a click loads, may be Google's maps.
      const policy = String(headers['content-security-policy']).replace(/frame-src [^;]*/, '')
      if (query !== '&output=amp') expect(policy).not.toMatch(/google|disqus|doubleclick/)
    }
  })

  test('does not make its text public', async () => {
    await portal.get(link())
    expect((await portal.get(PATH)).status).toBe(404)
    expect((await portal.get(`/wp-json/amp/v2/post${PATH}`)).status).toBe(404)
    expect((await portal.get(`/fragment${PATH}`)).status).toBe(404)
    const lists = ['/', '/kategoria/edukacja', '/kategoria/najnowsze', '/author/jan', '/2026/03/jawny']
    const files = ['/api/feed/feed-gn', '/sitemap.xml', '/sitemap-articles-2026-03.xml', '/news-sitemap.xml']
    for (const path of [...lists, ...files, '/search?s=niejawny', '/search/niejawny/1']) {
      const { text } = await portal.get(path)
      expect([path, text.includes(TITLE), text.includes('/preview/')]).toEqual([path, false, false])
    }
  })

  test("leaves readers' pages as they were", async () => {
    await portal.get(`${link()}&theme=dark`)
    const { text } = await portal.get('/2026/03/jawny')
    expect(text).not.toMatch(/preview-bar|data-theme="dark"/)
    expect(text).toContain('localStorage')
  })
})

describe('the bar (PREVIEW-6)', () => {
  test('leads to the other outputs, widths and themes, and says which are shown', async () => {
    const { text } = await portal.get(`${link()}&theme=dark`)
    const links = [...text.matchAll(/<a href="([^"]*)" rel="nofollow"( aria-current="true")?>([^<]*)</g)]
    expect(links.map(([, , , name]) => name)).toEqual([
      'strona',
      'AMP',
      'karta',
      'pełna',
      '360 px',
      '768 px',
      '1280 px',
      'jak u czytelnika',
      'jasny',
      'ciemny',
    ])
    expect(links.flatMap(([, , current, name]) => (current ? [name] : []))).toEqual(['strona', 'pełna', 'ciemny'])
    for (const [, href = ''] of links) {
      const { status, headers } = await portal.get(href.replaceAll('&amp;', '&'))
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    }
  })

  test('frames the preview at a width, without a bar of its own', async () => {
    const outer = await portal.get(`${link()}&width=360&output=amp&theme=dark`)
    const [, src = ''] = /<iframe src="([^"]*)"/.exec(outer.text) ?? []
    expect(outer.text).toContain('width="360"')
    expect(outer.headers['content-security-policy']).toContain("frame-src 'self'")
    expect(outer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const inner = await portal.get(src.replaceAll('&amp;', '&'))
    expect(inner.text).toContain(TITLE)
    expect(inner.text).not.toContain('<aside class="preview-bar"')
    expect(inner.text).toContain('data-theme="dark"')
    expect(inner.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  })

  test('has its style allowed by the policy', async () => {
    const { createHash } = await import('node:crypto')
    for (const query of ['', '&width=768']) {
      const { text, headers } = await portal.get(link() + query)
      const [, style = ''] = /<style[^>]*>(\.preview-bar[^<]*)<\/style>/.exec(text) ?? []
      const hash = createHash('sha256').update(style).digest('base64')
      expect(style).not.toBe('')
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    }
  })

  test.each(['light', 'dark'])('fixes the theme: %s', async (theme) => {
    const { text } = await portal.get(`${link()}&theme=${theme}`)
    expect(text).toContain(`data-theme="${theme}"`)
    expect(text).not.toContain('localStorage.getItem')
  })
})

describe('a link (PREVIEW-2)', () => {
  const refused: Array<[string, () => string, Record<string, string>]> = [
    ['expired', () => link('szkic', { lifetime: -1 }), {}],
    ['valid for too long', () => link('szkic', { lifetime: 8 * 24 * 3600 }), {}],
    ['of another text', () => link('jawny').replace('jawny', 'szkic'), {}],
    ['of another service', () => link('szkic', { secret: SISTER_SECRET }), {}],
    ['on another service', () => link(), SISTER],
    ['truncated', () => link().slice(0, -1), {}],
    ['without a signature', () => '/preview/szkic', {}],
    ['with a repeated parameter', () => `${link()}&expires=${now() + 3600}`, {}],
    ['with unicode', () => link().replace(/.{64}$/, '%C4%85'.repeat(64)), {}],
    ['with a longer path', () => link().replace('szkic', 'szkic%2Fx'), {}],
  ]
  test.each(refused)('%s is 403, in the language of the site, and stored nowhere', async (_what, path, headers) => {
    const response = await portal.get(path(), headers)
    expect(response.status).toBe(403)
    expect(response.text).toContain('Ten podgląd jest niedostępny')
    expect(response.text).not.toContain(TITLE)
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  })

  test('to a text that does not exist is 404', async () => {
    const { status, headers } = await portal.get(link('nie-ma-takiego'))
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  })

  test('is 404 where no secret is set', async () => {
    const { status } = await portal.get(link(), { host: 'post.example' })
    expect(status).toBe(404)
  })

  test('works with HEAD, and with no other method', async () => {
    const head = await fetch(portal.url + link(), { method: 'HEAD' })
    const post = await fetch(portal.url + link(), { method: 'POST' })
    expect([head.status, post.status]).toEqual([200, 405])
  })

  test('is in no line of the log', () => {
    expect(portal.logs.length).toBeGreaterThan(0)
    expect(JSON.stringify(portal.logs)).not.toMatch(/[0-9a-f]{64}/)
  })
})

test('secrets are long, and differ from each other: settings are refused otherwise (PREVIEW-2)', async () => {
  await expect(startTestPortal({ PREVIEW_SECRET: 'krotki' })).rejects.toThrow('PREVIEW_SECRET must have at least 16')
  const same = { PREVIEW_SECRET: SECRET, PREVIEW_SECRET_BIZBLOG: SECRET, SERVICE: 'akademia' }
  await expect(startTestPortal(same)).rejects.toThrow('must differ from each other')
})

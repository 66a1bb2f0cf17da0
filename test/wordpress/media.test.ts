import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { promisify } from 'node:util'
import { z } from 'zod'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { ROOT } from '../support/root.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { type MediaHosts, OPENSSL, startMediaHosts } from './media-hosts.ts'
import { BUCKET, CDN, FOREIGN, LISTED, OLD_NAME, oldSite } from './old-site.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 200_000
const WALK_LIMIT_MS = 200_000
const NEW_NAME = 'cms.gazeta.example'
/** Enough of a site that its media prove something. */
const FEWEST_LINKS = 150
const FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|pdf|mp3|mp4|mov|m4v|ogg|zip)(?:\.webp)?(?:$|\?)/i

const post = z.object({ link: z.string() })

interface MediaLink {
  page: string
  kind: string
  url: string
}

interface Outcome extends MediaLink {
  status: number
  type: string
  isPlaceholder: boolean
}

/** Every image, source, player and link to a file in a document. */
function mediaLinksIn(page: string, html: string): MediaLink[] {
  const links: MediaLink[] = []
  for (const [, tag = '', attributes = ''] of html.matchAll(
    /<(img|amp-img|source|audio|video|a|amp-video|amp-audio)\b([^>]*)>/gi,
  )) {
    const textOf = (name: string): string =>
      (new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(attributes)?.[1] ?? '').replaceAll('&amp;', '&')
    const add = (kind: string, url: string): void => {
      if (url !== '' && !url.startsWith('data:')) links.push({ page, kind, url })
    }
    if (tag.toLowerCase() === 'a') {
      if (FILE.test(textOf('href'))) add('a', textOf('href'))
      continue
    }
    add(`${tag} src`, textOf('src'))
    add(`${tag} poster`, textOf('poster'))
    for (const candidate of textOf('srcset').split(', ')) add(`${tag} srcset`, candidate.trim().split(' ')[0] ?? '')
  }
  return links
}

async function walked(portal: TestPortal, wordpress: WordPress, hosts: MediaHosts, origin: string) {
  const fields = '_fields=link&status=publish'
  const all = [...(await wordpress.rest.all(`/posts?${fields}`)), ...(await wordpress.rest.all(`/pages?${fields}`))]
  const paths = all.map((one) => new URL(post.parse(one).link).pathname.replace(/\/$/, ''))
  const links: MediaLink[] = []
  for (const path of ['/', '/kategoria/najnowsze', ...paths]) {
    for (const page of [path, ...(/^\/\d{4}\//.test(path) ? [`/wp-json/amp/v2/post${path}`] : [])]) {
      const { status, text } = await portal.get(page)
      expect([page, status]).toEqual([page, 200])
      links.push(...mediaLinksIn(page, text))
    }
  }
  const known = new Map<string, Omit<Outcome, keyof MediaLink>>()
  const outcomes: Outcome[] = []
  for (const link of links) {
    const url = new URL(link.url, origin)
    const outcome = known.get(url.href) ?? (await outcomeOf(url))
    known.set(url.href, outcome)
    outcomes.push({ ...link, ...outcome })
  }
  return outcomes

  /** A reader's request: the portal's own names, a WordPress of another name, or some other host. */
  async function outcomeOf(url: URL): Promise<Omit<Outcome, keyof MediaLink>> {
    const isPortal = url.origin === origin
    const isWordPress = !isPortal && [OLD_NAME, NEW_NAME].includes(url.hostname)
    const port = isPortal ? portal.port : isWordPress ? Number(new URL(wordpress.url).port) : hosts.port
    return new Promise((resolve, reject) => {
      const headers = { host: url.host, accept: 'image/webp,*/*' }
      const call = request(
        { host: '127.0.0.1', port, path: url.pathname + url.search, headers, agent: false },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const type = response.headers['content-type'] ?? ''
            const isPlaceholder = type === 'image/svg+xml' && Buffer.concat(chunks).includes('#e4e4e7')
            resolve({ status: response.statusCode ?? 0, type, isPlaceholder })
          })
        },
      )
      call.on('error', reject)
      call.end()
    })
  }
}

const describeWithAll = OPENSSL === undefined ? describe.skip : describeWithWordPress

describeWithAll.each([
  { when: 'before the move', home: `https://${OLD_NAME}`, origin: 'https://nowa.gazeta.example' },
  { when: 'after the move', home: `https://${NEW_NAME}`, origin: `https://${OLD_NAME}` },
])('the media of ten years, $when of host names', ({ when, home, origin }) => {
  let wordpress: WordPress
  let hosts: MediaHosts
  let portals: TestPortal[]

  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', await oldSite(), home)
    hosts = await startMediaHosts(LISTED, ['127.0.0.1'])
    const settings = {
      CONTENT: 'wordpress',
      CMS_URL: wordpress.url,
      CMS_POLL_SECONDS: '0',
      SERVICE_URL_AKADEMIA: origin,
      MEDIA_HOSTS: LISTED.join(','),
    }
    const editor = { CMS_USER: wordpress.user, CMS_KEY: wordpress.password }
    portals = [
      await startTestPortal(settings, {}, undefined, hosts.network),
      await startTestPortal({ ...settings, ...editor }, {}, undefined, hosts.network),
    ]
  }, START_LIMIT_MS)
  afterAll(async () => {
    for (const portal of portals ?? []) await portal.close()
    hosts?.close()
    await wordpress?.close()
  })

  test.each([
    ['without credentials', 0],
    ['with an editor’s', 1],
  ])(
    'every link to media in every page and AMP document %s is 200 or a placeholder (IMG-16 to IMG-22)',
    async (credentials, index) => {
      const portal = portals[index]
      if (!portal) throw new Error('no portal')
      const outcomes = await walked(portal, wordpress, hosts, origin)
      const broken = outcomes.filter(({ status }) => status !== 200)
      const placeholders = outcomes.filter(({ isPlaceholder }) => isPlaceholder)
      const own = outcomes.filter(({ url }) => new URL(url, origin).pathname.startsWith('/media/'))
      process.stdout.write(
        `media links ${when}, ${credentials}: ${outcomes.length - broken.length} of ${outcomes.length}, ${placeholders.length} placeholders, ${own.length} resized\n`,
      )
      expect(outcomes.length).toBeGreaterThan(FEWEST_LINKS)
      expect(broken).toEqual([])
      // The three broken ones of the fixture, in page and AMP: no other image is one.
      const names = placeholders.map(({ url }) => /zaginiony|uszkodzony|brak/.exec(url)?.[0] ?? url)
      expect(new Set(names)).toEqual(new Set(['zaginiony', 'uszkodzony', 'brak']))
      const foreign = outcomes.filter(({ url }) => new URL(url, origin).hostname === FOREIGN)
      expect(foreign.map(({ kind }) => kind)).not.toContain('img srcset')
      expect(foreign.length).toBeGreaterThan(0)
      expect(outcomes.some(({ type }) => type === 'image/webp')).toBe(true)
    },
    WALK_LIMIT_MS,
  )

  test('a video and a document of the uploads pass, by parts and by conditions (IMG-22)', async () => {
    const [portal] = portals
    if (!portal) throw new Error('no portal')
    const { text } = await portal.get('/2012/03/stary-wpis-2')
    const links = mediaLinksIn('', text).map(({ url }) => url)
    const video = links.find((url) => url.endsWith('.mp4')) ?? ''
    expect(video).toMatch(/^\/wp-content\/uploads\//)
    const part = await portal.get(video, { range: 'bytes=100-199' })
    expect([part.status, part.text.length]).toEqual([206, 100])
    expect(part.headers['content-range']).toMatch(/^bytes 100-199\/\d+$/)
    expect((await portal.get(video, { range: 'bytes=99999999-' })).status).toBe(416)
    const report = links.find((url) => url.endsWith('.pdf')) ?? ''
    const document = await portal.get(report)
    expect([document.status, document.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(document.headers['x-content-type-options']).toBe('nosniff')
  })

  test(
    'the doctor samples old, middle and new articles, and names hosts that are not listed (IMG-25)',
    async () => {
      const env = { PATH: process.env.PATH, CONTENT: 'wordpress', CMS_URL: wordpress.url, MEDIA_HOSTS: CDN }
      const { stdout } = await promisify(execFile)('node', ['dist/doctor.js'], { cwd: ROOT, env }).catch(
        (error: { stdout: string }) => error,
      )
      expect(stdout).toMatch(/\d+ of the oldest, middle and newest articles: \d+ images come through the portal/)
      const named = /Images on ([^\n]*) keep their URLs/.exec(stdout)?.[1]?.split(', ') ?? []
      // Which articles are in the sample depends on whether the theme unit test is there.
      const isUnlisted = (host: string): boolean => [BUCKET, FOREIGN, ...LISTED].includes(host) && host !== CDN
      expect(named.filter(isUnlisted)).not.toEqual([])
      expect(named).not.toContain(CDN)
      expect(stdout).toContain('List hosts of the publisher’s own in MEDIA_HOSTS')
    },
    WALK_LIMIT_MS,
  )

  test('nothing of it makes the portal log an error', () => {
    expect(portals.flatMap((portal) => portal.errors())).toEqual([])
  })
})

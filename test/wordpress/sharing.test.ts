import pLimit from 'p-limit'
import sharp from 'sharp'
import { z } from 'zod'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { createSharingWalk } from '../support/sharing.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { fullContent } from './content.ts'
import type { Rest } from './rest.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

/** Every page of a real WordPress with the theme unit test, as other sites see it (HEAD-28 to HEAD-31). */

const START_LIMIT_MS = 150_000
const WALK_LIMIT_MS = 200_000
const AT_ONCE = 4
/** Lists of a kind that are looked at: the same code makes all of them. */
const LISTS = 8

const linked = z.object({ link: z.string() })
const uploaded = z.object({ source_url: z.string() })
const named = z.object({ slug: z.string(), count: z.number().optional() })

let wordpress: WordPress

const start = (variables: Record<string, string> = {}): Promise<TestPortal> =>
  startTestPortal({ CONTENT: 'wordpress', CMS_URL: wordpress.url, CMS_POLL_SECONDS: '0', ...variables })

async function allPaths(): Promise<{ posts: string[]; lists: string[] }> {
  const query = '_fields=link&status=publish'
  const posts = [...(await wordpress.rest.all(`/posts?${query}`)), ...(await wordpress.rest.all(`/pages?${query}`))]
  const lists: string[] = []
  for (const [route, folder] of [
    ['/categories', 'kategoria'],
    ['/tags', 'tag'],
    ['/users', 'author'],
  ] as const) {
    const all = await wordpress.rest.all(`${route}?_fields=slug,count`)
    for (const one of all.slice(0, LISTS)) lists.push(`/${folder}/${named.parse(one).slug}`)
  }
  return { posts: posts.map((one) => new URL(linked.parse(one).link).pathname.replace(/\/$/, '')), lists }
}

describeWithWordPress('sharing the pages of a WordPress', () => {
  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', await fullContent())
  }, START_LIMIT_MS)
  afterAll(() => wordpress?.close())

  test.each(['with credentials', 'without credentials'])(
    '%s every page has a large image, every article three crops',
    async (form) => {
      const hasKey = form === 'with credentials'
      const portal = await start(hasKey ? { CMS_USER: wordpress.user, CMS_KEY: wordpress.password } : {})
      const walk = createSharingWalk(portal.url)
      const { posts, lists: known } = await allPaths()
      // Lists are the same for both.
      const lists = hasKey ? known : []
      const amp = hasKey ? posts.map((path) => `/wp-json/amp/v2/post${path}`) : []
      const others = ['/', '/kategoria/najnowsze', '/search', '/search?s=klucz', '/nie-ma']
      const limit = pLimit(AT_ONCE)
      await Promise.all(
        [...others, ...posts, ...amp, ...lists].map((path) =>
          limit(async () => {
            const { text, status } = await portal.get(path)
            if (status === 200 || path === '/nie-ma') await walk.look(path, text)
          }),
        ),
      )
      await portal.close()
      process.stdout.write(`sharing, WordPress ${form}: ${JSON.stringify(walk.counts)}\n`)
      expect(walk.problems).toEqual([])
      expect(walk.counts.pages).toBeGreaterThan(posts.length)
    },
    WALK_LIMIT_MS,
  )
})

describeWithWordPress('the image of an article for sharing', () => {
  let portal: TestPortal
  let own: WordPress

  const photo = (width: number, height: number): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background: '#3a6ea5' } })
      .jpeg()
      .toBuffer()

  async function load(rest: Rest): Promise<void> {
    const upload = async (name: string, width: number, height: number): Promise<{ id: number; url: string }> => {
      const id = await rest.upload(`${name}.jpg`, 'image/jpeg', await photo(width, height))
      return { id, url: new URL(uploaded.parse(await rest.get(`/media/${id}`)).source_url).pathname }
    }
    const [large, small, tall, wide] = [
      await upload('duze', 2400, 1600),
      await upload('male', 800, 600),
      await upload('wysokie', 1500, 4200),
      await upload('w-tekscie', 1600, 900),
    ]
    const post = (slug: string, fields: object): Promise<number> =>
      rest.make('/posts', {
        title: slug,
        slug,
        status: 'publish',
        date: '2026-03-01T10:00:00',
        content: 'x',
        ...fields,
      })
    const image = `<img class="wp-image-${wide.id}" src="${wide.url}" alt="Widok" width="1600" height="900"/>`
    await post('duze', { featured_media: large.id })
    await post('male', { featured_media: small.id })
    await post('wysokie', { featured_media: tall.id })
    await post('w-bloku', {
      featured_media: small.id,
      content: `<!-- wp:image {"id":${wide.id}} --><figure class="wp-block-image">${image}</figure><!-- /wp:image -->`,
    })
    await post('stary', { content: `Akapit.\n\n${image}\n\nKoniec.` })
    await post('obcy', { content: '<p><img src="https://obce.example/a.jpg" alt="" width="2000" height="900"></p>' })
  }

  beforeAll(async () => {
    own = await startWordPress(WORDPRESS ?? '', { key: 'sharing-2', load })
    portal = await startTestPortal({ CONTENT: 'wordpress', CMS_URL: own.url, CMS_POLL_SECONDS: '0' })
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.close()
    await own?.close()
  })

  test.each([
    // 1200 wide at most, in its own proportions.
    { slug: 'duze', image: /\/media\/wordpress\/\w+\/.*duze.*\.webp$/, size: [1200, 800] },
    // So high that it would be served narrower than 1200.
    { slug: 'wysokie', image: /\/assets\/share-akademia-/, size: [1200, 630] },
    { slug: 'w-bloku', image: /w-tekscie.*\.webp$/, size: [1200, 675] },
    { slug: 'stary', image: /w-tekscie.*\.webp$/, size: [1200, 675] },
    { slug: 'male', image: /\/assets\/share-akademia-/, size: [1200, 630] },
    { slug: 'obcy', image: /\/assets\/share-akademia-/, size: [1200, 630] },
  ])('$slug', async ({ slug, image, size }) => {
    const path = new URL(z.array(linked).parse(await own.rest.all(`/posts?slug=${slug}&_fields=link`))[0]?.link ?? '')
      .pathname
    const { text } = await portal.get(path.replace(/\/$/, ''))
    const meta = (name: string): string => new RegExp(`property="${name}" content="([^"]*)"`).exec(text)?.[1] ?? ''
    expect(meta('og:image')).toMatch(image)
    expect([Number(meta('og:image:width')), Number(meta('og:image:height'))]).toEqual(size)
    const walk = createSharingWalk(portal.url)
    await walk.look(path, text)
    expect(walk.problems).toEqual([])
  })
})

import type { HomeBlock } from '../../../src/content/home-block.ts'
import { CARD_BLOCK_TYPES } from '../../../src/content/home-block.ts'
import { normaliseHome } from '../../../src/content/normalise/home.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { SERVICE_NAMES } from '../../support/customer-site.ts'
import { CALL, CDN, CMS, listening, paragraph, services, wireBlock, wireCard } from '../world.ts'

/** A home block as the hub sends it: settings and cards are in `blockContent`. */
function homeBlock(type: string, fields: unknown = [], posts: unknown = []): Record<string, unknown> {
  return wireBlock({ blockType: type, blockName: `acf/${type}`, blockContent: { fields, posts } })
}

function read(...blocks: unknown[]) {
  const { context, problems } = listening()
  return { blocks: atOnce(normaliseHome(blocks, context)), problems }
}

function readOne(type: string, fields: unknown, posts: unknown = []): HomeBlock[] {
  return read(homeBlock(type, fields, posts)).blocks
}

describe('blocks with cards', () => {
  test('are ten (HOME-2)', () => {
    expect([...CARD_BLOCK_TYPES].sort()).toEqual(
      [
        ...['big-posts', 'grid-posts', 'hot-posts', 'large-posts', 'list-posts'],
        ...['polecane', 'postsrow', 'premium-posts', 'scroll-posts', 'special-posts'],
      ].sort(),
    )
  })

  test.each(CARD_BLOCK_TYPES)('of type %s have cards, a header and a link (HOME-2)', (type) => {
    const { blocks } = read(homeBlock(type, { header: 'Gorące &amp; nowe', link: '/kategoria/edukacja' }, [wireCard()]))
    expect(blocks).toMatchObject([
      { type, header: 'Gorące & nowe', link: { href: '/kategoria/edukacja' }, cards: [{ title: 'Tytuł' }] },
    ])
  })

  test('require neither header nor link', () => {
    const [block] = read(homeBlock('big-posts', [], [wireCard()])).blocks
    expect(block).toEqual({ type: expect.any(String), cards: expect.any(Array) })
  })

  test('drop a broken card alone, and one report names it (HOME-4)', () => {
    const { blocks, problems } = read(homeBlock('list-posts', [], [wireCard(), { title: 'bez adresu' }, wireCard()]))
    expect(blocks).toMatchObject([{ cards: [{}, {}] }])
    expect(problems).toEqual([{ call: CALL, field: 'posts.1.relative_link', kind: 'absent' }])
  })

  test.each([[], false, null, ''])('without cards, %j, render nothing (HOME-2)', (posts) => {
    expect(read(homeBlock('big-posts', { header: 'x' }, posts)).blocks).toEqual([])
  })

  test('do not link to a dangerous URL', () => {
    expect(read(homeBlock('big-posts', { link: 'javascript:zlo()' }, [wireCard()])).blocks[0]).toHaveProperty(
      'link',
      undefined,
    )
  })
})

describe('titles', () => {
  test('of a section may be links (HOME-5)', () => {
    expect(readOne('section-title', { header: 'Dział', link: '/kategoria/inwestycje' })).toEqual([
      { type: 'section-title', header: 'Dział', link: { href: '/kategoria/inwestycje' } },
    ])
    expect(readOne('section-title', { header: 'Dział', link: '' })).toEqual([
      { type: 'section-title', header: 'Dział' },
    ])
  })

  test('may be big and have a description', () => {
    expect(readOne('big-title', { header: 'Wielki', description: 'Pod nim' })).toEqual([
      { type: 'big-title', header: 'Wielki', description: 'Pod nim' },
    ])
  })

  test('have entities decoded once, and a tag in them is text', () => {
    expect(readOne('big-title', { header: '<b>A</b> &amp;lt; B' })).toEqual([
      { type: 'big-title', header: '<b>A</b> &lt; B' },
    ])
  })

  test('without a header render nothing (HOME-5)', () => {
    expect([...readOne('section-title', []), ...readOne('big-title', { description: 'x' })]).toEqual([])
  })
})

describe('a partner', () => {
  test('has a name, a link and a logo (HOME-7)', () => {
    const logo = { url: `${CMS}/wp-content/uploads/2026/03/partner.png`, alt: 'Logo', width: '306', height: 100 }
    expect(
      readOne('partner', { header: 'Partner', name: 'Firma', link: 'https://partner.example/?a=1&b=2', logo }),
    ).toMatchObject([
      {
        type: 'partner',
        header: 'Partner',
        name: 'Firma',
        link: { href: 'https://partner.example/?a=1&b=2' },
        logo: { src: `${CDN}/2026/03/partner.webp`, alt: 'Logo', width: 306, height: 100 },
      },
    ])
  })

  test('keeps the parameters of its link', () => {
    expect(readOne('partner', { name: 'Firma', link: 'https://partner.example/?a=1&copy=2&reg=pl' })).toMatchObject([
      { link: { href: 'https://partner.example/?a=1&copy=2&reg=pl' } },
    ])
  })

  test('may have no logo', () => {
    expect(readOne('partner', { name: 'Firma', logo: false })).toEqual([{ type: 'partner', name: 'Firma' }])
  })
})

describe('quick links', () => {
  test('have a title and a link each (HOME-7)', () => {
    const links = [
      { title: 'Pierwszy', link: '/tag/bitcoin' },
      { title: 'Drugi', link: 'https://zewnetrzny.example/' },
      { title: 'Zły', link: 'javascript:zlo()' },
      { title: '', link: '/x' },
      'tekst',
    ]
    expect(readOne('szybkie-linki', { links })).toEqual([
      {
        type: 'szybkie-linki',
        links: [
          { title: 'Pierwszy', link: { href: '/tag/bitcoin' } },
          { title: 'Drugi', link: { href: 'https://zewnetrzny.example/', rel: 'noopener' } },
        ],
      },
    ])
  })

  test('are dropped without a usable one', () => {
    expect([...readOne('szybkie-linki', { links: [] }), ...readOne('szybkie-linki', { links: false })]).toEqual([])
  })
})

describe('a row of TikTok videos', () => {
  const urls = Array.from(
    { length: 6 },
    (_, index) => `https://www.tiktok.com/@szpalta/video/723456789012345671${index}`,
  )
  const asVideo = (url: string) =>
    expect.objectContaining({ url, provider: 'TikTok', frame: expect.objectContaining({ shape: { height: 740 } }) })
  const fields = Object.fromEntries(urls.map((url, index) => [`URLs_${index + 1}`, url]))

  test('has its six videos in order (HOME-9)', () => {
    expect(readOne('tiktok-row', fields)).toEqual([{ type: 'tiktok-row', videos: urls.map(asVideo) }])
  })

  test('has the title, the length and the poster next to each URL (EMB-13)', () => {
    const facts = { titles_2: 'Drugi', durations_2: '0:59', posters_2: '/2026/03/kadr.jpg', durations_3: 'długo' }
    const [row] = readOne('tiktok-row', { ...fields, ...facts })
    const videos = row?.type === 'tiktok-row' ? row.videos : []
    expect(videos.map(({ title, duration, poster }) => [title, duration, poster?.src])).toEqual([
      [undefined, undefined, undefined],
      ['Drugi', 59, `${CDN}/2026/03/kadr.webp`],
      ...Array(4).fill([undefined, undefined, undefined]),
    ])
  })

  test.each([1, 2, 3, 4, 5, 6])('is dropped without the %d. of the six (HOME-9)', (index) => {
    expect(readOne('tiktok-row', { ...fields, [`URLs_${index}`]: '' })).toEqual([])
    expect(readOne('tiktok-row', { ...fields, [`URLs_${index}`]: 'javascript:zlo()' })).toEqual([])
  })
})

test('a block of cards with the class of a course becomes a course (HOME-15)', () => {
  const posts = [wireCard()]
  expect(readOne('grid-posts', { class: 'wide sciezka' }, posts)).toMatchObject([{ type: 'grid-posts', isPath: true }])
  expect(readOne('grid-posts', { class: 'sciezkaa' }, posts)[0]).toHaveProperty('isPath', undefined)
})

describe('a spacer (HOME-10)', () => {
  test.each([
    [undefined, 10],
    ['', 10],
    ['duży', 10],
    ['30', 30],
    [30, 30],
  ])('of height %j is %d pixels high', (height, pixels) => {
    expect(readOne('spacer', { height })).toEqual([{ type: 'spacer', height: pixels }])
  })

  test('is never negative', () => {
    expect(readOne('spacer', { height: -5 })).toEqual([{ type: 'spacer', height: 0 }])
  })
})

describe('the box of the video channel', () => {
  const clip = (id: string) => `https://www.youtube.com/watch?v=${id}`
  const fields = { header: 'Kanał', description: 'Opis', URLMain: clip('Kl0sZb0z_-7') }

  const video = (id: string) => expect.objectContaining({ url: clip(id), provider: 'YouTube' })

  test('has its main video and the other videos, in order (CARD-30, CARD-33)', () => {
    const others = {
      additionalVideos_URLCenter: clip('Kl0sZb0z_-8'),
      additionalVideos_URLLeft: clip('Kl0sZb0z_-6'),
      additionalVideos_URLRight: false,
    }
    expect(readOne('yt-sw-chanel-box', { ...fields, ...others })).toEqual([
      {
        type: 'yt-sw-chanel-box',
        header: 'Kanał',
        description: 'Opis',
        channelUrl: services.akademia.youtubeChannel,
        main: video('Kl0sZb0z_-7'),
        others: [video('Kl0sZb0z_-6'), video('Kl0sZb0z_-8')],
      },
    ])
  })

  test.each(['channel/UC123', '@szpalta', 'c/szpalta', 'user/szpalta'])('of /%s links there (CARD-31)', (path) => {
    const URLMain = `https://www.youtube.com/${path}`
    const [box] = readOne('yt-sw-chanel-box', { ...fields, URLMain })
    expect(box).toMatchObject({ channelUrl: URLMain, others: [] })
    expect(box).not.toHaveProperty('main')
  })

  test.each(['https://www.tiktok.com/@szpalta/video/7234567890123456711', 'https://obcy.example/@szpalta'])(
    'of %s, which is not a channel of YouTube, shows it as its video (CARD-31)',
    (URLMain) => {
      expect(readOne('yt-sw-chanel-box', { ...fields, URLMain })[0]).toMatchObject({ main: { url: URLMain } })
    },
  )

  test.each(SERVICE_NAMES)('with a video links to the channel of %s (CARD-32)', (name) => {
    const { context } = listening(name)
    const main = clip('Kl0sZb0z_-7')
    for (const URLMain of [main, 'https://youtu.be/Kl0sZb0z_-7', 'https://www.youtube.com/playlist?list=PL1']) {
      const [box] = atOnce(normaliseHome([homeBlock('yt-sw-chanel-box', { ...fields, URLMain })], context))
      expect(box).toMatchObject({ channelUrl: services[name].youtubeChannel, main: { url: expect.any(String) } })
    }
    expect(services[name].youtubeChannel).toMatch(/^https:\/\/youtube\.example\/@/)
  })

  test('with a video links to the video only where the service has no channel (CARD-32)', () => {
    const { context } = listening('akademia')
    const { youtubeChannel: _, ...service } = services.akademia
    const without = { ...context, rules: { ...context.rules, service } }
    const [box] = atOnce(normaliseHome([homeBlock('yt-sw-chanel-box', fields)], without))
    expect(box).toMatchObject({ channelUrl: clip('Kl0sZb0z_-7') })
  })

  test.each(['header', 'description', 'URLMain'])('is dropped without %s', (name) => {
    expect(readOne('yt-sw-chanel-box', { ...fields, [name]: false })).toEqual([])
  })
})

describe('article blocks on a page', () => {
  test('that are adjacent become one block of content (HOME-1)', () => {
    const { blocks } = read(paragraph('a'), paragraph('b'), homeBlock('big-title', { header: 'x' }), paragraph('c'))
    expect(blocks).toEqual([
      {
        type: 'content',
        blocks: [
          { type: 'paragraph', html: 'a' },
          { type: 'paragraph', html: 'b' },
        ],
      },
      { type: 'big-title', header: 'x' },
      { type: 'content', blocks: [{ type: 'paragraph', html: 'c' }] },
    ])
  })

  test("keep WordPress' own spacer as it is", () => {
    const spacer = wireBlock({ blockType: 'spacer', blockName: 'core/spacer', attrs: { height: '40px' } })
    expect(read(spacer).blocks).toEqual([{ type: 'content', blocks: [{ type: 'spacer', height: 40 }] }])
  })

  test('without content leave no trace', () => {
    expect(read(wireBlock({ innerHTML: '\n\n' }), wireBlock({ innerHTML: '\n' })).blocks).toEqual([])
  })

  test('that are invalid are dropped alone', () => {
    const { blocks, problems } = read(null, homeBlock('big-title', { header: 'x' }), 'tekst')
    expect(blocks).toEqual([{ type: 'big-title', header: 'x' }])
    expect(problems).toHaveLength(2)
  })

  test('of an unknown type are reported by name', () => {
    expect(read(homeBlock('nowy-blok')).problems).toEqual([
      { call: CALL, field: 'blockName', kind: 'unknown block acf/nowy-blok' },
    ])
  })
})

test('a newsletter block keeps its words, and an ad slot its unit while it is switched on (HOME-5, HOME-12)', () => {
  const home = (type: string, fields: object, attrs: object = {}) => ({
    blockType: type,
    blockName: `acf/${type}`,
    attrs,
    innerHTML: '',
    innerBlocks: [],
    blockContent: { fields },
  })
  const blocks = atOnce(
    normaliseHome(
      [
        home('newsletter', { header: 'Zapisz się', description: 'Opis' }),
        home('ad-slot', { class: 'home-ad-2' }, { active: '1', adUnit: '/123/home_2' }),
        home('ad-slot', {}, { active: false, adUnit: '/123/home_3' }),
      ],
      listening().context,
    ),
  )
  expect(blocks).toEqual([
    { type: 'newsletter', header: 'Zapisz się', description: 'Opis' },
    { type: 'ad-slot', adUnit: '/123/home_2', className: 'home-ad-2' },
  ])
})

import { type Block, embedRow, type GroupBlock } from '../../../src/content/block.ts'
import { plainLine } from '../../../src/content/plain-line.ts'
import { CDN, CMS, listening, normalise, normaliseOne, wireBlock } from '../world.ts'

const VIDEO = 'https://www.youtube.com/watch?v=Kl0sZb0z_-1'
const TIKTOK = 'https://www.tiktok.com/@szpalta/video/7234567890123456789'
const POSTER = `${CMS}/wp-content/uploads/2026/03/kadr.jpg`

const embed = (attrs: Record<string, unknown>, innerHTML = '') => ({
  blockName: 'core/embed',
  attrs: { url: VIDEO, ...attrs },
  innerHTML,
})

const figure = (attributes: string, inside: string, caption = '') =>
  `<figure class="wp-block-embed" ${attributes}><div class="wp-block-embed__wrapper">\n${inside}\n</div>${caption}</figure>`

test('settings give a title, a length and a poster on the CDN (EMB-13)', () => {
  const [block] = normaliseOne(embed({ title: 'Warsztat &amp; narzędzia', duration: '3:45', poster: POSTER }))
  expect(block).toMatchObject({
    type: 'youtube',
    title: 'Warsztat & narzędzia',
    duration: 225,
    poster: { src: `${CDN}/2026/03/kadr.webp`, alt: '' },
  })
})

test.each([
  [225, 225],
  ['225', 225],
  ['3:45', 225],
  ['1:02:03', 3723],
  ['PT3M45S', 225],
  ['PT1H', 3600],
])('a length may be %s (EMB-13)', (written, seconds) => {
  expect(normaliseOne(embed({ duration: written }))).toMatchObject([{ duration: seconds }])
})

test.each(['', 0, -5, '3:99', 'długo', 'PT', '99:99:99', 1e9, Number.NaN, {}, [], null, true, '1'.repeat(50)])(
  'a length that is none takes nothing away: %p (EMB-13)',
  (written) => {
    const [block] = normaliseOne(embed({ duration: written, title: 'Film' }))
    expect(block).toMatchObject({ type: 'youtube', title: 'Film' })
    expect(block).toHaveProperty('duration', undefined)
  },
)

test('a wrong length and a poster of another host are reported, not shown (EMB-13)', () => {
  const { blocks, problems } = normalise([
    wireBlock(embed({ duration: 'długo', poster: 'https://i.ytimg.com/vi/Kl0sZb0z_-1/hqdefault.jpg' })),
  ])
  expect(blocks).toMatchObject([{ type: 'youtube', duration: undefined, poster: undefined }])
  expect(problems.map(({ field }) => field)).toEqual(['embed.duration', 'embed.poster'])
})

test.each([7, {}, { url: 5 }, { url: 'javascript:x' }, 'data:image/png;base64,AA', '   ', [POSTER]])(
  'a poster that is no image leaves the embed: %p (EMB-13)',
  (poster) => {
    const [block] = normaliseOne(embed({ poster }))
    expect(block).toMatchObject({ type: 'youtube' })
    expect(block).toHaveProperty('poster', undefined)
  },
)

test('a field of an image is a poster with its size (EMB-13)', () => {
  const link = 'https://soundcloud.com/szpalta/odcinek-77'
  const data = { link, title: 'Odcinek', duration: 1830, poster: { url: POSTER, width: 640, height: '360' } }
  expect(normaliseOne({ blockName: 'acf/soundcloud', attrs: { data } })).toMatchObject([
    { type: 'soundcloud', title: 'Odcinek', duration: 1830, poster: { width: 640, height: 360 } },
  ])
})

describe('in the markup of a plain WordPress', () => {
  const VIDEO_FRAME = 'https://www.youtube.com/embed/Kl0sZb0z_-1'
  const frame = (src: string, title: string) =>
    normaliseOne(embed({ url: undefined }, figure('', `<iframe title="${title}" src="${src}"></iframe>`)))[0]

  test('attributes of the figure say it (EMB-13)', () => {
    const facts = `data-title="Warsztat" data-duration="PT3M45S" data-poster="${POSTER}"`
    for (const attrs of [{ url: VIDEO }, { url: undefined }])
      expect(normaliseOne(embed(attrs, figure(facts, VIDEO)))).toMatchObject([
        { type: 'youtube', title: 'Warsztat', duration: 225, poster: { src: `${CDN}/2026/03/kadr.webp` } },
      ])
    const frame = figure(facts, '<iframe src="https://www.youtube.com/embed/Kl0sZb0z_-1"></iframe>')
    for (const blockName of ['core/html', null])
      expect(normaliseOne({ blockName, innerHTML: frame })).toMatchObject([
        { type: 'youtube', title: 'Warsztat', duration: 225 },
      ])
  })

  test('the title that WordPress gives a frame is the title, and a name of the player is none (EMB-13)', () => {
    const framed = (title: string) =>
      normaliseOne(
        embed(
          { url: undefined },
          figure('', `<iframe title="${title}" src="https://www.youtube.com/embed/Kl0sZb0z_-1"></iframe>`),
        ),
      )[0]
    expect(framed('Jak działa zamek')).toMatchObject({ type: 'youtube', title: 'Jak działa zamek' })
    for (const generic of ['YouTube video player', 'Embedded content', '', VIDEO])
      expect(framed(generic)).toMatchObject({ type: 'youtube', title: undefined })
  })

  test.each([
    [VIDEO_FRAME, 'Media player'],
    [VIDEO_FRAME, 'YouTube video player'],
    [VIDEO_FRAME, 'Odtwarzacz  filmów youtube'],
    [VIDEO_FRAME, 'Post osadzony'],
    [VIDEO_FRAME, ' embedded POST '],
    ['https://widget.deezer.com/widget/dark/track/3135556', 'deezer-widget'],
    ['https://flo.uri.sh/visualisation/12345/embed', 'Interactive or visual content'],
    ['https://www.instagram.com/p/CzKlosZboze/embed', 'Post na Instagramie'],
    ['https://www.google.com/maps/embed?pb=!1m18', 'Mapa Google'],
    ['https://open.spotify.com/embed/episode/4rOoJ6Egrf8K2IrywzwOMk', 'Spotify Embed: '],
    [
      'https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fszpalta%2Fposts%2F123',
      'fb:post Facebook Social Plugin',
    ],
  ])('what players call every frame is no title: %s, %p (EMB-13)', (src, title) => {
    expect(frame(src, title)).toMatchObject({ provider: expect.any(String), title: undefined })
    expect(frame(src, `${title} Zamek`)).toMatchObject({
      title: title.startsWith('fb:') ? undefined : expect.stringContaining('Zamek'),
    })
  })

  test("another provider's name for its frames, and what follows such a name, are a title (EMB-13)", () => {
    expect(frame(VIDEO_FRAME, 'Mapa Google')).toMatchObject({ type: 'youtube', title: expect.any(String) })
    const episode = 'https://open.spotify.com/embed/episode/4rOoJ6Egrf8K2IrywzwOMk'
    expect(frame(episode, 'Spotify Embed: Zamek')).toMatchObject({ title: 'Zamek' })
  })

  test.each([
    ['Transmisja na żywo dziś (18:30)', undefined],
    ['Premiera w sobotę o godz. (9:05)', undefined],
    ['Live (20:00)', undefined],
    ['Zapis transmisji na żywo (1:02:03)', 3723],
    ['Zapis na żywo (45:10)', 2710],
    ['Film o zamku (18:30)', 1110],
  ])('a clock time at the end of a caption is no length: %s (EMB-13)', (words, duration) => {
    const [block] = normaliseOne(embed({}, figure('', VIDEO, `<figcaption>${words}</figcaption>`)))
    expect(block).toMatchObject({ type: 'youtube', duration })
  })

  test.each([
    ['<a href="https://x.pl/">IMG</a> Film', 'Film'],
    ['<strong><a href="https://x.pl/"> IMG<br></a></strong><br>Film', 'Film'],
    ['IMG<br>Film', 'Film'],
    ['<em>IMG<br>Film</em>', '<em>Film</em>'],
    ['<a href="https://x.pl/">IMG Film</a>', '>Film</a>'],
    ['<a href="https://x.pl/">IMG</a>', undefined],
    ['Film<br>z <em>zamku</em> IMG', 'Film<br>z <em>zamku</em>'],
  ])('a poster leaves nothing of itself in the caption: %s (EMB-13)', (written, left) => {
    const image = `<img src="${POSTER}" alt="x">`
    const caption = `<figcaption>${written.replace('IMG', image)}</figcaption>`
    const [block] = normaliseOne(embed({}, figure('', VIDEO, caption)))
    expect(block).toMatchObject({ poster: { src: expect.any(String) } })
    const shown = (block as { caption?: string }).caption
    if (left?.startsWith('>')) expect(shown).toMatch(/^<a [^<>]*>\s*Film<\/a>$/)
    else expect(shown === undefined ? undefined : plainLine(shown)).toBe(left)
  })

  test('an image in the caption is the poster, a length at its end the length (EMB-13)', () => {
    const caption = `<figcaption class="wp-element-caption"><img src="${POSTER}" width="640" height="360" alt="x"> Zamek od środka (12:30)</figcaption>`
    const [block] = normaliseOne(embed({}, figure('', VIDEO, caption)))
    expect(block).toMatchObject({ duration: 750, poster: { src: `${CDN}/2026/03/kadr.webp`, width: 640 } })
    expect(plainLine(String((block as { caption?: string }).caption)).trim()).toBe('Zamek od środka (12:30)')
  })

  test('an image of another host in the caption is no poster (EMB-13)', () => {
    const caption = '<figcaption><img src="https://obcy.example/a.jpg" alt=""> Film</figcaption>'
    expect(normaliseOne(embed({}, figure('', VIDEO, caption)))).toMatchObject([{ poster: undefined }])
  })

  test('a caption that repeats the title is left out (EMB-13)', () => {
    const caption = '<figcaption>Film o zamku</figcaption>'
    expect(normaliseOne(embed({ title: 'Film o zamku' }, figure('', VIDEO, caption)))).toMatchObject([
      { title: expect.any(String), caption: undefined },
    ])
    expect(normaliseOne(embed({ title: 'Zamek' }, figure('', VIDEO, caption)))).toMatchObject([
      { title: 'Zamek', caption: expect.any(String) },
    ])
  })
})

test('a very long title is cut, and one without letters that show is none (EMB-13)', () => {
  const [long] = normaliseOne(embed({ title: 'słowo '.repeat(200) }))
  const title = long?.type === 'youtube' ? (long.title ?? '') : ''
  expect(title.length).toBeLessThan(240)
  expect(title.endsWith('…')).toBe(true)
  expect(normaliseOne(embed({ title: '\u202e \n' }))).toMatchObject([{ title: undefined }])
})

describe('a row of embeds', () => {
  const of = (...urls: string[]) => urls.map((url) => wireBlock(embed({ url })))
  const rowIn = (fields: Record<string, unknown>) => {
    const [block] = normaliseOne(fields)
    return block && (block.type === 'columns' || block.type === 'group') ? embedRow(block)?.length : undefined
  }

  test('columns and groups that hold nothing else are a row (EMB-14)', () => {
    const columns = of(VIDEO, TIKTOK).map((one) => wireBlock({ blockName: 'core/column', innerBlocks: [one] }))
    expect(rowIn({ blockName: 'core/columns', innerBlocks: columns })).toBe(2)
    expect(rowIn({ blockName: 'core/group', innerBlocks: of(VIDEO, TIKTOK, VIDEO) })).toBe(3)
    const nested = [wireBlock({ blockName: 'core/group', innerBlocks: of(VIDEO, TIKTOK) })]
    expect(rowIn({ blockName: 'core/group', innerBlocks: nested })).toBe(2)
  })

  test('animations keep the layout of their columns or group (EMB-14)', () => {
    const giphy = (kind: string) => ({ type: 'giphy', provider: 'Giphy', id: 'a', url: VIDEO, item: { kind } }) as Block
    const group = (...kinds: string[]): GroupBlock => ({ type: 'group', blocks: kinds.map(giphy) })
    expect(embedRow(group('animation', 'animation'))).toBeUndefined()
    expect(embedRow(group('animation', 'no-video'))).toBeUndefined()
    expect(embedRow(group('no-video', 'rating'))).toHaveLength(2)
  })

  test('one embed, or one next to text, is none (EMB-14)', () => {
    expect(rowIn({ blockName: 'core/group', innerBlocks: of(VIDEO) })).toBeUndefined()
    const text = wireBlock({ blockName: 'core/paragraph', innerHTML: '<p>Tekst</p>' })
    expect(rowIn({ blockName: 'core/group', innerBlocks: [...of(VIDEO, TIKTOK), text] })).toBeUndefined()
    const empty: GroupBlock = { type: 'group', blocks: [] }
    expect(embedRow(empty)).toBeUndefined()
  })
})

test('a block without anything of the kind is as it was', () => {
  const { context } = listening()
  expect(context.rules.service.name).toBe('akademia')
  const [block] = normaliseOne(embed({}))
  expect(block).toMatchObject({ type: 'youtube', title: undefined, duration: undefined, poster: undefined })
})

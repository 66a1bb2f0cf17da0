import { normalise, normaliseOne } from '../world.ts'

const html = (innerHTML: string) => ({ blockName: 'core/html', attrs: {}, innerHTML })
const playlist = (settings: unknown, kind = 'audio') =>
  html(
    `<div class="wp-playlist wp-${kind}-playlist"><audio controls></audio><noscript><ol><li><a href="https://a.test/1.mp3">Jeden</a></li></ol></noscript><script type="application/json" class="wp-playlist-script">${JSON.stringify(settings)}</script></div>`,
  )

test('a sound has all its formats, once each, and those that may be loaded (BLOCK-41)', () => {
  const sources =
    '<source src="https://a.test/1.mp3" type="audio/mpeg"><source src="https://a.test/1.mp3"><source src="javascript:alert(1)"><source src="https://a.test/1.ogg" type="audio/ogg; x=&quot;&gt;"><source src="data:audio/mp3,x">'
  expect(normaliseOne(html(`<audio loop autoplay onplay="x()">${sources}</audio>`))).toEqual([
    {
      type: 'audio',
      sources: [{ src: 'https://a.test/1.mp3', type: 'audio/mpeg' }, { src: 'https://a.test/1.ogg' }],
      isForeign: true,
      loop: true,
    },
  ])
})

test.each(['', '#x', 'mailto:a@b.c', 'javascript:alert(1)', 'blob:https://a.test/1', '//'])(
  'a video at "%s" is none, and its caption stays (BLOCK-41)',
  (src) => {
    const innerHTML = `<figure class="wp-block-video"><video src="${src}"></video><figcaption>Podpis</figcaption></figure>`
    expect(normaliseOne({ blockName: 'core/video', attrs: {}, innerHTML })).toEqual([
      { type: 'paragraph', html: 'Podpis' },
    ])
  },
)

test('a video has its poster, size and subtitles of known kinds (BLOCK-41)', () => {
  const tracks =
    '<track src="https://a.test/pl.vtt" kind="captions" srclang="pl" label="Polski"><track src="https://a.test/x.vtt" kind="metadata"><track src="https://a.test/en.vtt" srclang="&quot;">'
  const [video] = normaliseOne(
    html(`<video width="640" height="360" muted poster="javascript:x" src="https://a.test/1.mp4">${tracks}</video>`),
  )
  expect(video).toMatchObject({
    type: 'video',
    width: 640,
    height: 360,
    muted: true,
    tracks: [
      { src: 'https://a.test/pl.vtt', kind: 'captions', language: 'pl', label: 'Polski' },
      { src: 'https://a.test/en.vtt', kind: 'subtitles' },
    ],
  })
  expect(video).toHaveProperty('poster', undefined)
})

test('recordings of the CMS may be prepared for playing, those of other hosts may not (BLOCK-41)', () => {
  const [own] = normaliseOne(html('<audio src="https://cms.szpalta.test/wp-content/uploads/1.mp3"></audio>'))
  expect(own).toHaveProperty('isForeign', undefined)
  expect(normaliseOne(html('<audio src="/wp-content/uploads/1.mp3"></audio>'))[0]).toHaveProperty(
    'isForeign',
    undefined,
  )
})

test('players stay at their places in any markup (BLOCK-41)', () => {
  const blocks = normaliseOne(
    html(
      '<div class="a"><p>Przed</p><div class="wp-video"><video src="https://a.test/1.mp4"><a href="https://a.test/1.mp4">adres</a></video></div><p>Po</p></div><ul><li>Punkt <audio src="https://a.test/2.mp3"></audio></li></ul>',
    ),
  )
  expect(blocks).toMatchObject([
    { type: 'html', html: '<p>Przed</p>' },
    { type: 'video' },
    { type: 'html', html: '<p>Po</p>' },
    { type: 'html', html: '<ul><li>Punkt </li></ul>' },
    { type: 'audio' },
  ])
})

test('a figure’s caption is its player’s, in raw HTML too (BLOCK-41)', () => {
  expect(
    normaliseOne(html('<figure><audio src="https://a.test/1.mp3"></audio><figcaption>Podpis</figcaption></figure>')),
  ).toMatchObject([{ type: 'audio', caption: 'Podpis' }])
})

test('wrappers of any depth end, and keep their players', () => {
  const deep = `${'<div>'.repeat(300)}<p>Tekst</p><video src="https://a.test/1.mp4"></video>${'</div>'.repeat(300)}`
  const types = normaliseOne(html(deep)).map(({ type }) => type)
  expect(types.filter((type) => type === 'video')).toHaveLength(1)
})

test('a playlist is a numbered list of players (BLOCK-43)', () => {
  const tracks = [
    {
      src: 'https://a.test/1.mp3?_=1',
      type: 'audio/mpeg',
      title: 'Jeden',
      meta: { artist: 'A&amp;B', album: 'Płyta' },
    },
    { src: 'javascript:x', title: 'Zły' },
    'nie ścieżka',
    { src: 'https://a.test/2.mp3', title: 'Dwa', caption: '<b>Opis</b>' },
  ]
  expect(normaliseOne(playlist({ type: 'audio', tracks }))).toEqual([
    {
      type: 'list',
      ordered: true,
      items: [
        {
          html: 'Jeden — A&amp;B — Płyta',
          blocks: [
            {
              type: 'audio',
              sources: [{ src: 'https://a.test/1.mp3', type: 'audio/mpeg' }],
              isForeign: true,
              title: 'Jeden',
              artist: 'A&B',
            },
          ],
        },
        {
          html: '&lt;b&gt;Opis&lt;/b&gt;',
          blocks: [
            { type: 'audio', sources: [{ src: 'https://a.test/2.mp3' }], isForeign: true, title: '<b>Opis</b>' },
          ],
        },
      ],
    },
  ])
})

test.each([['text'], [{}], [{ type: 'audio', tracks: {} }], [{ type: 'x', tracks: [] }], [null]])(
  'a playlist with the settings %j is the links that WordPress has for browsers without a script (BLOCK-43)',
  (settings) => {
    expect(normaliseOne(playlist(settings))).toEqual([
      {
        type: 'list',
        ordered: true,
        items: [{ html: '<a href="https://a.test/1.mp3" rel="noopener">Jeden</a>', blocks: [] }],
      },
    ])
  },
)

test('a playlist of ten thousand recordings is cut', () => {
  const tracks = Array.from({ length: 10_000 }, (_, index) => ({ src: `https://a.test/${index}.mp3`, title: 'x' }))
  const [list] = normaliseOne(playlist({ type: 'audio', tracks }))
  expect(list?.type === 'list' && list.items.length).toBe(50)
})

test('a file is a link by its name and one that downloads (BLOCK-46)', () => {
  const innerHTML =
    '<div class="wp-block-file"><object data="https://a.test/1.pdf"></object><a href="https://a.test/1.pdf">Raport</a><a href="https://a.test/1.pdf" class="wp-block-file__button" download>Pobierz</a></div>'
  expect(normaliseOne({ blockName: 'core/file', attrs: {}, innerHTML })).toEqual([
    {
      type: 'paragraph',
      html: '<a href="https://a.test/1.pdf" rel="noopener">Raport</a> <a href="https://a.test/1.pdf" rel="noopener" download>Pobierz</a>',
    },
  ])
})

test('media and text are columns in the order of the markup (BLOCK-46)', () => {
  const block = (mediaPosition: string) => ({
    blockName: 'core/media-text',
    attrs: { mediaPosition },
    innerHTML: '<div><figure><video src="https://a.test/1.mp4"></video></figure><div></div></div>',
    innerBlocks: [{ blockName: 'core/paragraph', attrs: {}, innerHTML: '<p>Tekst</p>', innerBlocks: [] }],
  })
  const types = (position: string) => {
    const [columns] = normaliseOne(block(position))
    return columns?.type === 'columns' && columns.columns.map(({ blocks }) => blocks[0]?.type)
  }
  expect(types('left')).toEqual(['video', 'paragraph'])
  expect(types('right')).toEqual(['paragraph', 'video'])
})

test('footnotes keep the ids that lead to them and back; other links have none (BLOCK-49)', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  const [text, notes, other] = normalise([
    {
      blockName: 'core/paragraph',
      attrs: {},
      innerHTML: `<p>Zdanie<sup data-fn="${id}"><a href="#${id}" id="${id}-link">1</a></sup></p>`,
    },
    html(`<ol class="wp-block-footnotes"><li id="${id}">Przypis <a href="#${id}-link">↩</a></li></ol>`),
    html('<a href="/x" id="menu">x</a>'),
  ]).blocks
  expect(text).toMatchObject({ html: `Zdanie<sup><a href="#${id}" id="${id}-link">1</a></sup>` })
  expect(notes).toMatchObject({ html: `<ol><li id="${id}">Przypis <a href="#${id}-link">↩</a></li></ol>` })
  expect(other).toMatchObject({ html: '<a href="/x">x</a>' })
})

test('details have their summary, and their text with blocks or without; without a summary only the text (BLOCK-48)', () => {
  const details = (innerHTML: string, innerBlocks: object[] = []) =>
    normaliseOne({ blockName: 'core/details', attrs: {}, innerHTML, innerBlocks })
  const inner = { blockName: 'core/paragraph', attrs: {}, innerHTML: '<p>Tekst</p>', innerBlocks: [] }
  expect(details('<details open><summary>A\u00a0<b>b</b></summary></details>', [inner])).toEqual([
    { type: 'details', summary: 'A\u00a0<b>b</b>', isOpen: true, blocks: [{ type: 'paragraph', html: 'Tekst' }] },
  ])
  expect(details('<details><summary>A</summary><p>Tekst</p></details>')).toMatchObject([
    { summary: 'A', blocks: [{ type: 'html', html: '<p>Tekst</p>' }] },
  ])
  expect(details('<details><p>Tekst</p></details>', [inner])).toEqual([{ type: 'paragraph', html: 'Tekst' }])
})

test('timed text has a language, one default, and each file once; sounds have it too (VIDEO-5)', () => {
  const tracks =
    '<track src="https://a.test/1.vtt" kind="CAPTIONS" srclang="en" default><track src="https://a.test/2.vtt" default><track src="https://a.test/1.vtt">'
  expect(normaliseOne(html(`<audio preload="none" src="https://a.test/1.mp3">${tracks}</audio>`))).toEqual([
    {
      type: 'audio',
      sources: [{ src: 'https://a.test/1.mp3' }],
      isForeign: true,
      isLazy: true,
      tracks: [
        { src: 'https://a.test/1.vtt', kind: 'captions', language: 'en', isDefault: true },
        { src: 'https://a.test/2.vtt', kind: 'subtitles', language: 'pl' },
      ],
    },
  ])
})

test('a shortcode that no WordPress has run is a player; one that needs a library stays as written (VIDEO-7)', () => {
  const shortcode = (text: string) => normaliseOne({ blockName: 'core/shortcode', attrs: {}, innerHTML: text })
  expect(shortcode('[audio mp3="https://a.test/1.mp3" ogg="https://a.test/1.ogg"]')).toMatchObject([
    { type: 'audio', sources: [{ src: 'https://a.test/1.mp3' }, { src: 'https://a.test/1.ogg' }] },
  ])
  expect(shortcode('[video src="https://www.youtube.com/watch?v=SQEQr7c0-dw"]')).toMatchObject([{ type: 'youtube' }])
  expect(shortcode('[embed]https://vimeo.com/76979871[/embed]')).toMatchObject([{ type: 'vimeo' }])
  expect(JSON.stringify(shortcode('[playlist ids="1,2"]'))).toContain('[playlist ids=&quot;1,2&quot;]')
})

test('a player in a line is a link by the file’s name, one in a paragraph a player after it (VIDEO-8)', () => {
  const audio = '<audio src="https://a.test/%C5%BCart.mp3?x=1">stara przeglądarka</audio>'
  expect(normaliseOne({ blockName: 'core/paragraph', attrs: {}, innerHTML: `<p>Tekst ${audio}</p>` })).toMatchObject([
    { type: 'html', html: '<p>Tekst </p>' },
    { type: 'audio' },
  ])
  expect(
    normaliseOne({ blockName: 'core/list', attrs: {}, innerHTML: `<ul><li>Punkt ${audio}</li></ul>` }),
  ).toMatchObject([
    { items: [{ html: 'Punkt <a href="https://a.test/%C5%BCart.mp3?x=1" rel="noopener">żart.mp3</a>' }] },
  ])
})

test('a player without a file is what it says to old browsers; one of a provider is its embed (VIDEO-8)', () => {
  expect(
    normaliseOne(html('<video src="blob:x"><p>Zobacz <a href="https://a.test/1">stronę</a></p></video>')),
  ).toMatchObject([{ type: 'paragraph', html: 'Zobacz <a href="https://a.test/1" rel="noopener">stronę</a>' }])
  const provided = '<video><source type="video/vimeo" src="https://vimeo.com/76979871?_=3"></video>'
  expect(normaliseOne(html(provided))).toMatchObject([{ type: 'vimeo', id: '76979871' }])
})

test('what follows a player stays, at any depth (BLOCK-41)', () => {
  const pieces =
    '<p>a</p><audio src="https://a.test/1.mp3"></audio><p>b</p><video src="https://a.test/1.mp4"></video><p>c</p>'
  const types = ['html', 'audio', 'html', 'video', 'html']
  expect(normaliseOne(html(pieces)).map(({ type }) => type)).toEqual(types)
  expect(normaliseOne(html(`<div>${pieces}</div>`)).map(({ type }) => type)).toEqual(types)
  expect(normaliseOne(html(pieces.replaceAll(/<p>.<\/p>/g, ''))).map(({ type }) => type)).toEqual(['audio', 'video'])
})

test('a playlist says how long a recording is, and shows its own image (BLOCK-43)', () => {
  const tracks = [
    {
      src: 'https://a.test/1.mp3',
      title: 'Jeden',
      meta: { length_formatted: '1:02:03' },
      image: { src: 'https://cms.szpalta.test/wp-content/uploads/o.jpg' },
    },
    {
      src: 'https://a.test/2.mp3',
      meta: { length_formatted: '9<b>' },
      image: { src: 'https://cms.szpalta.test/wp-includes/images/media/audio.png' },
    },
  ]
  const [list] = normaliseOne(playlist({ type: 'audio', tracks }))
  expect(list).toMatchObject({
    items: [
      { html: 'Jeden — 1:02:03', blocks: [{ duration: 3723, artwork: expect.stringContaining('o.') }] },
      { html: '2.mp3', blocks: [{ type: 'audio' }] },
    ],
  })
  expect(list?.type === 'list' && list.items[1]?.blocks[0]).toHaveProperty('artwork', undefined)
})

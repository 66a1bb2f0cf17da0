import { normalise, normaliseOne, wireBlock } from '../world.ts'

const embed = (url: string, provider: string, markup = '') => ({
  blockName: 'core/embed',
  attrs: { url, providerNameSlug: provider },
  innerHTML: markup,
})

test('the URL decides the type, whatever the name of the block (BLOCK-28)', () => {
  expect(normaliseOne(embed('https://x.com/szpalta/status/12345', 'x'))).toMatchObject([
    { type: 'twitter', id: '12345' },
  ])
  expect(normaliseOne(embed('https://vimeo.com/7654', 'youtube'))).toMatchObject([{ type: 'vimeo' }])
})

test('a URL may be in the markup only, with its caption', () => {
  const markup =
    '<figure><div class="wp-block-embed__wrapper">\nhttps://vimeo.com/7654\n</div><figcaption>Film</figcaption></figure>'
  expect(
    normaliseOne({ blockName: 'core/embed', attrs: { providerNameSlug: 'vimeo' }, innerHTML: markup }),
  ).toMatchObject([{ type: 'vimeo', id: '7654', caption: 'Film' }])
})

test('names from before the single embed block are supported', () => {
  expect(
    normaliseOne({ blockName: 'core-embed/youtube', attrs: { url: 'https://youtu.be/Kl0sZb0z_-1' } }),
  ).toMatchObject([{ type: 'youtube' }])
  expect(
    normaliseOne({ blockName: 'core-embed/wordpress-tv', attrs: { url: 'https://wordpress.tv/x/' } }),
  ).toMatchObject([{ type: 'embed', provider: 'wordpress.tv' }])
})

test('a URL that the table cannot frame is a link card with the name of its provider (BLOCK-30, EMB-1)', () => {
  const [block] = normaliseOne(embed('https://www.slideshare.net/szpalta/prezentacja-77', 'slideshare'))
  expect(block).toMatchObject({
    type: 'embed',
    provider: 'SlideShare',
    url: 'https://www.slideshare.net/szpalta/prezentacja-77',
  })
  expect(block).not.toHaveProperty('frame')
})

test('a YouTube URL must be exact, or the block is a link (BLOCK-29, EMB-1)', () => {
  const [block] = normaliseOne(embed('https://www.youtube.com/watch?v=tooshort', 'youtube'))
  expect(block).toMatchObject({ type: 'embed', provider: 'YouTube', url: 'https://www.youtube.com/watch?v=tooshort' })
  expect(block).not.toHaveProperty('frame')
})

test.each([
  ['gfycat', 'link_iframe', 'https://gfycat.com/ifr/KlosZboze'],
  ['linkedin', 'link_iframe', 'https://www.linkedin.com/embed/feed/update/urn:li:share:700'],
  ['soundcloud', 'link', 'https://soundcloud.com/szpalta/odcinek-77'],
  ['giphy', 'id_gifa', 'l0KlosZboze'],
])('%s is shown with its field and dropped without it', (type, field, value) => {
  expect(normaliseOne({ blockName: `acf/${type}`, attrs: { data: { [field]: value } } })).toMatchObject([{ type }])
  for (const absent of [false, '', null, 'javascript:x']) {
    expect(normaliseOne({ blockName: `acf/${type}`, attrs: { data: { [field]: absent } } })).toEqual([])
  }
})

test('the settings of a chart may be an object or its JSON; a chart without them is dropped (BLOCK-31)', () => {
  const settings = { symbol: 'BINANCE:BTCPLN', interval: 'D', height: '400' }
  const chart = (tradingView: unknown) =>
    normaliseOne({ blockName: 'acf/tradingview', attrs: { data: { tradingView } } })
  expect(chart(settings)).toMatchObject([{ type: 'tradingview', id: 'BINANCE:BTCPLN' }])
  expect(chart(JSON.stringify(settings))).toEqual(chart(settings))
  for (const absent of [false, '', '{broken', []]) expect(chart(absent)).toEqual([])
})

test('frames in raw HTML become embeds after their element, unknown ones a link card', () => {
  const html =
    '<p>Przed</p><div>W środku<iframe src="https://player.vimeo.com/video/7654"></iframe></div><iframe src="https://obcy.example/ramka"></iframe><p>Po</p>'
  const { blocks } = normalise([{ blockName: 'core/html', attrs: [], innerHTML: html, innerBlocks: [] }])
  expect(blocks.map(({ type }) => type)).toEqual(['html', 'vimeo', 'embed', 'html'])
  expect(blocks[2]).toMatchObject({ url: 'https://obcy.example/ramka' })
})

test('a field with a URL of another provider is a link, without a frame', () => {
  const [block] = normaliseOne({
    blockName: 'acf/linkedin',
    attrs: { data: { link_iframe: 'https://obcy.example/x' } },
  })
  expect(block).toMatchObject({ type: 'embed', url: 'https://obcy.example/x' })
  expect(block).not.toHaveProperty('frame')
})

test.each([
  ['soundcloud', 'https://soundcloud.com/szpalta/odcinek-77', 'soundcloud'],
  ['giphy', 'https://giphy.com/gifs/klos-l0KlosZboze', 'giphy'],
  ['linkedin', 'https://www.linkedin.com/embed/feed/update/urn:li:share:700', 'linkedin'],
  ['gfycat', 'https://gfycat.com/KlosZboze', 'gfycat'],
])("WordPress' own embed of %s has its URL where embeds have it", (provider, url, type) => {
  expect(normaliseOne(embed(url, provider))).toMatchObject([{ type }])
  expect(normaliseOne({ ...embed(url, provider), blockType: provider })).toMatchObject([{ type }])
  expect(normaliseOne({ ...embed(url, provider), blockName: `core-embed/${provider}` })).toMatchObject([{ type }])
})

test.each(['instagram', 'twitter', 'vimeo', 'facebook', 'spotify', 'reddit', 'tiktok'])(
  'the URL of a block named core-embed/%s decides its type',
  (provider) => {
    expect(
      normaliseOne({ blockName: `core-embed/${provider}`, attrs: { url: 'https://x.com/szpalta/status/12345' } }),
    ).toMatchObject([{ type: 'twitter' }])
  },
)

test.each([
  ['slideshare', 'https://www.slideshare.net/szpalta/slajdy', 'embed'],
  ['dailymotion', 'https://www.dailymotion.com/video/x8klosz', 'embed'],
  ['x', 'https://x.com/szpalta/status/12345', 'twitter'],
])('the type of an embed may be its provider %s', (blockType, url, type) => {
  const { blocks, problems } = normalise([wireBlock({ ...embed(url, blockType), blockType })])
  expect(blocks).toMatchObject([{ type, url }])
  expect(problems).toEqual([])
})

test('the short type may be absent, the settings an empty list', () => {
  const wrapper = '<figure><div class="wp-block-embed__wrapper">\nhttps://youtu.be/Kl0sZb0z_-1\n</div></figure>'
  expect(normaliseOne({ blockName: 'core/embed', attrs: [], innerHTML: wrapper })).toMatchObject([{ type: 'youtube' }])
  expect(normaliseOne({ blockName: 'core/embed', attrs: [] })).toEqual([])
})

test.each(['javascript:alert(1)', 'data:text/html,<b>x</b>', 'nie adres', 'mailto:a@b.example'])(
  'an embed of %j has only its caption left',
  (url) => {
    const markup = '<figure><figcaption>Podpis <b onclick="x()">filmu</b></figcaption></figure>'
    expect(normaliseOne(embed(url, 'slideshare', markup))).toEqual([{ type: 'paragraph', html: 'Podpis <b>filmu</b>' }])
    expect(normaliseOne(embed(url, 'slideshare'))).toEqual([])
  },
)

test.each([
  'https://youtube.com.evil.example/watch?v=Kl0sZb0z_-1',
  'https://evilyoutube.com/watch?v=Kl0sZb0z_-1',
  'https://youtu.be@evil.example/Kl0sZb0z_-1',
])('%s is not a video: a link with its host, in a block of YouTube too (EMB-5)', (url) => {
  for (const block of [{ ...embed(url, 'youtube'), blockType: 'youtube' }, embed(url, 'inny')]) {
    const [card] = normaliseOne(block)
    expect(card).toMatchObject({ type: 'embed', provider: new URL(url).hostname })
    expect(card).not.toHaveProperty('frame')
  }
})

test('a caption is one line of safe HTML', () => {
  const markup =
    '<figure><div>x</div><figcaption><p>Film <a href="javascript:x()">zły</a><script>x()</script></p></figcaption></figure>'
  expect(normaliseOne(embed('https://vimeo.com/7654', 'vimeo', markup))).toMatchObject([{ caption: 'Film zły' }])
})

test.each(['../x', 'klos/zboze1', 'klos-zboze1', 'klosz?x=1', 'klosz#x', 'k', 'a'.repeat(41), '"><script>'])(
  'the id %j of a gif is dropped, not truncated (BLOCK-31)',
  (id) => {
    expect(normaliseOne({ blockName: 'acf/giphy', attrs: { data: { id_gifa: id } } })).toEqual([])
  },
)

test.each([
  [{ symbol: 'BTC', interval: 15, height: '500' }, 'interval=15', 500],
  [{ symbol: 'BTC', interval: false, height: 'wysoki' }, 'interval=D', 400],
])('the settings %j of a TradingView chart are accepted', (tradingView, query, height) => {
  expect(normaliseOne({ blockName: 'acf/tradingview', attrs: { data: { tradingView } } })).toMatchObject([
    { frame: { src: expect.stringContaining(query), shape: { height } } },
  ])
})

test.each([{}, { symbol: '' }, { symbol: false }, { symbol: ['BTC'] }, '"BTC"', 'null', 7])(
  'settings %j of a TradingView chart are dropped',
  (tradingView) => {
    expect(normaliseOne({ blockName: 'acf/tradingview', attrs: { data: { tradingView } } })).toEqual([])
  },
)

describe('a frame in raw HTML', () => {
  const raw = (innerHTML: string) => normaliseOne({ blockName: 'core/html', innerHTML })

  test.each([
    ['https://www.youtube.com/embed/Kl0sZb0z_-1?rel=0', 'youtube'],
    ['//www.youtube-nocookie.com/embed/Kl0sZb0z_-1', 'youtube'],
    ['https://open.spotify.com/embed/episode/4rOoJ6Egrf8K2IrywzwOMk', 'spotify'],
    ['https://www.tiktok.com/embed/v2/7234567890123456789', 'tiktok'],
    ['https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/szpalta/odcinek-77&color=%23ff5500', 'soundcloud'],
    [
      'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fszpalta%2Fvideos%2F10160',
      'facebook',
    ],
  ])('of %s is an embed', (src, type) => {
    expect(raw(`<iframe src="${src.replaceAll('&', '&amp;')}"></iframe>`)).toMatchObject([{ type }])
  })

  test.each(['https://obcy.example/ramka', '//obcy.example/ramka'])('of the unknown %s is a link', (src) => {
    const blocks = raw(`<p><iframe src="${src}"></iframe></p>`)
    expect(blocks).toEqual([
      {
        type: 'embed',
        provider: 'obcy.example',
        id: 'https://obcy.example/ramka',
        url: 'https://obcy.example/ramka',
      },
    ])
  })

  test.each(['', 'about:blank', 'javascript:alert(1)', 'data:text/html,x'])('of %j is dropped', (src) => {
    expect(raw(`<iframe src="${src}"></iframe>`)).toEqual([])
  })

  test('of this site is a link to it', () => {
    expect(raw('<iframe src="/ramka"></iframe>')).toMatchObject([{ type: 'embed', url: '/ramka' }])
  })

  test('follows the element that contained it, several in their order', () => {
    const blocks = raw(
      '<div>a<iframe src="https://vimeo.com/1"></iframe>b<span><iframe src="https://vimeo.com/2"></iframe></span></div><p>c</p>',
    )
    expect(blocks).toMatchObject([
      { type: 'html', html: '<div>ab</div>' },
      { type: 'vimeo', id: '1' },
      { type: 'vimeo', id: '2' },
      { type: 'html', html: '<p>c</p>' },
    ])
  })

  test('is found in an unknown block and in an article from before blocks too', () => {
    const innerHTML = '<p>a</p><iframe src="https://vimeo.com/1"></iframe>'
    expect(normaliseOne({ blockName: null, innerHTML })).toMatchObject([{ type: 'html' }, { type: 'vimeo' }])
    expect(normaliseOne({ blockName: 'acf/nieznany', innerHTML })).toMatchObject([
      { type: 'unknown', blocks: [{ type: 'html' }, { type: 'vimeo' }] },
    ])
  })
})

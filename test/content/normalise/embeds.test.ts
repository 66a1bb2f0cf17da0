import { normalise, normaliseOne } from '../world.ts'

const embed = (url: string, provider: string, markup = '') => ({
  blockName: 'core/embed',
  attrs: { url, providerNameSlug: provider },
  innerHTML: markup,
})

test('the address says what it is, whatever the block calls itself', () => {
  expect(normaliseOne(embed('https://x.com/szpalta/status/12345', 'x'))).toMatchObject([
    { type: 'twitter', id: '12345' },
  ])
  expect(normaliseOne(embed('https://vimeo.com/7654', 'youtube'))).toMatchObject([{ type: 'vimeo' }])
})

test('an address may stand in the markup only, with its caption', () => {
  const markup =
    '<figure><div class="wp-block-embed__wrapper">\nhttps://vimeo.com/7654\n</div><figcaption>Film</figcaption></figure>'
  expect(
    normaliseOne({ blockName: 'core/embed', attrs: { providerNameSlug: 'vimeo' }, innerHTML: markup }),
  ).toMatchObject([{ type: 'vimeo', id: '7654', caption: 'Film' }])
})

test('names from before one embed block are understood', () => {
  expect(
    normaliseOne({ blockName: 'core-embed/youtube', attrs: { url: 'https://youtu.be/Kl0sZb0z_-1' } }),
  ).toMatchObject([{ type: 'youtube' }])
  expect(
    normaliseOne({ blockName: 'core-embed/wordpress-tv', attrs: { url: 'https://wordpress.tv/x/' } }),
  ).toMatchObject([{ type: 'embed', provider: 'wordpress.tv' }])
})

test('an address of nobody we know is a link card, without a frame', () => {
  const [block] = normaliseOne(embed('https://www.slideshare.net/szpalta/prezentacja-77', 'slideshare'))
  expect(block).toMatchObject({
    type: 'embed',
    provider: 'slideshare.net',
    url: 'https://www.slideshare.net/szpalta/prezentacja-77',
  })
  expect(block).not.toHaveProperty('frame')
})

test("YouTube's must be exact, or there is nothing", () => {
  expect(normaliseOne(embed('https://www.youtube.com/watch?v=tooshort', 'youtube'))).toEqual([])
})

test.each([
  ['gfycat', 'link_iframe', 'https://gfycat.com/ifr/KlosZboze'],
  ['linkedin', 'link_iframe', 'https://www.linkedin.com/embed/feed/update/urn:li:share:700'],
  ['soundcloud', 'link', 'https://soundcloud.com/szpalta/odcinek-77'],
  ['giphy', 'id_gifa', 'l0KlosZboze'],
])('%s renders with its field and is nothing without it', (type, field, value) => {
  expect(normaliseOne({ blockName: `acf/${type}`, attrs: { data: { [field]: value } } })).toMatchObject([{ type }])
  for (const absent of [false, '', null, 'javascript:x']) {
    expect(normaliseOne({ blockName: `acf/${type}`, attrs: { data: { [field]: absent } } })).toEqual([])
  }
})

test('the settings of a chart may be an object or its JSON; without them there is nothing', () => {
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

test('a field with an address of somebody else is a link, without a frame', () => {
  const [block] = normaliseOne({
    blockName: 'acf/linkedin',
    attrs: { data: { link_iframe: 'https://obcy.example/x' } },
  })
  expect(block).toMatchObject({ type: 'embed', url: 'https://obcy.example/x' })
  expect(block).not.toHaveProperty('frame')
})

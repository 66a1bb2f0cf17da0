import { embedCode } from '../../../src/content/embeds/markup.ts'
import { elementsNamed, parseHtml } from '../../../src/content/html/tree.ts'
import type { OwnEmbed } from '../../../src/services/service.ts'
import { normaliseOne } from '../world.ts'

const YT = 'Kl0sZb0z_-1'
const FRAME = `https://www.youtube.com/embed/${YT}`
const raw = (innerHTML: string) => normaliseOne({ blockName: 'core/html', innerHTML })
const paragraph = (innerHTML: string) => normaliseOne({ blockName: 'core/paragraph', innerHTML })

test('the words in a provider’s code are the caption (EMB-10)', () => {
  expect(
    raw(
      '<blockquote class="twitter-tweet"><p lang="pl">Żniwa <b onclick="x()">ruszyły</b></p>— Szpalta <a href="https://x.com/szpalta/status/12345">3 marca</a></blockquote>',
    ),
  ).toMatchObject([
    {
      type: 'twitter',
      id: '12345',
      caption: expect.stringMatching(/^Żniwa <b>ruszyły<\/b> — Szpalta <a href=.*3\u00a0marca/),
    },
  ])
})

test('an editor’s caption comes before the words of the code (EMB-10)', () => {
  const code = '<div class="fb-post" data-href="https://www.facebook.com/szpalta/posts/1">Słowa</div>'
  expect(raw(`<figure>${code}<figcaption>Podpis</figcaption></figure>`)).toMatchObject([{ caption: 'Podpis' }])
})

test.each([
  `<iframe data-src="${FRAME}"></iframe><noscript><iframe src="${FRAME}"></iframe></noscript>`,
  `<noscript><iframe src="${FRAME}"></iframe></noscript><iframe data-lazy-src="${FRAME}"></iframe>`,
  `<div><iframe data-src="${FRAME}"></iframe><noscript><iframe src="${FRAME}"></iframe></noscript></div>`,
  `<p><iframe data-src="${FRAME}"></iframe>\n<noscript><iframe src="${FRAME}"></iframe></noscript></p>`,
])('a late frame and its copy are one embed: %s (EMB-2)', (markup) => {
  expect(raw(markup)).toMatchObject([{ type: 'youtube', id: YT }])
})

test('the copy of a script for readers without scripts shows no image of the provider (EMB-2)', () => {
  const code = '<script src="https://datawrapper.dwcdn.net/kL0sZ/embed.js"></script>'
  const copy = '<noscript><img src="https://datawrapper.dwcdn.net/kL0sZ/full.png"></noscript>'
  expect(raw(`<div style="min-height:400px">${code}${copy}</div>`)).toMatchObject([{ provider: 'Datawrapper' }])
  expect(raw(`${code}\n${copy}`)).toMatchObject([{ provider: 'Datawrapper' }])
})

test('neighbours with one video and captions of their own are two (EMB-2)', () => {
  const figure = (caption: string) => `<figure><iframe src="${FRAME}"></iframe>${caption}</figure>`
  const captioned = (words: string) => figure(`<figcaption>${words}</figcaption>`)
  expect(raw(captioned('Pierwsza bramka') + captioned('Druga bramka'))).toMatchObject([
    { type: 'youtube', caption: 'Pierwsza bramka' },
    { type: 'youtube', caption: 'Druga bramka' },
  ])
  expect(raw(captioned('Bramka') + captioned('Bramka') + figure(''))).toMatchObject([{ caption: 'Bramka' }])
})

test('what stands in a noscript after an embed stays, unless it is a copy (EMB-2)', () => {
  const image = '<img src="https://cms.szpalta.test/wp-content/uploads/pole.jpg" alt="Pole">'
  const blocks = raw(`<div><iframe src="${FRAME}"></iframe><noscript>${image}</noscript></div>`)
  expect(blocks).toMatchObject([{ type: 'html', html: expect.stringContaining('pole.jpg') }, { type: 'youtube' }])
  const thumbnail = `<noscript><img src="https://i.ytimg.com/vi/${YT}/hqdefault.jpg" alt=""></noscript>`
  expect(raw(`<iframe src="${FRAME}"></iframe>${thumbnail}`)).toMatchObject([{ type: 'youtube' }])
})

describe('code with words loses none of them (EMB-10)', () => {
  const pin = '<a data-pin-do="embedPin" href="https://www.pinterest.com/pin/123456/">przepis</a>'
  const link = /^Zobacz <a href="https:\/\/www\.pinterest\.com\/pin\/123456\/"[^>]*>przepis<\/a> i\u00a0gotuj$/

  test('a pin in a sentence stays there as a link', () => {
    expect(paragraph(`<p>Zobacz ${pin} i gotuj</p>`)).toMatchObject([
      { type: 'paragraph', html: expect.stringMatching(link) },
      { provider: 'Pinterest', id: '123456' },
    ])
    expect(raw(`<p>Zobacz ${pin} i gotuj</p>`)).toMatchObject([
      { type: 'html', html: expect.stringMatching(/Zobacz <a[^>]*>przepis<\/a> i\u00a0gotuj/) },
      { provider: 'Pinterest' },
    ])
    const divided = raw(`<div>Zobacz ${pin} i gotuj</div>`)
    expect(JSON.stringify(divided)).toMatch(/Zobacz.*>przepis<\/a>.*Pinterest.*i\u00a0gotuj/)
  })

  test('a pin of its own has its words as the caption', () => {
    expect(paragraph(`<p>${pin}</p>`)).toMatchObject([{ provider: 'Pinterest', caption: 'przepis' }])
    expect(raw(pin)).toMatchObject([{ provider: 'Pinterest', caption: 'przepis' }])
  })

  test.each([
    '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/CklosZboze2/">Żniwa <b>ruszyły</b></blockquote>',
    `<div class="rll-youtube-player" data-src="${FRAME}">Żniwa <b>ruszyły</b></div>`,
  ])('%s', (code) => {
    expect(raw(code)).toMatchObject([{ caption: 'Żniwa <b>ruszyły</b>' }])
    expect(paragraph(`<p>${code}</p>`)).toMatchObject([{ caption: 'Żniwa <b>ruszyły</b>' }])
  })
})

test('text around embeds keeps its places (EMB-2)', () => {
  const blocks = normaliseOne({
    innerHTML: `<p>Przed:<br>\nhttps://youtu.be/${YT}<br>\nmiędzy</p><p>[vimeo 76543210]</p><p>po [vimeo 1] i https://youtu.be/${YT}.</p>`,
  })
  expect(blocks).toMatchObject([
    { type: 'html', html: expect.stringMatching(/^<p>Przed:\s*<\/p>$/) },
    { type: 'youtube' },
    { type: 'html', html: expect.stringMatching(/^<p>\s*między<\/p>$/) },
    { type: 'vimeo' },
    { type: 'html', html: `<p>po [vimeo 1] i https://youtu.be/${YT}.</p>` },
  ])
})

test('a paragraph keeps its form, and its embed follows', () => {
  const block = {
    blockName: 'core/paragraph',
    attrs: { align: 'center' },
    innerHTML: `<p>Film <iframe src="${FRAME}"></iframe></p>`,
  }
  expect(normaliseOne(block)).toMatchObject([{ type: 'paragraph', html: 'Film', align: 'center' }, { type: 'youtube' }])
})

test('a link with words of its own stays a link', () => {
  expect(paragraph(`<p><a href="https://youtu.be/${YT}">nasz film</a></p>`)).toMatchObject([{ type: 'paragraph' }])
})

test.each([
  ['[wykres url="https://obcy.example/x"]', '[wykres url="https://obcy.example/x"]'],
  ['[embed]javascript:alert(1)[/embed]', '[embed]javascript:alert(1)[/embed]'],
  ['[youtube]', '[youtube]'],
  ['[youtube id="&quot;&gt;&lt;script&gt;"]', '[youtube id="&quot;&gt;&lt;script&gt;"]'],
  ['https://', 'https://'],
])('%j is text', (written, text) => {
  const [block, ...others] = paragraph(`<p>${written}</p>`)
  expect(others).toEqual([])
  expect(block).toMatchObject({ type: 'paragraph' })
  expect((block as { html: string }).html.replaceAll('&quot;', '"')).toBe(text.replaceAll('&quot;', '"'))
})

describe('hostile code never reaches a frame (EMB-5)', () => {
  test.each([
    '<div class="fb-post" data-href="https://evil.example/?https://www.facebook.com/x/posts/1"></div>',
    '<div class="fb-post" data-href="javascript:alert(1)"></div>',
    '<iframe src="https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Ffacebook.com.evil.example%2Fx"></iframe>',
    '<iframe src="https://w.soundcloud.com/player/?url=https%3A%2F%2Fevil.example%2Ftracks%2F1"></iframe>',
    '<blockquote class="instagram-media" data-instgrm-permalink="https://instagram.com.evil.example/p/Abc/"></blockquote>',
    '<div class="infogram-embed" data-id="../../evil?x=1"></div>',
    '<div class="flourish-embed" data-src="//evil.example/visualisation/1"></div>',
    '<blockquote class="imgur-embed-pub" data-id="a/../../x&quot;onload=x"></blockquote>',
    '<blockquote class="bluesky-embed" data-bluesky-uri="at://did:plc:x/../../evil"></blockquote>',
    '<p class="codepen" data-slug-hash="x/../y" data-user="@evil.example"></p>',
    '<script src="https://gist.github.com.evil.example/a/0123456789abcdef0123.js"></script>',
    '<script data-telegram-post="x@evil.example/1" src="https://telegram.org/js/telegram-widget.js"></script>',
    `<iframe src="https://www.youtube.com:444/embed/${YT}"></iframe>`,
    `<iframe src="https://www.youtube.com&#46;evil.example/embed/${YT}"></iframe>`,
    `<iframe src="https://user:www.youtube.com@evil.example/embed/${YT}"></iframe>`,
    `<iframe src="java&#10;script:alert('https://youtu.be/${YT}')"></iframe>`,
    '<iframe srcdoc="&lt;iframe src=&quot;javascript:x()&quot;&gt;&lt;/iframe&gt;&lt;script&gt;x()&lt;/script&gt;"></iframe>',
    '<object data="javascript:x()"><param name="movie" value="data:text/html,x"></object>',
    '<amp-iframe src="data:text/html,x"></amp-iframe>',
    '<iframe src="https://www.google.com/maps/embed?pb=%22%3E%3Cscript%3E"></iframe>',
    '<iframe src="https://docs.google.com/document/d/e/..%2F..%2Fx/pub"></iframe>',
    '<iframe src="https://players.brightcove.net/1/x_default/index.html?videoId=1%26x"></iframe>',
  ])('%s', (markup) => {
    const blocks = raw(markup)
    expect(JSON.stringify(blocks)).not.toMatch(/"frame":|<script|<iframe|javascript:|["' ]onload=/)
  })

  test('markup that is all code takes time in proportion to its size', () => {
    const code = '<blockquote class="twitter-tweet embed widget player"><div class="embed">'
    expect(() => raw(code.repeat(5000))).not.toThrow()
    expect(() => raw('<div class="embed" data-url="https://a.example">'.repeat(200))).not.toThrow()
    expect(() => paragraph(`<p>${'['.repeat(5000)}${'[youtube '.repeat(5000)}</p>`)).not.toThrow()
  })
})

describe('a class that is written thousands of times is read once (COST-5)', () => {
  /** How often URLs of an element are read by the providers. */
  const readings = (markup: string): number => {
    const own: OwnEmbed[] = []
    const map = jest.spyOn(own, 'map')
    for (const element of elementsNamed(parseHtml(markup), 'div')) embedCode(element, own)
    return map.mock.calls.length
  }
  const link = '<a href="https://szpalta.example/"></a>'

  test.each([
    ['wistia_async_a ', ''],
    ['fb-post ', link.repeat(190)],
  ])('%s', (name, inside) => {
    const [once, often] = [1, 4000].map((times) => readings(`<div class="${name.repeat(times)}">${inside}</div>`))
    expect(once).toBeGreaterThan(0)
    expect(often).toBe(once)
  })

  test('thousands of different classes count as the first ones', () => {
    const many = Array.from({ length: 3000 }, (_, index) => `wistia_async_${index}`).join(' ')
    expect(readings(`<div class="${many}"></div>`)).toBeLessThan(500)
  })
})

test.each([
  `<amp-youtube data-videoid="${YT}" data-param-start="77" layout="responsive" width="480" height="270"></amp-youtube>`,
  `<lite-youtube videoid="${YT}" params="controls=0&amp;start=77"></lite-youtube>`,
  `<div class="elementor-widget-video" data-settings="{&quot;youtube_url&quot;:&quot;https://youtu.be/${YT}&quot;,&quot;start&quot;:77}"></div>`,
])('an element of a video begins where it says: %s (EMB-12)', (element) => {
  expect(JSON.stringify(raw(`<p>Tekst</p>${element}`))).toContain(`/embed/${YT}?start=77"`)
})

test.each([
  ['javascript:alert(1)'],
  [{ url: FRAME }],
  [`${'x'.repeat(20_000)}${FRAME}`],
  [`https://youtu.be.zly.example/${YT}`],
])('settings of a page builder frame nothing but a known video: %j (EMB-5)', (value) => {
  const settings = JSON.stringify({ youtube_url: value }).replaceAll('"', '&quot;')
  const blocks = raw(`<p>Tekst</p><div class="elementor-widget-video" data-settings="${settings}"></div>`)
  expect(JSON.stringify(blocks)).not.toMatch(/"frame"|javascript/)
  expect(JSON.stringify(blocks)).toContain('Tekst')
})

test('settings that are no JSON cost nothing else (EMB-2)', () => {
  const [first, ...others] = raw(`<p>Tekst</p><div class="elementor-widget-video" data-settings="{"><p>Inny</p></div>`)
  expect(JSON.stringify([first, ...others])).toMatch(/Tekst.*Inny/)
})

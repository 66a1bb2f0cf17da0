import fc from 'fast-check'
import { embedTarget, FRAME_ORIGINS, httpUrl, tradingviewTarget, whoseUrl } from '../../src/content/embeds.ts'
import { RUNS } from '../support/property-runs.ts'
import { normaliseOne } from './world.ts'

const ID = 'Kl0sZb0z_-1'
const SPOTIFY_ID = '4rOoJ6Egrf8K2IrywzwOMk'
const TWEET = '1791234567890123456'

/** URLs as editors paste them: type, name, id, and the canonical URL. */
const KNOWN: ReadonlyArray<[string, string, string, string, string]> = [
  ...[
    `https://www.youtube.com/watch?v=${ID}&feature=share`,
    `https://www.youtube.com/e/${ID}`,
    `https://www.youtube.com/vi/${ID}`,
    `https://www.youtube.com/watch?app=desktop&v=${ID}`,
    `http://youtube.com/watch?v=${ID}`,
    `https://m.youtube.com/watch?v=${ID}`,
    `https://music.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com/embed/${ID}?rel=0`,
    `https://www.youtube.com/live/${ID}`,
    `https://www.youtube.com/v/${ID}`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    `https://youtu.be/${ID}?si=x`,
    `//youtu.be/${ID}`,
    `  https://YOUTU.BE/${ID}\n`,
    `https://www.youtube.com/shorts/${ID}`,
  ].map((url): [string, string, string, string, string] => [
    url,
    'youtube',
    'YouTube',
    ID,
    `https://www.youtube.com/watch?v=${ID}`,
  ]),
  ['https://vimeo.com/76543210', 'vimeo', 'Vimeo', '76543210', 'https://vimeo.com/76543210'],
  ['https://vimeo.com/channels/staffpicks/76543210', 'vimeo', 'Vimeo', '76543210', 'https://vimeo.com/76543210'],
  ['https://player.vimeo.com/video/76543210?h=1', 'vimeo', 'Vimeo', '76543210', 'https://vimeo.com/76543210'],
  ...['p', 'reel', 'tv'].map((kind): [string, string, string, string, string] => [
    `https://www.instagram.com/${kind}/CklosZboze1/?igsh=x`,
    'instagram',
    'Instagram',
    'CklosZboze1',
    `https://www.instagram.com/${kind}/CklosZboze1/`,
  ]),
  [
    'https://instagram.com/szpalta/reel/CklosZboze1',
    'instagram',
    'Instagram',
    'CklosZboze1',
    'https://www.instagram.com/reel/CklosZboze1/',
  ],
  ...['twitter.com', 'www.twitter.com', 'mobile.twitter.com', 'x.com'].map(
    (host): [string, string, string, string, string] => [
      `https://${host}/szpalta/status/${TWEET}?s=20`,
      'twitter',
      'X',
      TWEET,
      `https://x.com/szpalta/status/${TWEET}`,
    ],
  ),
  [`https://x.com/i/web/status/${TWEET}`, 'twitter', 'X', TWEET, `https://x.com/i/web/status/${TWEET}`],
  [
    'https://m.facebook.com/szpalta/posts/10160123456789012',
    'facebook',
    'Facebook',
    'https://www.facebook.com/szpalta/posts/10160123456789012',
    'https://www.facebook.com/szpalta/posts/10160123456789012',
  ],
  [
    `https://open.spotify.com/episode/${SPOTIFY_ID}?si=1`,
    'spotify',
    'Spotify',
    `episode/${SPOTIFY_ID}`,
    `https://open.spotify.com/episode/${SPOTIFY_ID}`,
  ],
  [
    `https://open.spotify.com/intl-pl/track/${SPOTIFY_ID}`,
    'spotify',
    'Spotify',
    `track/${SPOTIFY_ID}`,
    `https://open.spotify.com/track/${SPOTIFY_ID}`,
  ],
  [
    'https://old.reddit.com/r/bitcoin/comments/1klosz/pytanie_o_portfel/',
    'reddit',
    'Reddit',
    '1klosz',
    'https://www.reddit.com/r/bitcoin/comments/1klosz/pytanie_o_portfel',
  ],
  [
    'https://www.tiktok.com/@szpalta/video/7234567890123456789?lang=pl',
    'tiktok',
    'TikTok',
    '7234567890123456789',
    'https://www.tiktok.com/@szpalta/video/7234567890123456789',
  ],
  [
    'https://soundcloud.com/szpalta/odcinek-77',
    'soundcloud',
    'SoundCloud',
    '/szpalta/odcinek-77',
    'https://soundcloud.com/szpalta/odcinek-77',
  ],
  [
    'https://www.linkedin.com/embed/feed/update/urn%3Ali%3Ashare%3A7001234567890123456?collapsed=1',
    'linkedin',
    'LinkedIn',
    'urn:li:share:7001234567890123456',
    'https://www.linkedin.com/feed/update/urn:li:share:7001234567890123456',
  ],
  ['https://gfycat.com/ifr/KlosZbozeGfy', 'gfycat', 'Gfycat', 'KlosZbozeGfy', 'https://gfycat.com/KlosZbozeGfy'],
  [
    'https://gfycat.com/pl/gifs/detail/KlosZbozeGfy',
    'gfycat',
    'Gfycat',
    'KlosZbozeGfy',
    'https://gfycat.com/KlosZbozeGfy',
  ],
  [
    'https://giphy.com/gifs/klos-zboze-l0KlosZbozeGif42',
    'giphy',
    'Giphy',
    'l0KlosZbozeGif42',
    'https://giphy.com/gifs/l0KlosZbozeGif42',
  ],
  [
    'https://www.dailymotion.com/video/x8klosz_tytul-filmu',
    'embed',
    'Dailymotion',
    'x8klosz',
    'https://www.dailymotion.com/video/x8klosz',
  ],
  ['https://codepen.io/szpalta/pen/KlosZb', 'embed', 'CodePen', 'KlosZb', 'https://codepen.io/szpalta/pen/KlosZb'],
]

test.each(KNOWN)('%s is %s', (input, type, provider, id, url) => {
  expect(embedTarget(input, 'pl', [])).toMatchObject({ type, provider, id, url })
})

/** URLs with a moment: the frame, the canonical URL, and AMP's attribute for it; without one AMP has the frame. */
const MOMENTS: ReadonlyArray<[url: string, frame: RegExp, canonical: RegExp, amp: object | undefined]> = [
  ...[
    `https://www.youtube.com/watch?time_continue=77&v=${ID}`,
    `https://www.youtube.com/watch?v=${ID}&start=0&time_continue=77`,
    `https://youtu.be/${ID}?si=x&t=1m17s`,
    `https://youtu.be/${ID}#t=77`,
    `https://www.youtube.com/embed/${ID}?rel=0&start=77`,
  ].map((url): (typeof MOMENTS)[number] => [url, /\?start=77$/, /&t=77s$/, { 'data-param-start': '77' }]),
  ...[
    'https://www.dailymotion.com/video/x8klosz?start=77',
    'https://www.dailymotion.com/embed/video/x8klosz?autoplay=1&start=77',
    'https://dai.ly/x8klosz?start=77',
    'https://geo.dailymotion.com/player/x1abc.html?video=x8klosz&startTime=77',
  ].map((url): (typeof MOMENTS)[number] => [url, /x8klosz\?start=77$/, /x8klosz\?start=77$/, { 'data-start': '77' }]),
  ['https://vimeo.com/76543210#t=1m17s', /#t=77s$/, /#t=77s$/, undefined],
]

test.each(MOMENTS)('%s begins at its 77th second (EMB-12)', (url, frame, canonical, attributes) => {
  const target = embedTarget(url, 'pl', [])
  expect(target?.frame?.src).toMatch(frame)
  expect(target?.url).toMatch(canonical)
  if (attributes) expect(target?.amp?.attributes).toMatchObject(attributes)
  else expect(target?.amp).toBeUndefined()
})

test.each(['0', '-5', '7x', '9999999', ''])('a video of Dailymotion begins at its beginning: start=%s', (start) => {
  const target = embedTarget(`https://www.dailymotion.com/video/x8klosz?start=${start}`, 'pl', [])
  expect(target).toMatchObject({ id: 'x8klosz', url: 'https://www.dailymotion.com/video/x8klosz' })
  expect(target?.amp?.attributes).toEqual({ 'data-videoid': 'x8klosz' })
})

test.each(KNOWN)('the frame of %s has a listed origin (BLOCK-30)', (url, type) => {
  const frame = embedTarget(url, 'pl', [])?.frame
  // Gfycat is closed: there is no frame.
  if (type === 'gfycat') expect(frame).toBeUndefined()
  else expect(FRAME_ORIGINS).toContain(new URL(frame?.src ?? '').origin)
})

test('a player that an editor pastes as a frame becomes the content that it plays', () => {
  for (const [url, type, , id] of KNOWN.filter(([, name]) => name !== 'gfycat' && name !== 'twitter')) {
    expect(embedTarget(embedTarget(url, 'pl', [])?.frame?.src ?? '', 'pl', [])).toMatchObject({ type, id })
  }
})

test('every origin of a frame is an https origin, each listed once', () => {
  for (const origin of FRAME_ORIGINS)
    expect([new URL(origin).origin, new URL(origin).protocol]).toEqual([origin, 'https:'])
  expect(new Set(FRAME_ORIGINS).size).toBe(FRAME_ORIGINS.length)
})

test.each([
  [`https://www.youtube.com/shorts/${ID}`, { ratio: '9 / 16' }],
  [`https://www.youtube.com/watch?v=${ID}`, { ratio: '16 / 9' }],
  ['https://www.facebook.com/szpalta/videos/1', { height: 420 }],
  ['https://www.facebook.com/szpalta/posts/1', { height: 560 }],
  [`https://open.spotify.com/track/${SPOTIFY_ID}`, { height: 152 }],
  [`https://open.spotify.com/album/${SPOTIFY_ID}`, { height: 352 }],
])('the frame of %s has its shape', (url, shape) => {
  expect(embedTarget(url, 'pl', [])?.frame?.shape).toEqual(shape)
})

describe('nothing is recognised in', () => {
  const isNothing = (_: string, url: string): void => expect(embedTarget(url, 'pl', [])).toBeUndefined()

  test.each([
    ['a host that begins like a provider', `https://youtube.com.evil.example/watch?v=${ID}`],
    ['a host that ends like a provider', `https://evilyoutube.com/watch?v=${ID}`],
    ['an unknown subdomain of a provider', `https://evil.youtu.be/${ID}`],
    ['a provider as user name', `https://youtu.be@evil.example/${ID}`],
    ['a provider as user and password', `https://youtube.com:x@evil.example/watch?v=${ID}`],
    ['a provider behind a backslash', `https://evil.example\\@youtu.be/${ID}`],
    ['a provider in homoglyphs', `https://уoutube.com/watch?v=${ID}`],
    ['a provider in the path', `https://evil.example/https://youtu.be/${ID}`],
    ['a script', `javascript:alert("https://youtu.be/${ID}")`],
    ['a script behind white space', ` java\nscript:alert(1)//youtu.be/${ID}`],
    ['data', `data:text/html,https://youtu.be/${ID}`],
    ['another scheme', `ftp://youtu.be/${ID}`],
    ['a URL without a scheme', `youtu.be/${ID}`],
    ['a path', `/watch?v=${ID}`],
    ['an empty string', ''],
    ['a player of a hostile URL', 'https://www.facebook.com/plugins/post.php?href=javascript:alert(1)'],
    ['a player without content', 'https://w.soundcloud.com/player/'],
  ])('%s', isNothing)

  test.each([
    ['an id of 12 characters, which is not cut', `https://www.youtube.com/watch?v=${ID}2`],
    ['an id of 12 characters in a short URL', `https://youtu.be/${ID}2`],
    ['an id of 12 characters of a YouTube short', `https://www.youtube.com/shorts/${ID}2`],
    ['an id of 10 characters', 'https://youtu.be/Kl0sZb0z_-'],
    ['an id with an invalid character', 'https://youtu.be/Kl0sZb0z_-+'],
    ['an encoded id', 'https://youtu.be/Kl0sZb0z_%2D1'],
    ['a playlist whose id is as long as that of a video', 'https://www.youtube.com/embed/videoseries?list=PL1234'],
    [
      'a channel whose name is as long as the id of a video',
      'https://www.youtube.com/embed/live_stream?channel=UC1234',
    ],
    ['a channel', 'https://www.youtube.com/@szpalta-xyz'],
    ['a Vimeo video with letters in its number', 'https://vimeo.com/76543210abc'],
    ['a Vimeo video whose number is too long', `https://vimeo.com/${'7'.repeat(16)}`],
    ['an Instagram profile', 'https://www.instagram.com/szpalta/'],
    ['an Instagram post whose id is too long', `https://www.instagram.com/p/${'C'.repeat(41)}/`],
    ['a tweet whose id is not a number', 'https://x.com/szpalta/status/abc'],
    ['a tweet whose id is too long', `https://x.com/szpalta/status/${'1'.repeat(26)}`],
    ['a profile on X', 'https://x.com/szpalta'],
    ['the home page of Facebook', 'https://www.facebook.com/'],
    ...[
      'szpalta',
      'marketplace',
      'privacy/policy/',
      'events/1234',
      'groups/zniwa/',
      'profile.php?id=100',
      'watch/',
    ].map((path): [string, string] => ['a page of Facebook', `https://www.facebook.com/${path}`]),
    ['prices of Infogram', 'https://infogram.com/pricing'],
    ['the login of Streamable', 'https://streamable.com/login'],
    ['uploads to Imgur', 'https://imgur.com/upload'],
    ['a guide on Instagram with the name of a post inside', 'https://www.instagram.com/a/b/p/Cabc/'],
    ['a map without numbers', 'https://www.openstreetmap.org/export/embed.html?bbox=1,.,3,4'],
    ['a Facebook button', 'https://www.facebook.com/plugins/like.php?href=https%3A%2F%2Fevil.example'],
    ['a Spotify id that is too long', `https://open.spotify.com/track/${SPOTIFY_ID}x`],
    ['a Spotify user', 'https://open.spotify.com/user/szpalta'],
    ['a subreddit', 'https://www.reddit.com/r/bitcoin/'],
    ['a Reddit thread with a dash', 'https://www.reddit.com/r/bitcoin/comments/1klosz-2/'],
    ['a TikTok profile', 'https://www.tiktok.com/@szpalta'],
    ['a TikTok video whose number is too long', `https://www.tiktok.com/@szpalta/video/${'7'.repeat(26)}`],
    ['a SoundCloud profile', 'https://soundcloud.com/szpalta'],
    ['a LinkedIn profile', 'https://www.linkedin.com/in/ktos'],
    ['a LinkedIn frame with a broken escape', 'https://www.linkedin.com/embed/feed/update/%E0%A4%A'],
    ['the home page of Gfycat', 'https://gfycat.com/'],
    ['a gif whose id is too long', `https://giphy.com/gifs/${'a'.repeat(41)}`],
    ['a gif whose id has a dot', 'https://giphy.com/embed/klosz.js'],
    ['a Dailymotion video whose id is too long', `https://www.dailymotion.com/video/${'x'.repeat(21)}`],
    ['a pen whose id is too long', `https://codepen.io/szpalta/pen/${'x'.repeat(21)}`],
  ])('%s', isNothing)
})

describe('any input', () => {
  const path = fc.oneof(
    fc.webPath(),
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom('/', 'watch?v=', 'p/', 'status/', 'comments/', 'video/', 'urn:li:share:', '%2F', '@', '..', ID),
      )
      .map((parts) => parts.join('')),
  )
  const host = fc.constantFrom(
    ...'www.youtube.com youtu.be vimeo.com www.instagram.com x.com www.facebook.com open.spotify.com www.reddit.com'.split(
      ' ',
    ),
    ...'www.tiktok.com soundcloud.com www.linkedin.com gfycat.com giphy.com www.dailymotion.com codepen.io'.split(' '),
    'w.soundcloud.com/player/?url=https:/',
    'www.facebook.com/plugins/post.php?href=https:/',
  )
  const anyUrl = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc
      .tuple(fc.constantFrom('https:', 'http:', '', 'javascript:'), host, path)
      .map(([scheme, on, to]) => `${scheme}//${on}/${to}`),
    fc.constantFrom(...KNOWN).map(([known]) => known),
  )

  test('never throws, yields https links, and frames on listed https origins', () => {
    fc.assert(
      fc.property(anyUrl, (written) => {
        const target = embedTarget(written, 'pl', [])
        if (!target) return
        expect(new URL(target.url).protocol).toBe('https:')
        expect([target.id, target.provider]).not.toContain('')
        if (!target.frame) return
        expect(FRAME_ORIGINS).toContain(new URL(target.frame.src).origin)
        expect(target.frame.src).toMatch(/^https:\/\/[\w.-]+\/[^\s"'<>\\]*$/)
      }),
      { numRuns: RUNS },
    )
  })

  test('has an http(s) URL or none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyUrl,
          fc.webUrl().map((url) => url.replace('http', 'ftp')),
        ),
        (written) => {
          const url = httpUrl(written)
          if (url) expect(url.href).toMatch(/^https?:\/\//)
        },
      ),
      { numRuns: RUNS },
    )
  })
})

describe('a chart of TradingView', () => {
  const query = 'locale=pl&theme=light'

  test('has its symbol, its interval and its height (BLOCK-31)', () => {
    expect(tradingviewTarget({ language: 'pl', symbol: 'BINANCE:BTCPLN', interval: 'W', height: 500 })).toEqual({
      provider: 'TradingView',
      id: 'BINANCE:BTCPLN',
      url: 'https://pl.tradingview.com/chart/?symbol=BINANCE%3ABTCPLN',
      frame: {
        src: `https://s.tradingview.com/widgetembed/?symbol=BINANCE%3ABTCPLN&interval=W&${query}`,
        shape: { height: 500 },
      },
    })
  })

  test.each([
    [undefined, 400],
    [-5, 200],
    [0, 200],
    [99_999, 1000],
  ])('of the height %p is %p high', (height, shown) => {
    expect(tradingviewTarget({ language: 'pl', symbol: 'BTC', height })?.frame?.shape).toEqual({ height: shown })
  })

  test.each([
    ['15', '15'],
    ['M', 'M'],
    [undefined, 'D'],
    ['', 'D'],
    ['rok', 'D'],
    ['D&symbol=X', 'D'],
  ])('with the interval %p has %s', (interval, shown) => {
    expect(
      new URL(tradingviewTarget({ language: 'pl', symbol: 'BTC', interval })?.frame?.src ?? '').searchParams.get(
        'interval',
      ),
    ).toBe(shown)
  })

  test.each(['', '"><script>', 'BTC PLN', 'BTC&theme=dark', 'B'.repeat(41), 'łódź'])(
    'does not accept the symbol %j',
    (symbol) => {
      expect(tradingviewTarget({ language: 'pl', symbol })).toBeUndefined()
    },
  )

  test('has a listed origin', () => {
    expect(FRAME_ORIGINS).toContain(
      new URL(tradingviewTarget({ language: 'pl', symbol: 'BTC' })?.frame?.src ?? '').origin,
    )
  })
})

test('the box of a Facebook page is a frame by its code (EMB-2)', () => {
  const code = '<div class="fb-page" data-href="https://www.facebook.com/szpalta?ref=x"></div>'
  expect(normaliseOne({ blockName: 'core/html', innerHTML: code })).toMatchObject([
    { type: 'facebook', url: 'https://www.facebook.com/szpalta', amp: { name: 'amp-facebook-page' } },
  ])
})

test.each([
  ['https://www.tiktok.com/@nasa/video/7665358680627399966', '@nasa'],
  ['https://x.com/szpalta/status/1', '@szpalta'],
  ['https://twitter.com/szpalta/status/1', '@szpalta'],
  ['https://www.reddit.com/r/rolnictwo/comments/1klosz/', 'r/rolnictwo'],
  ['https://bsky.app/profile/szpalta.bsky.social/post/3k', '@szpalta.bsky.social'],
  ['https://www.youtube.com/@szpalta', '@szpalta'],
  ['https://soundcloud.com/szpalta/odcinek', '@szpalta'],
  ['https://www.youtube.com/watch?v=bBC-nXj3Ng4', undefined],
  ['https://notx.com/szpalta/status/1', undefined],
  ['https://x.com/<script>/status/1', undefined],
  ['/r/rolnictwo/', undefined],
])('%s is of %s (EMB-11)', (url, whose) => {
  expect(whoseUrl(url)).toBe(whose)
})

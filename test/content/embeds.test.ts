import fc from 'fast-check'
import { embedTarget, FRAME_ORIGINS, tradingviewTarget } from '../../src/content/embeds.ts'

test.each([
  ['https://www.youtube.com/watch?v=Kl0sZb0z_-1&t=30s', 'youtube', 'Kl0sZb0z_-1'],
  ['https://youtu.be/Kl0sZb0z_-1?si=x', 'youtube', 'Kl0sZb0z_-1'],
  ['https://m.youtube.com/shorts/Kl0sZb0z_-1', 'youtube', 'Kl0sZb0z_-1'],
  ['https://www.youtube-nocookie.com/embed/Kl0sZb0z_-1', 'youtube', 'Kl0sZb0z_-1'],
  ['https://vimeo.com/76543210', 'vimeo', '76543210'],
  ['https://player.vimeo.com/video/76543210?h=1', 'vimeo', '76543210'],
  ['https://www.instagram.com/p/CklosZboze1/', 'instagram', 'CklosZboze1'],
  ['https://instagram.com/reel/CklosZboze1', 'instagram', 'CklosZboze1'],
  ['https://www.instagram.com/tv/CklosZboze1/?x=1', 'instagram', 'CklosZboze1'],
  ['https://twitter.com/szpalta/status/1791234567890123456', 'twitter', '1791234567890123456'],
  ['https://x.com/szpalta/status/1791234567890123457?s=20', 'twitter', '1791234567890123457'],
  ['https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk', 'spotify', 'episode/4rOoJ6Egrf8K2IrywzwOMk'],
  ['https://open.spotify.com/intl-pl/track/4rOoJ6Egrf8K2IrywzwOMk', 'spotify', 'track/4rOoJ6Egrf8K2IrywzwOMk'],
  ['https://www.reddit.com/r/bitcoin/comments/1klosz/pytanie/', 'reddit', '1klosz'],
  ['https://www.tiktok.com/@szpalta/video/7234567890123456789', 'tiktok', '7234567890123456789'],
  ['https://soundcloud.com/szpalta/odcinek-77', 'soundcloud', '/szpalta/odcinek-77'],
  [
    'https://www.linkedin.com/embed/feed/update/urn:li:share:7001234567890123456',
    'linkedin',
    'urn:li:share:7001234567890123456',
  ],
  ['https://gfycat.com/ifr/KlosZbozeGfy', 'gfycat', 'KlosZbozeGfy'],
  ['https://giphy.com/embed/l0KlosZbozeGif42', 'giphy', 'l0KlosZbozeGif42'],
  ['//www.dailymotion.com/video/x8abcd', 'embed', 'x8abcd'],
])('%s is %s %s', (address, type, id) => {
  expect(embedTarget(address)).toMatchObject({ type, id })
})

test.each([
  ['an id of 12 characters is rejected, not cut', 'https://www.youtube.com/watch?v=Kl0sZb0z_-12'],
  ['an id of 10 characters', 'https://youtu.be/Kl0sZb0z_-'],
  ['a host that ends like a provider', 'https://evilyoutube.com/watch?v=Kl0sZb0z_-1'],
  ['a host that begins like a provider', 'https://youtube.com.zly.example/watch?v=Kl0sZb0z_-1'],
  ['a provider as user name', 'https://youtu.be@zly.example/Kl0sZb0z_-1'],
  ['a script', 'javascript:alert("https://youtu.be/Kl0sZb0z_-1")'],
  ['data', 'data:text/html,https://youtu.be/Kl0sZb0z_-1'],
  ['a profile instead of a post', 'https://www.instagram.com/szpalta/'],
  ['a tweet id that is no number', 'https://x.com/szpalta/status/abc'],
  ['a page of LinkedIn that is no frame', 'https://www.linkedin.com/in/ktos'],
  ['a broken escape', 'https://www.linkedin.com/embed/feed/update/%E0%A4%A'],
  ['no address', ''],
])('%s is nothing', (_name, address) => {
  expect(embedTarget(address)).toBeUndefined()
})

test('an upright film keeps its shape', () => {
  expect(embedTarget('https://youtube.com/shorts/Kl0sZb0z_-1')?.frame?.shape).toEqual({ ratio: '9 / 16' })
})

test('whatever comes in, links are http(s) and frames stand on the listed origins', () => {
  const hosts = [
    'www.youtube.com',
    'vimeo.com',
    'x.com',
    'www.facebook.com',
    'open.spotify.com',
    'soundcloud.com',
    'giphy.com',
    'codepen.io',
  ]
  const address = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.tuple(fc.constantFrom(...hosts), fc.string()).map(([host, path]) => `https://${host}/${path}`),
  )
  fc.assert(
    fc.property(address, (written) => {
      const target = embedTarget(written)
      if (!target) return
      expect(target.url).toMatch(/^https:\/\//)
      if (target.frame) expect(FRAME_ORIGINS).toContain(new URL(target.frame.src).origin)
    }),
    { numRuns: 500 },
  )
})

test('a chart of TradingView takes a symbol, a known interval and a height within bounds', () => {
  const target = tradingviewTarget({ symbol: 'BINANCE:BTCPLN', interval: 'zły', height: 99_999 })
  expect(target?.frame?.src).toBe(
    'https://s.tradingview.com/widgetembed/?symbol=BINANCE%3ABTCPLN&interval=D&locale=pl&theme=light',
  )
  expect(target?.frame?.shape).toEqual({ height: 1000 })
  expect(tradingviewTarget({ symbol: '"><script>' })).toBeUndefined()
})

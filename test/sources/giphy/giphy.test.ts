import { gzipSync } from 'node:zlib'
import { createGiphy } from '../../../src/sources/giphy/giphy.ts'
import { giphyOrigins } from '../../../src/sources/giphy/item.ts'
import type { HostSettings } from '../../../src/sources/upstream/host.ts'
import type { Problem } from '../../../src/system/report.ts'
import { type GiphyServer, giphyItem, startGiphy } from '../../support/giphy-server.ts'

const KEY = 'tajny/klucz+giphy'
const ID = 'l0KlosZboze'
const CALL = `/v1/gifs/${ID}`
const SECOND = 1000
const MP4 = 'https://media2.giphy.com/media/l0KlosZboze/giphy.mp4?cid=x'
const FAILED = { kind: 'failed', message: 'Error fetching' }
const ORIGINAL = { url: 'https://media2.giphy.com/a.gif', mp4: MP4, width: '480', height: '270' }

let giphy: GiphyServer
beforeEach(async () => {
  giphy = await startGiphy()
})
afterEach(() => giphy.close())

/** A client with a manual clock. */
function open(apiUrl = giphy.url, hosts: HostSettings = {}) {
  let now = Date.now()
  const problems: Problem[] = []
  const client = createGiphy(
    { key: KEY, apiUrl },
    (problem) => problems.push(problem),
    () => now,
    hosts,
  )
  return {
    problems,
    item: (id = ID) => client.item(id),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

/** The item of a response with these images. */
async function itemOf(images: object) {
  giphy.on(CALL, giphyItem(images))
  return open().item()
}

describe('an item', () => {
  test('is requested by its id, with the key and the rating, and has its own size (GIF-1, GIF-3)', async () => {
    const item = await itemOf({ original: ORIGINAL, original_still: { url: 'https://media2.giphy.com/s.gif' } })
    expect(giphy.calls).toEqual([`${CALL}?api_key=${encodeURIComponent(KEY)}&rating=pg-13`])
    expect(item).toEqual({
      kind: 'animation',
      video: MP4,
      poster: 'https://media2.giphy.com/s.gif',
      width: 480,
      height: 270,
    })
  })

  test('below a base with a path keeps the path', async () => {
    giphy.on(`/proxy${CALL}`, giphyItem({ original: ORIGINAL }))
    expect(await open(`${giphy.url}/proxy`).item()).toMatchObject({ width: 480 })
  })

  test.each([
    ['absent', undefined],
    ['not a number', 'szeroki'],
    ['zero', 0],
    ['negative', -5],
    ['implausibly large', 1e9],
    ['an object', {}],
  ])('of a width of %s is 300 wide', async (_name, width) => {
    expect(await itemOf({ original: { mp4: MP4, width } })).toEqual({
      kind: 'animation',
      video: MP4,
      width: 300,
      height: 169,
    })
  })

  test('may have a video next to the original image', async () => {
    expect(await itemOf({ original: { width: 200, height: 100 }, original_mp4: { mp4: MP4 } })).toEqual({
      kind: 'animation',
      video: MP4,
      width: 200,
      height: 100,
    })
  })

  test.each(['media', 'media0', 'media1', 'media2', 'media3', 'media4', 'i'])(
    'may come from %s.giphy.com, always by https',
    async (name) => {
      expect(await itemOf({ original: { mp4: `http://${name}.giphy.com/a.mp4` } })).toMatchObject({
        video: `https://${name}.giphy.com/a.mp4`,
      })
    },
  )

  test('may come from the host of another base, which the security policy then allows', async () => {
    const video = `${giphy.url}/film.mp4`
    expect(await itemOf({ original: { mp4: video } })).toMatchObject({ video })
    expect(giphyOrigins(`${giphy.url}/proxy`).media).toContain(giphy.url)
    expect([...giphyOrigins('https://api.giphy.com').media].sort()).toEqual(
      ['i', 'media', 'media0', 'media1', 'media2', 'media3', 'media4'].map((name) => `https://${name}.giphy.com`),
    )
  })

  test.each([
    'https://evil.example/a.mp4',
    'https://media.giphy.com.evil.example/a.mp4',
    'https://evilmedia.giphy.com/a.mp4',
    'https://giphy.com/a.mp4',
    'https://media.giphy.com@evil.example/a.mp4',
    'https://user:pass@media.giphy.com/a.mp4',
    'https://media.giphy.com:8443/a.mp4',
    'http://localhost/a.mp4',
    'javascript:alert(1)',
    'data:video/mp4;base64,AAAA',
    'file:///etc/hostname',
    '/a.mp4',
    `https://media.giphy.com/${'a'.repeat(2000)}.mp4`,
    '',
  ])('with a video at %s has none', async (mp4) => {
    expect(await itemOf({ original: { mp4, width: 200 } })).toEqual({ kind: 'no-video' })
  })

  test('drops a still of another host, and keeps its video', async () => {
    const still = { url: 'https://evil.example/s.gif' }
    expect(await itemOf({ original: ORIGINAL, original_still: still })).toEqual({
      kind: 'animation',
      video: MP4,
      width: 480,
      height: 270,
    })
  })
})

test('an item without a video is logged as such, with its id (GIF-5)', async () => {
  giphy.on(CALL, giphyItem({ original: { url: 'https://media.giphy.com/a.gif', width: '480' } }))
  const { item, problems, pass } = open()
  expect(await item()).toEqual({ kind: 'no-video' })
  expect(problems).toEqual([{ call: `GET ${CALL}`, field: 'data.images', kind: `no video exists for the id ${ID}` }])
  pass(59 * SECOND)
  await item()
  expect(giphy.calls).toHaveLength(1)
})

describe('GIF-2: an item', () => {
  test('is cached for 60 seconds', async () => {
    giphy.on(CALL, giphyItem({ original: ORIGINAL }))
    const { item, pass } = open()
    const first = await item()
    pass(59 * SECOND)
    expect(await item()).toBe(first)
    expect(giphy.calls).toHaveLength(1)
    pass(2 * SECOND)
    expect(await item()).toEqual(first)
    expect(giphy.calls).toHaveLength(2)
  })

  test('has at most one request at a time', async () => {
    giphy.on('/v1/', giphyItem({ original: ORIGINAL }))
    const { item } = open()
    await Promise.all([item(), item(), item('drugi1'), item()])
    expect(giphy.calls).toHaveLength(2)
  })
})

describe('GIF-4: an item rated', () => {
  const rated = async (rating: unknown) => {
    giphy.on(CALL, giphyItem({ original: ORIGINAL }, ID, { rating }))
    const { item, problems } = open()
    return { item: await item(), problems }
  }

  test.each(['y', 'g', 'pg', 'pg-13', 'PG-13', '', null, undefined])('%j is shown', async (rating) => {
    expect((await rated(rating)).item).toMatchObject({ kind: 'animation' })
  })

  test.each(['r', 'R', ' r ', 'nsfw', 'unrated', 18])('%j is not, and one log line says so', async (rating) => {
    const { item, problems } = await rated(rating)
    expect(item).toEqual({ kind: 'rating' })
    expect(problems).toEqual([{ call: `GET ${CALL}`, field: 'data.rating', kind: 'above pg-13' }])
  })
})

describe('GIF-6: the provider’s own message', () => {
  const UNAVAILABLE = 'This content is not available in your location'
  const failing = (status: number, body: object) => {
    giphy.on(CALL, (_request, response) => void response.writeHead(status).end(JSON.stringify(body)))
    return open().item()
  }

  test.each<[string, number, object, object]>([
    ['meta.msg', 404, { meta: { status: 404, msg: 'Not Found' } }, { kind: 'failed', message: 'Not Found' }],
    ['message', 401, { message: 'No API key found' }, { kind: 'failed', message: 'No API key found' }],
    ['meta.msg before message', 429, { meta: { msg: 'Limit' }, message: 'x' }, { kind: 'failed', message: 'Limit' }],
    ['the location', 403, { meta: { msg: UNAVAILABLE } }, { kind: 'location', message: UNAVAILABLE }],
    [
      'the location, with success',
      200,
      { data: [], meta: { status: 403, msg: UNAVAILABLE } },
      { kind: 'location', message: UNAVAILABLE },
    ],
    ['OK, which is not a message', 500, { meta: { msg: 'OK' } }, FAILED],
    ['nothing', 400, {}, FAILED],
    ['not text', 400, { meta: { msg: { a: 1 } }, message: [] }, FAILED],
    ['the key', 401, { message: `Bad key ${KEY}.` }, FAILED],
    ['the key, where it is cut', 401, { message: `${'x'.repeat(190)}${KEY}` }, FAILED],
    ['the key, escaped', 401, { message: `Bad key ${encodeURIComponent(KEY)}.` }, FAILED],
    [
      'line breaks and hidden characters',
      400,
      { message: ' a\n\u0000b\u202ec  ' },
      { kind: 'failed', message: 'a b c' },
    ],
    ['too much', 400, { message: 'x'.repeat(5000) }, { kind: 'failed', message: 'x'.repeat(200) }],
  ])('%s', async (_name, status, body, item) => {
    expect(await failing(status, body)).toEqual(item)
  })
})

describe('GIF-9: views are reported to', () => {
  const pingbackOf = async (url: unknown) => {
    giphy.on(CALL, giphyItem({ original: ORIGINAL }, ID, { analytics: { onload: { url } } }))
    const item = await open().item()
    return item.kind === 'animation' ? item.pingback : 'no animation'
  }

  test.each([
    'https://giphy-analytics.giphy.com/v2/pingback_simple?analytics_response_payload=e%3DZX&action_type=SEEN',
    'https://pingback.giphy.com/v2/pingback?x=1',
  ])('%s', async (url) => {
    expect(await pingbackOf(url)).toBe(url)
    expect(await pingbackOf(url.replace('https:', 'http:'))).toBe(url)
    expect(giphyOrigins('https://api.giphy.com').pingback).toContain(new URL(url).origin)
  })

  test('the host of another base', async () => {
    expect(await pingbackOf(`${giphy.url}/widziano?a=b`)).toBe(`${giphy.url}/widziano?a=b`)
  })

  test.each([
    `https://giphy-analytics.giphy.com/?k=${encodeURIComponent(KEY)}`,
    'https://evil.example/x',
    'https://media.giphy.com/x',
    'javascript:alert(1)',
    '',
    7,
    null,
  ])('not %j', async (url) => {
    expect(await pingbackOf(url)).toBeUndefined()
  })
})

test('ART-11: an item keeps its identity when a response differs in Giphy’s own numbers only, so that its page stays cached', async () => {
  const responseNo = (n: number, width: number) =>
    giphyItem({ original: { mp4: `${MP4}&cid=${n}`, width } }, ID, {
      analytics: {
        onload: { url: `https://giphy-analytics.giphy.com/v2/pingback_simple?analytics_response_payload=${n}` },
      },
    })
  giphy.on(CALL, responseNo(1, 480))
  const { item, pass } = open()
  const first = await item()
  for (const [n, width, isSame] of [
    [2, 480, true],
    [3, 400, false],
  ] as const) {
    giphy.on(CALL, responseNo(n, width))
    // Expiry is measured in milliseconds of the system clock, which went on meanwhile.
    pass(61 * SECOND)
    expect((await item()) === first).toBe(isSame)
  }
  expect(giphy.calls).toHaveLength(3)
})

test('GIF-2: a host that hangs is not requested for a while, and then probed once', async () => {
  giphy.on('/v1/', () => {})
  const { item, problems, pass } = open(giphy.url, { probeAfter: 300 })
  await Promise.all([item('jeden1'), item('dwa123')])
  expect(giphy.calls).toHaveLength(2)
  giphy.on('/v1/', giphyItem({ original: ORIGINAL }))
  const startedAt = performance.now()
  expect(await item('trzy12')).toEqual(FAILED)
  expect(performance.now() - startedAt).toBeLessThan(200)
  expect(giphy.calls).toHaveLength(2)
  expect(problems.at(-1)).toMatchObject({ kind: 'not asked: it has failed of late' })
  await new Promise((resolve) => setTimeout(resolve, 400))
  pass(7 * SECOND)
  expect(await item('trzy12')).toMatchObject({ kind: 'animation' })
})

describe('a failure', () => {
  test.each<[string, Parameters<GiphyServer['on']>[1], string]>([
    ['HTTP 404', (_request, response) => void response.writeHead(404).end('{}'), 'HTTP 404'],
    ['HTTP 429', (_request, response) => void response.writeHead(429).end('{}'), 'HTTP 429'],
    ['HTTP 500', (_request, response) => void response.writeHead(500).end('x'), 'HTTP 500'],
    ['a page', '<!doctype html>', 'not JSON'],
    ['half of a response', '{"data":', 'not JSON'],
    ['no response', (_request, response) => void response.destroy(), 'unreachable'],
    ['a truncated response', (_request, response) => cut(response), 'incomplete'],
    [
      'a placeholder response during an outage',
      { data: [], meta: { status: 200, msg: 'OK', response_id: '' } },
      `no video exists for the id ${ID}`,
    ],
    ['null', 'null', `no video exists for the id ${ID}`],
    ['a response that is too large', `${' '.repeat(256 * 1024)}{}`, 'too large'],
    ['a decompression bomb', (_request, response) => bomb(response), 'too large'],
  ])('by %s is “Error fetching” and one report', async (_name, reply, kind) => {
    giphy.on(CALL, reply)
    const { item, problems } = open()
    expect(await item()).toEqual(FAILED)
    expect(problems).toMatchObject([{ call: `GET ${CALL}`, kind }])
  })

  test('of an unreachable server is one too', async () => {
    const gone = await startGiphy()
    await gone.close()
    const { item, problems } = open(gone.url)
    expect(await item()).toEqual(FAILED)
    expect(problems).toMatchObject([{ kind: 'unreachable' }])
  })

  test.each<[string, Parameters<GiphyServer['on']>[1]]>([
    ['that never begins', () => {}],
    ['that never ends', (_request, response) => void response.write('{"data":')],
  ])('by a response %s ends after two seconds', async (_name, reply) => {
    giphy.on(CALL, reply)
    const { item, problems } = open()
    const startedAt = performance.now()
    expect(await item()).toEqual(FAILED)
    const took = performance.now() - startedAt
    expect([took > 1900, took < 3000]).toEqual([true, true])
    expect(problems).toMatchObject([{ kind: 'timeout' }])
  })

  test('GIF-2: is cached for 6 seconds', async () => {
    giphy.on(CALL, (_request, response) => void response.writeHead(503).end())
    const { item, pass } = open()
    expect(await item()).toEqual(FAILED)
    giphy.on(CALL, giphyItem({ original: ORIGINAL }))
    pass(5 * SECOND)
    expect(await item()).toEqual(FAILED)
    expect(giphy.calls).toHaveLength(1)
    pass(2 * SECOND)
    expect(await item()).toMatchObject({ width: 480 })
  })

  test('by a redirect to another host does not reveal the key', async () => {
    const stranger = await startGiphy()
    giphy.on(CALL, (_request, response) => void response.writeHead(302, { location: `${stranger.url}/x` }).end())
    const { item, problems } = open()
    expect(await item()).toEqual(FAILED)
    expect(stranger.calls).toEqual([])
    expect(problems).toMatchObject([{ kind: 'HTTP 302' }])
    await stranger.close()
  })

  test('never names the key', async () => {
    const { item, problems } = open('http://127.0.0.1:1')
    await item()
    expect(problems).toHaveLength(1)
    expect(JSON.stringify(problems)).not.toMatch(/tajny|klucz/)
  })
})

function cut(response: import('node:http').ServerResponse): void {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"data":', () => response.destroy())
}

function bomb(response: import('node:http').ServerResponse): void {
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(4_000_000, ' ')))
}

import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { MediaFile, MediaSite, RemoteMedia } from '../../src/content/remote-media.ts'
import { createDiskCache } from '../../src/media/remote/disk-cache.ts'
import { createMediaClient, guardedLookup } from '../../src/media/remote/media-client.ts'
import { createRemoteImages, type RemoteImages } from '../../src/media/remote/remote-images.ts'
import { HOSTILE_IMAGES } from '../support/hostile-images.ts'
import { photo as photoOf } from '../support/photo.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { until } from '../support/until.ts'

/** Resolves once a condition holds. */
const holds = (condition: () => boolean | Promise<boolean>) => until(async () => condition(), Boolean)

const LISTED = 'media.example'
const PUBLIC = '93.184.215.14'
type Reply = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let port: number
let calls: string[]
let replies: Map<string, Reply>
let addresses: Map<string, string>
let photo: Buffer

beforeAll(async () => {
  photo = await photoOf(1400, 700)
})
beforeEach(async () => {
  calls = []
  replies = new Map()
  addresses = new Map()
  server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://x')
    calls.push(`${incoming.headers.host} ${pathname}`)
    const reply = replies.get(pathname)
    if (reply) reply(incoming, response)
    else if (/^\/wp-json\/wp\/v2\/[a-z-]+$/.test(pathname))
      response.setHeader('content-type', 'application/json').end('[]')
    else response.writeHead(404).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const sends =
  (body: Buffer | string, type = 'image/jpeg', headers: Record<string, string> = {}): Reply =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)
const network = {
  resolve: async (hostname: string) => [{ address: addresses.get(hostname) ?? PUBLIC, family: 4 }],
  reroute: (hostname: string) => (hostname === '127.0.0.1' ? undefined : { address: '127.0.0.1', port }),
}
/** On grey, with the columns of the service's icon; nothing like the sign of a broken image. */
const placeholder = (text: string) =>
  text.startsWith('<svg') && text.includes('#e4e4e7') && text.includes('d="M8 8h5v16H8z')

describe('images of other hosts', () => {
  let portal: TestPortal
  const get = (path: string, headers: Record<string, string> = { accept: 'image/webp' }) =>
    portal.get(`/media/http/${LISTED}${path}`, headers)

  beforeEach(async () => {
    const settings = {
      CONTENT: 'wordpress',
      CMS_URL: `http://127.0.0.1:${port}`,
      CMS_POLL_SECONDS: '0',
      MEDIA_MEMORY_MB: '64',
    }
    portal = await startTestPortal({ ...settings, MEDIA_HOSTS: `${LISTED}, *.media.example` }, {}, undefined, network)
    calls.splice(0)
  })
  afterEach(() => {
    jest.restoreAllMocks()
    return portal.close()
  })

  test('IMG-20: come as WebP or AVIF by Accept, with validators', async () => {
    replies.set('/a.jpg', sends(photo))
    const first = await get('/a.jpg.webp?w=360')
    expect([first.status, first.headers['content-type'], first.headers.vary]).toEqual([200, 'image/webp', 'Accept'])
    expect(first.headers['cache-control']).toBe('public, max-age=86400')
    expect(first.headers['content-security-policy']).toContain("default-src 'none'")
    const again = await get('/a.jpg.webp?w=360', { accept: 'image/webp', 'if-none-match': String(first.headers.etag) })
    expect(again.status).toBe(304)
    await holds(
      async () => (await get('/a.jpg.webp?w=1200', { accept: 'image/avif' })).headers['content-type'] === 'image/avif',
    )
    expect(calls).toEqual([`${LISTED} /a.jpg`])
  })

  test('COST-73: many sizes at once fetch one original, and unlisted ones are 404', async () => {
    replies.set('/a.jpg', sends(photo))
    const widths = [306, 360, 414, 690, 700, 1180, 1200, 306, 360, 414]
    const all = await Promise.all(widths.map((width) => get(`/a.jpg.webp?w=${width}`)))
    expect(all.map(({ status }) => status)).toEqual(widths.map(() => 200))
    expect((await get('/a.jpg.webp?w=361')).status).toBe(404)
    expect((await get('/a.jpg.webp?w=360&h=1')).status).toBe(404)
    expect((await get('/a.jpg.webp?w=360&v=a&v=b')).status).toBe(404)
    expect(calls).toEqual([`${LISTED} /a.jpg`])
  })

  test('IMG-20: of a size by WordPress the original is resized, unless it is another image or missing', async () => {
    const square = await sharp(photo).resize(150, 150).jpeg().toBuffer()
    replies.set('/a.jpg', sends(photo))
    replies.set('/a-150x150.jpg', sends(square))
    replies.set('/b-300x150.jpg', sends(photo))
    const sizeOf = async (path: string) => {
      const { width, height } = await sharp(await bytesOf(portal, `/media/http/${LISTED}${path}`)).metadata()
      return [width, height]
    }
    expect(await sizeOf('/a-300x150.jpg.webp?w=690')).toEqual([690, 345])
    expect(await sizeOf('/a-150x150.jpg.webp?w=690')).toEqual([150, 150])
    expect(await sizeOf('/b-300x150.jpg.webp?w=690')).toEqual([690, 345])
  })

  test.each(HOSTILE_IMAGES.filter(({ status, what }) => status === 404 && what !== 'gif'))(
    'IMG-23: a placeholder in place of a hostile image: $what',
    async ({ make }) => {
      replies.set('/a.jpg', sends(await make()))
      const { status, text, headers } = await get('/a.jpg.webp?w=360')
      expect([status, placeholder(text)]).toEqual([200, true])
      expect(headers['cache-control']).toBe('public, max-age=60')
    },
  )

  test('IMG-23: a placeholder in place of a missing, a too large and a compressed one; each is tried once for a while', async () => {
    const isCutOff = { long: false, endless: false }
    replies.set('/long.jpg', (_request, response) => {
      response.on('close', () => {
        isCutOff.long = true
      })
      response.writeHead(200, { 'content-length': String(30 * 1024 * 1024) }).write(photo)
    })
    replies.set('/endless.jpg', (_request, response) => {
      const block = Buffer.alloc(1024 * 1024)
      response.on('close', () => {
        isCutOff.endless = true
      })
      const more = (): void => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    replies.set('/packed.jpg', sends(photo, 'image/jpeg', { 'content-encoding': 'gzip' }))
    const paths = ['/missing.jpg', '/long.jpg', '/endless.jpg', '/packed.jpg']
    for (const path of [...paths, ...paths]) {
      const { status, text } = await get(`${path}.webp?w=360`)
      expect([path, status, placeholder(text)]).toEqual([path, 200, true])
    }
    expect(calls).toHaveLength(paths.length)
    await holds(() => isCutOff.long && isCutOff.endless)
    const lines = portal.logs.filter(({ msg }) => msg === 'a picture is not shown')
    expect(lines.map(({ kind, host }) => [kind, host])).toEqual([
      ['missing', LISTED],
      ['too-large', LISTED],
      ['failed', LISTED],
    ])
    expect(JSON.stringify(lines)).not.toMatch(/missing\.jpg|endless\.jpg/)
  })

  test('IMG-23: of each kind, host and hour one line says what is not shown, with the path of what WordPress has', async () => {
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
    const now = jest.spyOn(Date, 'now')
    const site = `127.0.0.1:${port}`
    const uploads = '/wp-content/uploads'
    const ask = async (name: string): Promise<void> => {
      for (const folder of [`http/${LISTED}`, `wordpress/post${uploads}`]) {
        const { text } = await portal.get(`/media/${folder}/${name}.jpg.webp?w=360`)
        expect([name, placeholder(text)]).toEqual([name, true])
      }
    }
    const lines = () =>
      portal.logs
        .filter(({ msg }) => msg === 'a picture is not shown')
        .map(({ kind, host, path }) => [kind, host, path])
    // Other reasons of the same kinds: equal lines would be counted, not written (COST-82).
    const bodies = { a: '<html>', b: photo.subarray(0, 3), c: photo.subarray(0, 3) }
    for (const folder of ['', uploads]) {
      for (const [name, body] of Object.entries(bodies)) replies.set(`${folder}/${name}.jpg`, sends(body))
      for (const name of ['y', 'z'])
        replies.set(`${folder}/${name}.jpg`, (_request, response) => response.writeHead(410).end())
    }
    const kinds = (name: string) => [
      ['missing', LISTED, undefined],
      ['missing', site, undefined],
      ['format', LISTED, undefined],
      ['format', site, `${uploads}/${name}.jpg`],
    ]
    now.mockReturnValue(hour)
    for (const name of ['x', 'a', 'y', 'b']) await ask(name)
    expect(lines()).toEqual(kinds('a'))
    now.mockReturnValue(hour + 3_600_000)
    for (const name of ['z', 'c']) await ask(name)
    expect(lines().slice(4)).toEqual(kinds('c'))
  })

  test('IMG-21: no redirect to an unlisted host or an internal address is followed, and no more than two', async () => {
    const to =
      (location: string): Reply =>
      (_request, response) =>
        response.writeHead(302, { location }).end()
    replies.set('/away.jpg', to('http://obce.example/a.jpg'))
    replies.set('/inside.jpg', to(`http://127.0.0.1:${port + 1}/a.jpg`))
    replies.set('/metadata.jpg', to('http://169.254.169.254/latest'))
    replies.set('/loop.jpg', to('/loop.jpg'))
    replies.set('/two.jpg', to('/one.jpg'))
    replies.set('/one.jpg', to('http://b.media.example/a.jpg'))
    replies.set('/a.jpg', sends(photo))
    for (const path of ['/away.jpg', '/inside.jpg', '/metadata.jpg', '/loop.jpg']) {
      expect([path, placeholder((await get(`${path}.webp?w=360`)).text)]).toEqual([path, true])
    }
    expect(calls.filter((call) => call.endsWith('/a.jpg'))).toEqual([])
    expect(calls.filter((call) => call.endsWith('/loop.jpg'))).toHaveLength(3)
    expect((await get('/two.jpg.webp?w=360')).headers['content-type']).toBe('image/webp')
  })

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
  ])('IMG-21: a listed name at %s is not called', async (address) => {
    addresses.set('b.media.example', address)
    replies.set('/a.jpg', sends(photo))
    const { text } = await portal.get('/media/http/b.media.example/a.jpg.webp?w=360')
    expect([placeholder(text), calls]).toEqual([true, []])
  })

  test('IMG-21: no path names another host', async () => {
    const paths = [
      '/media/http/obce.example/a.jpg.webp',
      `/media/http/127.0.0.1:${port}/a.jpg.webp`,
      `/media/http/obce.example@${LISTED}/a.jpg.webp`,
      `/media/http/${LISTED}/../a.jpg.webp`,
      `/media/http/${LISTED}/%2e%2e/a.jpg.webp`,
      `/media/http/${LISTED}//obce.example/a.jpg.webp`,
      '/media/wordpress/post/wp-json/wp/v2/users.webp',
      '/media/2026/03/a.webp',
    ]
    for (const path of paths) expect([path, (await portal.get(path)).status]).toEqual([path, 404])
    expect(calls).toEqual([])
  })

  test('IMG-32: fifty invented versions are one download, and another reader has an image meanwhile', async () => {
    replies.set('/a.jpg', sends(photo))
    replies.set('/wp-content/uploads/b.jpg', sends(photo))
    const versions = Array.from({ length: 50 }, (_, index) => get(`/a.jpg.webp?w=360&v=${index}`))
    const other = await portal.get('/media/wordpress/post/wp-content/uploads/b.jpg.webp?w=360', {
      'x-forwarded-for': '198.51.100.7',
    })
    expect(other.headers['content-type']).toBe('image/webp')
    const statuses = new Set((await Promise.all(versions)).map(({ status }) => status))
    expect([[...statuses], calls.filter((call) => call.endsWith('/a.jpg'))]).toEqual([[200], [`${LISTED} /a.jpg`]])
  })

  test('IMG-23: hanging images of one client leave places for others on the same host', async () => {
    for (let index = 0; index < 30; index += 1) replies.set(`/slow-${index}.jpg`, () => {})
    replies.set('/a.jpg', sends(photo))
    const slow = Array.from({ length: 30 }, (_, index) => get(`/slow-${index}.jpg.webp?w=360`))
    await holds(() => calls.filter((call) => call.includes('/slow-')).length === 4)
    const other = await get('/a.jpg.webp?w=360', { accept: 'image/webp', 'x-forwarded-for': '198.51.100.7' })
    expect(other.headers['content-type']).toBe('image/webp')
    expect(calls.filter((call) => call.includes('/slow-'))).toHaveLength(4)
    server.closeAllConnections()
    for (const [path] of replies) replies.set(path, sends(photo))
    await Promise.all(slow)
  })

  test('IMG-31: no path or query reaches a program of WordPress', async () => {
    const paths = [
      '/wp-admin/admin-ajax.php/x.jpg',
      '/wp-cron.php/x.jpg',
      '/xmlrpc%2ephp/x.jpg',
      '/xmlrpc.php;/x.jpg',
      '/wp-content/uploads/a.php.jpg',
      '/index.php/a.jpg',
      '/a.jpg',
    ]
    for (const path of paths) {
      expect([path, (await portal.get(`/media/wordpress/post${path}.webp?w=360`)).status]).toEqual([path, 404])
    }
    const urls: string[] = []
    replies.set('/wp-content/uploads/a.jpg', ({ url }, response) => {
      urls.push(url ?? '')
      response.writeHead(404).end()
    })
    await portal.get('/media/wordpress/post/wp-content/uploads/a.jpg.webp?w=360&v=rest_route%3D/wp/v2/users')
    expect([urls, calls.length]).toEqual([['/wp-content/uploads/a.jpg'], 1])
  })

  test('IMG-23: a host that sends nothing costs a placeholder, and no other image waits for it', async () => {
    replies.set('/slow.jpg', () => {})
    replies.set('/wp-content/uploads/a.jpg', sends(photo))
    const slow = Array.from({ length: 10 }, (_, index) => get(`/slow.jpg.webp?w=360&v=${index}`))
    const startedAt = performance.now()
    const other = await portal.get('/media/wordpress/post/wp-content/uploads/a.jpg.webp?w=360')
    expect([other.status, performance.now() - startedAt < 5000]).toEqual([200, true])
    const statuses = (await Promise.all(slow)).map(({ status, text }) => status === 503 || placeholder(text))
    expect(statuses).toEqual(slow.map(() => true))
  })

  test('vectors and animations pass as they are, and are no documents', async () => {
    replies.set('/a.svg', sends('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'text/html'))
    const { headers } = await get('/a.svg')
    expect([headers['content-type'], headers['content-disposition']]).toEqual(['image/svg+xml', 'attachment'])
    expect(headers['content-security-policy']).toContain('sandbox')
    replies.set('/b.svg', sends('<html>', 'image/svg+xml'))
    expect(placeholder((await get('/b.svg')).text)).toBe(true)
  })
})

describe('files of uploads (IMG-22)', () => {
  let portal: TestPortal
  const VIDEO = Buffer.alloc(100_000, 'video')
  const inParts: Reply = ({ headers }, response) => {
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    response.setHeader('content-type', 'video/mp4').setHeader('etag', '"f"').setHeader('set-cookie', 'a=b')
    if (headers['if-none-match'] === '"f"') return response.writeHead(304).end()
    if (from === '') return response.writeHead(200, { 'content-length': VIDEO.length }).end(VIDEO)
    if (Number(from) >= VIDEO.length)
      return response.writeHead(416, { 'content-range': `bytes */${VIDEO.length}` }).end()
    const part = VIDEO.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
    return response
      .writeHead(206, {
        'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${VIDEO.length}`,
        'content-length': part.length,
      })
      .end(part)
  }
  const at = '/wp-content/uploads/2013/05'

  beforeEach(async () => {
    portal = await startTestPortal({ CONTENT: 'wordpress', CMS_URL: `http://127.0.0.1:${port}`, CMS_POLL_SECONDS: '0' })
    calls.splice(0)
  })
  afterEach(() => portal.close())

  test('come whole, in parts and by conditions, without cookies', async () => {
    replies.set(`${at}/video.mp4`, inParts)
    const get = (headers: Record<string, string> = {}) => portal.get(`${at}/video.mp4`, headers)
    const whole = await get()
    expect([whole.status, whole.text.length, whole.headers['set-cookie']]).toEqual([200, VIDEO.length, undefined])
    const part = await get({ range: 'bytes=10-19', 'if-range': '"f"' })
    expect([part.status, part.headers['content-range'], part.text.length]).toEqual([
      206,
      `bytes 10-19/${VIDEO.length}`,
      10,
    ])
    expect((await get({ range: `bytes=${'9'.repeat(15)}-` })).status).toBe(416)
    expect((await get({ range: `bytes=${'9'.repeat(400)}-` })).status).toBe(200)
    expect((await get({ 'if-none-match': '"f"' })).status).toBe(304)
  })

  test('are never documents of this site', async () => {
    replies.set(`${at}/a.html`, sends('<script>alert(1)</script>', 'text/html'))
    replies.set(`${at}/a.svg`, sends('<svg/>', 'image/svg+xml'))
    replies.set(`${at}/a.xml`, sends('<a/>', 'application/xhtml+xml'))
    replies.set(`${at}/a.pdf`, sends('%PDF', 'application/pdf'))
    for (const [name, type] of [
      ['a.html', 'application/octet-stream'],
      ['a.svg', 'image/svg+xml'],
      ['a.xml', 'application/octet-stream'],
    ]) {
      const { headers } = await portal.get(`${at}/${name}`)
      expect([headers['content-type'], headers['content-disposition'], headers['x-content-type-options']]).toEqual([
        type,
        'attachment',
        'nosniff',
      ])
      expect(headers['content-security-policy']).toContain('sandbox')
    }
    const { headers } = await portal.get(`${at}/a.pdf`)
    expect([headers['content-type'], headers['content-disposition']]).toEqual(['application/pdf', undefined])
  })

  test.each([
    'a.php',
    'a.php/x.jpg',
    '.htaccess',
    '%2e%2e/%2e%2e/wp-config.php',
    '..%2f..%2fwp-config.txt',
    'a%5cb.pdf',
    'a//b.pdf',
    'a%252e%252e/b.php',
  ])('%s is none', async (name) => {
    expect((await portal.get(`${at}/${name}`)).status).toBe(404)
    expect(calls.filter((call) => call.includes('uploads'))).toEqual([])
  })

  test('that WordPress does not have are 404; while it fails they are 503, and a loop ends', async () => {
    replies.set(`${at}/ill.pdf`, (_request, response) => response.writeHead(500).end())
    replies.set(`${at}/away.pdf`, (_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.2/a' }).end(),
    )
    const statuses: number[] = []
    for (const name of ['none.pdf', 'ill.pdf', 'away.pdf']) statuses.push((await portal.get(`${at}/${name}`)).status)
    expect(statuses).toEqual([404, 503, 404])
    expect((await portal.get(`${at}/video.mp4`, { 'cdn-loop': 'szpalta' })).status).toBe(404)
  })

  test('IMG-33: slow readers, however many, close no file to another reader', async () => {
    const endless: Reply = (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' })
      const more = (): void => {
        while (!response.destroyed && response.write(VIDEO));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    replies.set(`${at}/odcinek.mp3`, endless)
    replies.set(`${at}/raport.pdf`, sends('%PDF', 'application/pdf'))
    const slow = Array.from({ length: 64 }, (_, index) => {
      const headers = { 'x-forwarded-for': `198.51.100.${index}` }
      const call = request({ host: '127.0.0.1', port: portal.port, path: `${at}/odcinek.mp3`, headers, agent: false })
      call.on('response', (response) => response.pause().on('error', () => {}))
      call.on('error', () => {})
      call.end()
      return call
    })
    await holds(() => calls.filter((call) => call.endsWith('.mp3')).length === 64)
    const pdf = await portal.get(`${at}/raport.pdf`, { 'x-forwarded-for': '203.0.113.9' })
    expect([pdf.status, pdf.text]).toEqual([200, '%PDF'])
    for (const call of slow) call.destroy()
  })

  test('end with the reader', async () => {
    let isCutOff = false
    replies.set(`${at}/endless.mp4`, (_request, response) => {
      response.on('close', () => {
        isCutOff = true
      })
      response.writeHead(200, { 'content-type': 'video/mp4' })
      const more = (): void => {
        while (!response.destroyed && response.write(VIDEO));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    const call = request({ host: '127.0.0.1', port: portal.port, path: `${at}/endless.mp4` }, (response) => {
      response.once('data', () => call.destroy())
      response.on('error', () => {})
    })
    call.on('error', () => {})
    call.end()
    await holds(() => isCutOff)
  })
})

describe('images on a disk (IMG-20)', () => {
  let folder: string
  let problems: unknown[]
  const site = (): MediaSite => ({
    name: 'a',
    services: new Set(['a']),
    url: new URL(`http://127.0.0.1:${port}`),
    hosts: new Set(),
  })
  const imagesIn = (cacheFolder: string, maxBytes = 64 * 1024 * 1024): RemoteImages => {
    const own = site()
    const media: RemoteMedia = { sites: [own], own, hosts: [], seal: (text) => text }
    const disk = createDiskCache({
      folder: cacheFolder,
      maxBytes,
      processes: 1,
      onProblem: (error) => problems.push(error),
    })
    return createRemoteImages(createMediaClient(media), 1024 * 1024, 64 * 1024 * 1024, disk)
  }
  const file = (path = '/a.jpg'): MediaFile => ({ at: 'wordpress', site: site(), path, query: '' })
  const filesIn = async (): Promise<string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-'))
    problems = []
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('are there for the next process, while WordPress is away', async () => {
    replies.set('/a.jpg', sends(photo))
    const first = await imagesIn(folder).image(file(), { width: 360 }, false)
    await holds(async () => (await filesIn()).length === 3)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    const next = imagesIn(folder)
    expect((await next.image(file(), { width: 360 }, false)).body).toEqual(first.body)
    // Of another size the original is there too.
    expect((await next.image(file(), { width: 414 }, false)).type).toBe('image/webp')
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  })

  test('that a crash has left damaged are fetched again', async () => {
    replies.set('/a.jpg', sends(photo))
    const first = await imagesIn(folder).image(file(), { width: 360 }, false)
    await holds(async () => (await filesIn()).length === 3)
    for (const [index, path] of (await filesIn()).entries()) {
      const bytes = await readFile(path)
      await writeFile(path, index === 0 ? Buffer.alloc(bytes.length) : index === 1 ? '' : bytes.subarray(0, 40))
    }
    await writeFile(join(folder, '1-ab.part'), 'x')
    expect((await imagesIn(folder).image(file(), { width: 360 }, false)).body).toEqual(first.body)
  })

  test('stay within their bound, the ones last used longest', async () => {
    const disk = createDiskCache({ folder, maxBytes: 1024 * 1024, processes: 1, onProblem: () => {} })
    await mkdir(join(folder, 'aa'), { recursive: true })
    await writeFile(join(folder, 'aa', 'somebody-else.txt'), Buffer.alloc(2 * 1024 * 1024))
    for (let index = 0; index < 200; index += 1) await disk.write(`../../etc/${index}`, Buffer.alloc(20_000, index))
    const total = async () => {
      const own = (await filesIn()).filter((path) => !path.endsWith('.txt'))
      return (await Promise.all(own.map((path) => stat(path).catch(() => ({ size: 0 }))))).reduce(
        (sum, { size }) => sum + size,
        0,
      )
    }
    await holds(async () => (await total()) <= 1024 * 1024)
    expect((await disk.read('../../etc/199'))?.[0]).toBe(199)
    expect(await disk.read('../../etc/0')).toBeUndefined()
    // What is not the cache's stays.
    expect((await stat(join(folder, 'aa', 'somebody-else.txt'))).size).toBe(2 * 1024 * 1024)
    await disk.write('large', Buffer.alloc(600_000))
    expect(await disk.read('large')).toBeUndefined()
  })

  test('are shown without it too, after one warning', async () => {
    await writeFile(join(folder, 'file'), '')
    replies.set('/a.jpg', sends(photo))
    replies.set('/b.jpg', sends(photo))
    const images = imagesIn(join(folder, 'file', 'below'))
    expect((await images.image(file(), { width: 360 }, false)).type).toBe('image/webp')
    expect((await images.image(file('/b.jpg'), { width: 414 }, false)).type).toBe('image/webp')
    expect(problems).toHaveLength(1)
  })
})

test('IMG-21: a name is resolved once for each connection, and a rebound one is refused', async () => {
  const answers = [PUBLIC, '127.0.0.1']
  const lookup = guardedLookup(() => false, { resolve: async () => [{ address: answers.shift() ?? '', family: 4 }] })
  const looked = () =>
    new Promise((resolve) => lookup('x.example', { all: true }, (error, all) => resolve(error ?? all)))
  expect(await looked()).toEqual([{ address: PUBLIC, family: 4 }])
  expect(String(await looked())).toContain('an IP address outside the public internet')
  expect(answers).toEqual([])
})

function bytesOf(portal: TestPortal, path: string): Promise<Buffer> {
  return fetch(`${portal.url}${path}`).then(async (response) => Buffer.from(await response.arrayBuffer()))
}

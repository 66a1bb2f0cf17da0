import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { cutWebp } from '../../src/media/cut.ts'
import { ImageError } from '../../src/media/header.ts'
import { createResizer, fileOriginal } from '../../src/media/resizer.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'

const IMAGE = '/media/2026/11/multisig-dwa-z-trzech-klucz.webp'
const WIDTHS = [306, 360, 414, 690, 700, 1180, 1200]

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const bytes = async (path: string, accept = '*/*') => {
  const response = await fetch(portal.url + path, { headers: { accept } })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

test.each(WIDTHS)('an image is available at width %d, as WebP (IMG-9)', async (width) => {
  const { status, headers, body } = await bytes(`${IMAGE}?w=${width}&q=75`)
  const metadata = await sharp(body).metadata()
  expect([status, headers.get('content-type'), metadata.format, metadata.width]).toEqual([
    200,
    'image/webp',
    'webp',
    width,
  ])
  expect([headers.get('vary'), headers.get('cache-control')]).toEqual([
    expect.stringContaining('Accept'),
    'public, max-age=86400',
  ])
})

test.each([
  { height: 1200, size: { width: 600, height: 600 } },
  { height: 900, size: { width: 800, height: 600 } },
  { height: 675, size: { width: 1067, height: 600 } },
])('and cut to the shape of 1200x$height, as large as the original of 1200x600 allows (IMG-9)', async (one) => {
  const { body } = await bytes(`${IMAGE}?w=1200&h=${one.height}`)
  expect(await sharp(body).metadata()).toMatchObject(one.size)
})

test('a small card has the image that lies next to the whole one, and no other form has it (IMG-34)', async () => {
  const colourAt = async (query: string) => {
    const { data, info } = await sharp((await bytes(`${IMAGE}?${query}`)).body)
      .resize(16, 12, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, info }
  }
  const apart = (one: Buffer, other: Buffer) =>
    one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
  const own = await sharp(join(ROOT, 'newsroom/images/2026/11/multisig-dwa-z-trzech-klucz-4x3.webp'))
    .resize(16, 12, { fit: 'fill' })
    .raw()
    .toBuffer()
  for (const [width, height] of [
    [240, 180],
    [360, 270],
  ] as const) {
    const query = `w=${width}&h=${height}`
    expect(await sharp((await bytes(`${IMAGE}?${query}`)).body).metadata()).toMatchObject({ width, height })
    expect(apart((await colourAt(query)).data, own)).toBeLessThan(4)
  }
  expect(apart((await colourAt('w=1200&h=900')).data, own)).toBeGreaterThan(4)
})

test('an image that stands on its side is cut upright (IMG-9)', async () => {
  const sideways = await sharp({ create: { width: 1000, height: 3000, channels: 3, background: '#777' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { width, height } = await sharp(
    await cutWebp(sideways, { width: 1200, height: 675 }, 64 * 1024 * 1024),
  ).metadata()
  expect([width, height]).toEqual([1200, 675])
})

test('any other width, height or path is 404 (IMG-9)', async () => {
  for (const query of ['w=1', 'w=691', 'w=01200', 'w=1200.0', 'w=', 'w=690&w=700', 'w=1200&h=1', 'w=690&h=675', 'h=']) {
    expect([query, (await bytes(`${IMAGE}?${query}`)).status]).toEqual([query, 404])
  }
  for (const path of [
    '/media/',
    '/media/2026/11/',
    '/media/2026/11/x.webp',
    '/media/2026/11/..%2f..%2fpackage.webp',
    '/media/11/x.webp',
  ]) {
    expect([path, (await bytes(path)).status]).toEqual([path, 404])
  }
})

test('a conditional request for an image is 304', async () => {
  const { headers } = await bytes(`${IMAGE}?w=306`)
  const again = await portal.get(`${IMAGE}?w=306`, { 'if-none-match': headers.get('etag') ?? '' })
  expect([again.status, again.text]).toEqual([304, ''])
  const other = await portal.get(`${IMAGE}?w=690`, { 'if-none-match': headers.get('etag') ?? '' })
  const since = await portal.get(`${IMAGE}?w=306`, { 'if-modified-since': headers.get('date') ?? '' })
  expect([other.status, since.status]).toEqual([200, 200])
})

describe('the resizer', () => {
  let folder: string
  const form = { width: 690 }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pictures-'))
    await cp(join(ROOT, 'newsroom/images/2026/11/multisig-dwa-z-trzech-klucz.webp'), join(folder, 'a.webp'))
    // Noise like a photograph's, for which AVIF is smaller.
    const photo = sharp({
      create: {
        width: 1600,
        height: 900,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
    await photo.blur(0.6).jpeg().toFile(join(folder, 'b.jpg'))
    const plain = sharp({ create: { width: 306, height: 170, channels: 3, background: '#5b3fd6' } })
    await plain.png().toFile(join(folder, 'd.png'))
    await writeFile(join(folder, 'c.png'), 'not a picture')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('gives WebP at once, and AVIF to clients that accept it once it is encoded and smaller', async () => {
    const resizer = createResizer(8 * 1024 * 1024)
    const file = join(folder, 'b.jpg')
    const first = await resizer.resize(fileOriginal(file, '1'), form, true)
    expect(first.type).toBe('image/webp')
    let later = first
    for (let tries = 0; tries < 100 && later.type === 'image/webp'; tries++) {
      await wait(50)
      later = await resizer.resize(fileOriginal(file, '1'), form, true)
    }
    expect(later.type).toBe('image/avif')
    expect(later.body.length).toBeLessThan(first.body.length)
    expect(await sharp(later.body).metadata()).toMatchObject({ format: 'heif', width: 690 })
    expect((await resizer.resize(fileOriginal(file, '1'), form, false)).type).toBe('image/webp')
  })

  test('continues to give WebP where that is smaller', async () => {
    const resizer = createResizer(8 * 1024 * 1024)
    const file = join(folder, 'd.png')
    // The next image's AVIF is encoded after this one's.
    await resizer.resize(fileOriginal(file, '1'), form, true)
    await resizer.resize(fileOriginal(join(folder, 'b.jpg'), '1'), form, true)
    for (let tries = 0; tries < 100; tries++) {
      if ((await resizer.resize(fileOriginal(join(folder, 'b.jpg'), '1'), form, true)).type === 'image/avif') break
      await wait(50)
    }
    expect((await resizer.resize(fileOriginal(file, '1'), form, true)).type).toBe('image/webp')
  })

  test('makes a form once, for any number of parallel requests', async () => {
    const resizer = createResizer(8 * 1024 * 1024)
    const file = join(folder, 'a.webp')
    const all = await Promise.all(
      Array.from({ length: 20 }, () => resizer.resize(fileOriginal(file, '1'), form, false)),
    )
    expect(new Set(all.map(({ body }) => body)).size).toBe(1)
  })

  test('sends an original that needs no change unmodified, and enlarges none', async () => {
    const resizer = createResizer(8 * 1024 * 1024)
    const file = join(folder, 'a.webp')
    const { body } = await resizer.resize(fileOriginal(file, '1'), { width: 1200 }, false)
    expect(body.equals(await readFile(file))).toBe(true)
  })

  test('remembers an invalid image until it changes (COST-72)', async () => {
    const resizer = createResizer(8 * 1024 * 1024)
    const file = join(folder, 'c.png')
    await expect(resizer.resize(fileOriginal(file, '1'), form, true)).rejects.toThrow(ImageError)
    await cp(join(folder, 'd.png'), file)
    await expect(resizer.resize(fileOriginal(file, '1'), { width: 360 }, true)).rejects.toThrow(ImageError)
    expect((await resizer.resize(fileOriginal(file, '2'), form, true)).type).toBe('image/webp')
  })

  test('does not remember system errors: a retry may succeed (COST-72)', async () => {
    const resizer = createResizer(8 * 1024 * 1024)
    const file = join(folder, 'late.png')
    await expect(resizer.resize(fileOriginal(file, '1'), form, false)).rejects.toThrow('ENOENT')
    await cp(join(folder, 'd.png'), file)
    expect((await resizer.resize(fileOriginal(file, '1'), form, false)).type).toBe('image/webp')
  })

  test('scales down an image that is far too tall as a whole (COST-72)', async () => {
    const file = join(folder, 'tall.png')
    await sharp({ create: { width: 1200, height: 20_000, channels: 3, background: '#5b3fd6' } })
      .png()
      .toFile(file)
    const { body } = await createResizer(8 * 1024 * 1024).resize(fileOriginal(file, '1'), { width: 1200 }, false)
    const { width, height } = await sharp(body).metadata()
    expect(height).toBe(3333)
    expect(width).toBe(200)
  })
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { imageSizes } from '../../src/media/measured-images.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-sizes-'))
  await mkdir(join(folder, '2026/10'), { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const image = (channels: 3 | 4 = 3) =>
  sharp({ create: { width: 61, height: 37, channels, background: { r: 9, g: 90, b: 200, alpha: 0.5 } } })
const put = (name: string, file: Buffer): Promise<void> => writeFile(join(folder, '2026/10', name), file)
const sizeOf = (name: string) => imageSizes(folder)(`/media/2026/10/${name}`)

test.each([
  ['lossy', { quality: 75 }, 3 as const],
  ['lossless', { lossless: true }, 3 as const],
  ['transparent', { quality: 75 }, 4 as const],
  ['transparent-lossless', { lossless: true }, 4 as const],
])('the size of a WebP: %s', async (name, options, channels) => {
  await put(`${name}.webp`, await image(channels).webp(options).toBuffer())
  expect(await sizeOf(`${name}.webp`)).toEqual({ width: 61, height: 37 })
})

test('an image stands upright', async () => {
  await put('turned.webp', await image().withMetadata({ orientation: 6 }).webp().toBuffer())
  expect(await sizeOf('turned.webp')).toEqual({ width: 37, height: 61 })
})

test.each([0, 20, 29])('a file that ends after %i bytes has no size', async (length) => {
  const whole = await image().webp().toBuffer()
  await put(`cut-${length}.webp`, whole.subarray(0, length))
  expect(await sizeOf(`cut-${length}.webp`)).toBeUndefined()
})

test.each(['VP8 ', 'VP8L'])('bytes that only begin like a WebP (%s) have no size', async (kind) => {
  const file = Buffer.alloc(60, 0xa7)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(52, 4)
  file.write(`WEBP${kind}`, 8, 'latin1')
  await put(`broken-${kind.trim()}.webp`, file)
  expect(await sizeOf(`broken-${kind.trim()}.webp`)).toBeUndefined()
})

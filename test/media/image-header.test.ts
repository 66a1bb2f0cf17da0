import fc from 'fast-check'
import sharp from 'sharp'
import { ImageError } from '../../src/media/header.ts'
import { imageHeader, MAX_FILE_BYTES } from '../../src/media/image-header.ts'
import { RUNS } from '../support/property-runs.ts'

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#5b3fd6' } })

let files: Record<'jpg' | 'progressive' | 'png' | 'webp' | 'lossless' | 'avif' | 'deep', Buffer>
beforeAll(async () => {
  const [jpg, progressive, png, webp, lossless, avif, deep] = await Promise.all([
    flat(640, 480).jpeg().toBuffer(),
    flat(640, 480).jpeg({ progressive: true, chromaSubsampling: '4:2:0' }).toBuffer(),
    flat(640, 480).png().toBuffer(),
    flat(640, 480).webp().toBuffer(),
    flat(640, 480).webp({ lossless: true }).toBuffer(),
    flat(640, 480).avif({ effort: 0 }).toBuffer(),
    flat(640, 480).toColourspace('rgb16').avif({ effort: 0, bitdepth: 10 }).toBuffer(),
  ])
  files = { jpg, progressive, png, webp, lossless, avif, deep }
})

const PIXELS = 640 * 480

test('each format gives its size, and the memory of its decoder (COST-72)', () => {
  const read = Object.entries(files).map(([name, file]) => {
    const { kind, width, height, memory } = imageHeader(file)
    return [name, kind, width, height, Math.round((memory / PIXELS) * 10) / 10]
  })
  expect(read).toEqual([
    ['jpg', 'jpg', 640, 480, 0],
    ['progressive', 'jpg', 640, 480, 3.5],
    ['png', 'png', 640, 480, 3],
    ['webp', 'webp', 640, 480, 0],
    ['lossless', 'webp', 640, 480, 4],
    ['avif', 'avif', 640, 480, 30],
    ['deep', 'avif', 640, 480, 48],
  ])
})

test('the limits are those of the requirements (COST-72)', () => {
  const largest = (file: Buffer) => Math.floor((64 * 1024 * 1024 * PIXELS) / imageHeader(file).memory / 1e5) / 10
  expect(MAX_FILE_BYTES).toBe(20 * 1024 * 1024)
  expect([largest(files.avif), largest(files.deep), largest(files.progressive)]).toEqual([2.2, 1.3, 19.4])
})

test('what takes too much for one machine is shown by another (COST-72)', async () => {
  const wide = await flat(2560, 1440).avif({ effort: 0 }).toBuffer()
  const tooMuch = (bound?: number): unknown => {
    try {
      return imageHeader(wide, bound) && undefined
    } catch (error) {
      return error instanceof ImageError ? error.kind : error
    }
  }
  expect([undefined, 64, 128].map((megabytes) => tooMuch(megabytes && megabytes * 1024 * 1024))).toEqual([
    'memory',
    'memory',
    undefined,
  ])
})

test.each([
  ['another kind of item', 'av01', 'grid', 'put together from parts'],
  ['no list of places', 'iloc', 'ilox', 'without one iloc'],
  ['a film', 'mdat', 'moov', 'not one still image'],
  ['another brand', 'ftypavif', 'ftypavis', 'not a JPEG, PNG, WebP or AVIF'],
])('an AVIF with %s is refused (COST-70)', (_what, from, to, reason) => {
  const file = Buffer.from(files.avif.toString('latin1').replace(from, to), 'latin1')
  expect(() => imageHeader(file)).toThrow(reason)
})

test('an AVIF with a second frame or sequence header in its image is refused (COST-72)', () => {
  const at = files.avif.indexOf('mdat') + 4
  const units = files.avif.subarray(at)
  // The location of the image has its length, 32 bits each.
  const placed = Buffer.from(files.avif)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(units.length)
  const lengthAt = placed.lastIndexOf(length, at)
  expect(lengthAt).toBeGreaterThan(0)
  placed.writeUInt32BE(units.length * 2, lengthAt)
  expect(() => imageHeader(Buffer.concat([placed.subarray(0, at - 8), boxed(Buffer.concat([units, units]))]))).toThrow(
    /two sequence headers|not one still image/,
  )
})

function boxed(content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write('mdat', 4, 'latin1')
  return Buffer.concat([head, content])
}

test('segments without effect between the header of a JPEG and its image are left out', () => {
  const gainMap = Buffer.concat([Buffer.from([0xff, 0xe2, 0, 14]), Buffer.from('urn:iso:ts:2')])
  const file = Buffer.concat([files.jpg.subarray(0, 2), gainMap, files.jpg.subarray(2)])
  const { parts = [] } = imageHeader(file)
  const kept = Buffer.concat(parts.map(([from, to]) => file.subarray(from, to)))
  expect(kept.equals(files.jpg)).toBe(true)
})

test('any bytes are read as a header or refused, and soon', () => {
  const names = Object.keys(files) as Array<keyof typeof files>
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 })
  fc.assert(
    fc.property(fc.constantFrom(...names), changes, fc.nat(), (name, bytes, end) => {
      const file = Buffer.from(files[name])
      // Headers lie at the beginning.
      for (const [at, value] of bytes) file[at % Math.min(file.length, 400)] = value
      const cut = end % 3 === 0 ? file.subarray(0, end % file.length) : file
      const startedAt = performance.now()
      try {
        imageHeader(cut)
      } catch (error) {
        expect(error).toBeInstanceOf(ImageError)
      }
      expect(performance.now() - startedAt).toBeLessThan(500)
    }),
    { numRuns: RUNS },
  )
})

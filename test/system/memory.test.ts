import { availableMemory, cacheSizes } from '../../src/system/memory.ts'
import { readEnv } from '../support/customer-site.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

test.each<[string, number, number, boolean]>([
  ['a limit of a container', 512 * MB, 512 * MB, true],
  ['0', 0, 8 * GB, false],
  ['the largest number there is, as cgroup 2 has it', 18_446_744_073_709_552_000, 8 * GB, false],
  ['the largest number of pages, as cgroup 1 has it', 9_223_372_036_854_772_000, 8 * GB, false],
  ['more than the machine has', 9 * GB, 8 * GB, false],
])('OPS-6: of %s', (_what, limit, bytes, isLimited) => {
  expect(availableMemory(8 * GB, limit)).toEqual({ bytes, isLimited })
})

test.each([
  [256, 1, { pages: 32, contents: 512, images: 64 }],
  [512, 1, { pages: 64, contents: 1024, images: 128 }],
  [512, 2, { pages: 32, contents: 512, images: 64 }],
  [512, 8, { pages: 16, contents: 200, images: 64 }],
  [1024, 1, { pages: 128, contents: 2000, images: 256 }],
  [2048, 1, { pages: 256, contents: 2000, images: 512 }],
  [64 * 1024, 4, { pages: 512, contents: 2000, images: 512 }],
])('OPS-6: %i MB for %i processes', (megabytes, processes, { pages, contents, images }) => {
  const sizes = cacheSizes({ bytes: megabytes * MB, isLimited: true }, processes)
  expect(sizes).toEqual({
    pages: pages * MB,
    contents,
    unbounded: Math.floor(contents / 4),
    contentBytes: contents * 32 * 1024,
    images: images * MB,
  })
})

test('COST-72: MEDIA_MEMORY_MB takes precedence where it is set, for each process', () => {
  const memory = { bytes: GB, isLimited: true }
  expect(readEnv({ WEB_CONCURRENCY: '2' }, memory).imageMemory).toBe(128 * MB)
  expect(readEnv({ WEB_CONCURRENCY: '2', MEDIA_MEMORY_MB: '300' }, memory).imageMemory).toBe(300 * MB)
})

test('OPS-6: PAGE_CACHE_MB takes precedence where it is set, for each process', () => {
  const memory = { bytes: GB, isLimited: true }
  expect(readEnv({ WEB_CONCURRENCY: '2' }, memory)).toMatchObject({
    pageCache: { bytes: 64 * MB },
    contents: { most: 1024, unbounded: 256, bytes: 32 * MB },
  })
  expect(readEnv({ WEB_CONCURRENCY: '2', PAGE_CACHE_MB: '300' }, memory).pageCache.bytes).toBe(300 * MB)
})

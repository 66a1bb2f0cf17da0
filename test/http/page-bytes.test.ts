import { brotliCompressSync, constants } from 'node:zlib'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const ARTICLE = '/2026/10/oszustwo-krypto-gdzie-zglosic'

/** Bytes of HTML: as they are, and in brotli's best form (docs/decisions/019). */
const BUDGETS = [
  ['article', ARTICLE, 34_300, 9080],
  ['AMP of the article', `/wp-json/amp/v2/post${ARTICLE}`, 28_000, 7950],
  ['home', '/', 75_300, 12_600],
  ['category', '/kategoria/edukacja', 31_700, 5910],
] as const

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

function brotli(text: string): number {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  return brotliCompressSync(text, { params }).length
}

test.each(BUDGETS)('%s is within its bytes of HTML (PERF-9)', async (name, path, bytes, compressed) => {
  const { text } = await portal.get(path)
  const sizes = { bytes: Buffer.byteLength(text), compressed: brotli(text) }
  console.info(`${name}: ${sizes.bytes} bytes, ${sizes.compressed} in brotli`)
  expect([sizes, sizes.bytes <= bytes, sizes.compressed <= compressed]).toEqual([sizes, true, true])
})

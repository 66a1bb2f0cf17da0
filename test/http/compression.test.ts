import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const TOKEN = 'zetony-operatora-sa-dlugie-1234567890'
/** Responses of every kind that may be long; whether the page cache stores them does not matter. */
const PATHS: Record<string, number> = {
  '/search/portfel/1': 200,
  '/search/portfel/2': 200,
  '/search?s=portfel': 200,
  '/api/most-read': 200,
  '/api/getScrollPosts': 200,
  '/api/feed/feed-gn': 200,
  '/': 200,
  '/kategoria/edukacja': 200,
  '/kategoria/nie-ma': 404,
  '/nie-ma': 404,
  '/fragment/2026/04/co-naprawde-przechowuje-portfel': 200,
  '/wp-json/amp/v2/post/2026/04/co-naprawde-przechowuje-portfel': 200,
  '/sitemap.xml': 200,
  '/metrics': 200,
  '/preview/1': 404,
  '/amp/2026/04/co-naprawde-przechowuje-portfel': 301,
  '/search/../1': 400,
}

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ METRICS_TOKEN: TOKEN })
})
afterAll(() => portal.close())

interface Received {
  status: number
  encoding: string | undefined
  vary: string | undefined
  type: string
  body: Buffer
}

function ask(path: string, accepted?: string): Promise<Received> {
  const headers = { authorization: `Bearer ${TOKEN}`, ...(accepted && { 'accept-encoding': accepted }) }
  return new Promise((resolve, reject) => {
    const sent = request({ port: portal.port, host: '127.0.0.1', path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { 'content-encoding': encoding, vary, 'content-type': type = '' } = response.headers
        resolve({ status: response.statusCode ?? 0, encoding, vary, type, body: Buffer.concat(chunks) })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

test.each(Object.keys(PATHS))('%s is compressed where it has 1,024 bytes of text (CACHE-11)', async (path) => {
  const plain = await ask(path)
  const { status, encoding, vary, body } = await ask(path, 'gzip')
  expect([plain.status, status]).toEqual([PATHS[path], PATHS[path]])
  if (plain.body.length < 1024) return
  expect([encoding, vary]).toEqual(['gzip', expect.stringContaining('Accept-Encoding')])
  expect(gunzipSync(body).length).toBeGreaterThan(0)
  expect(body.length).toBeLessThan(plain.body.length / 2)
})

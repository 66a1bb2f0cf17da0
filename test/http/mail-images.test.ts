import { request } from 'node:http'
import sharp from 'sharp'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

function bytesOf(path: string): Promise<{ status: number; type: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request({ port: portal.port, path, headers: { accept: 'image/avif,image/webp,*/*' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'],
          body: Buffer.concat(chunks),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** An image of the newsroom, as its home page shows it. */
async function imagePath(): Promise<string> {
  const { text } = await portal.get('/', { host: 'akademia.localhost' })
  const path = /\/media\/\d{4}\/\d{2}\/[a-z0-9-]+\.webp/.exec(text)?.[0]
  if (path === undefined) throw new Error('the home page has no image')
  return path.replace(/\.webp$/, '')
}

test.each([
  ['w=1200&h=675', 1200, 675],
  ['w=400&h=225', 400, 225],
])(
  'an image of a mail (%s) is a JPEG of its shape, whatever the program accepts (ISSUE-6)',
  async (query, width, height) => {
    const { status, type, body } = await bytesOf(`${await imagePath()}.jpg?${query}`)
    expect([status, type]).toEqual([200, 'image/jpeg'])
    const meta = await sharp(body).metadata()
    expect(meta.format).toBe('jpeg')
    expect(meta.width).toBeLessThanOrEqual(width)
    expect(Math.abs((meta.width ?? 0) / (meta.height ?? 1) - width / height)).toBeLessThan(0.02)
  },
)

test.each(['', '?w=1200', '?w=700', '?w=1200&h=900', '?w=400&h=225&h=225'])(
  'no other JPEG is made: %s (ISSUE-6)',
  async (query) => {
    expect((await bytesOf(`${await imagePath()}.jpg${query}`)).status).toBe(404)
  },
)

test('pages go on with WebP and AVIF, and have no shape of mails (ISSUE-6)', async () => {
  const path = await imagePath()
  expect((await bytesOf(`${path}.webp?w=690`)).type).toMatch(/^image\/(?:webp|avif)$/)
  expect((await bytesOf(`${path}.webp?w=400&h=225`)).status).toBe(404)
})

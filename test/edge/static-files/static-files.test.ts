import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ProcessResponse } from '../../support/process.ts'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { ROOT } from '../../support/root.ts'

const FOLDER = join(ROOT, 'dist/assets')
const IMMUTABLE = 'public, max-age=31536000, immutable'

let portal: PortalProcess
let names: string[]
beforeAll(async () => {
  names = (await readdir(FOLDER)).filter((name) => !/\.(?:br|gz)$/.test(name))
  portal = await startProcess({ LOG_LEVEL: 'debug' })
  await portal.ready()
})
afterAll(() => portal.stop())

const pathOf = (pattern: RegExp): string => `/assets/${names.find((name) => pattern.test(name))}`
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<ProcessResponse> =>
  portal.ask(path, { headers, method })

/** The bytes of a response, which `ask` would read as text. */
async function bytesOf(
  path: string,
  encoding: string,
): Promise<{ encoding: string | null; body: Buffer; length: number }> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const call = request(
      { port: portal.port, host: '127.0.0.1', path, headers: { 'accept-encoding': encoding } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const { 'content-encoding': sent = null, 'content-length': length } = response.headers
          resolve({ encoding: sent, body: Buffer.concat(chunks), length: Number(length) })
        })
      },
    )
    call.on('error', reject)
    call.end()
  })
}

const PLAIN: Record<string, (body: Buffer) => Buffer> = {
  br: (body) => brotliDecompressSync(body),
  gzip: (body) => gunzipSync(body),
  identity: (body) => body,
}

test('every file of the build is sent as the build compressed it, in each of its forms (COST-50)', async () => {
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    const original = await readFile(join(FOLDER, name))
    for (const [accepted, suffix] of [
      ['br, gzip', '.br'],
      ['gzip', '.gz'],
      ['identity', ''],
    ] as const) {
      const { encoding, body, length } = await bytesOf(`/assets/${name}`, accepted)
      const lying = await readFile(join(FOLDER, name + suffix)).catch(() => original)
      expect([name, accepted, body.equals(lying), length]).toEqual([name, accepted, true, lying.length])
      expect([name, (PLAIN[encoding ?? 'identity'] ?? PLAIN.identity)?.(body).equals(original)]).toEqual([name, true])
    }
  }
})

test('a file that hardly compresses exists once', async () => {
  const built = await readdir(FOLDER)
  expect(built.filter((name) => /\.woff2\.|\.png\./.test(name))).toEqual([])
  for (const name of built.filter((file) => file.endsWith('.br'))) {
    const [form, original] = await Promise.all([name, name.slice(0, -3)].map((file) => readFile(join(FOLDER, file))))
    expect([name, (form?.length ?? 0) < 0.9 * (original?.length ?? 0)]).toEqual([name, true])
  }
  const { headers } = await ask(pathOf(/\.woff2$/), { 'accept-encoding': 'br' })
  expect([headers['content-encoding'], headers['content-type']]).toEqual([undefined, 'font/woff2'])
})

test('they are cached for a year, vary by encoding, and declare their type (COST-50)', async () => {
  for (const [pattern, type] of [
    [/^mount-.*\.js$/, 'text/javascript; charset=utf-8'],
    [/^app-.*\.css$/, 'text/css; charset=utf-8'],
  ] as const) {
    const { status, headers } = await ask(pathOf(pattern), { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect([status, headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': type,
        'content-encoding': 'br',
        'cache-control': IMMUTABLE,
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      }),
    ])
  }
})

test('a client that has the file gets 304, by any of its tags; HEAD has everything except the body (CACHE-6)', async () => {
  const path = pathOf(/^mount-/)
  const { headers: whole } = await ask(path)
  const { headers: packed } = await ask(path, { 'accept-encoding': 'br' })
  for (const tag of [whole.etag, packed.etag, `"other", ${packed.etag}`, '*']) {
    const { status, text, headers } = await ask(path, { 'if-none-match': String(tag), 'accept-encoding': 'br' })
    expect([tag, status, text, headers['cache-control']]).toEqual([tag, 304, '', IMMUTABLE])
  }
  expect((await ask(path, { 'if-none-match': '"other"' })).status).toBe(200)
  const head = await ask(path, { 'accept-encoding': 'br' }, 'HEAD')
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', packed['content-length']])
  expect(head.headers['content-encoding']).toBe('br')
})

test('a range is one of the uncompressed bytes, whatever encodings are accepted (COST-53)', async () => {
  const path = pathOf(/^mount-/)
  const original = (await readFile(join(ROOT, 'dist', path))).toString('latin1')
  const { length } = original
  const { headers: whole } = await ask(path)
  expect(whole['accept-ranges']).toBe('bytes')
  for (const [range, start, end] of [
    ['bytes=0-9', 0, 9],
    ['bytes=100-', 100, length - 1],
    ['bytes=-5', length - 5, length - 1],
    [`bytes=10-${length + 100}`, 10, length - 1],
  ] as const) {
    const { status, headers, text } = await ask(path, { range, 'accept-encoding': 'br' })
    expect([range, status, headers['content-range'], headers['content-length'], headers['content-encoding']]).toEqual([
      range,
      206,
      `bytes ${start}-${end}/${length}`,
      String(end - start + 1),
      undefined,
    ])
    expect(Buffer.from(text).toString('latin1')).toBe(original.slice(start, end + 1))
  }
  for (const range of [`bytes=${length}-`, 'bytes=-0']) {
    const { status, headers } = await ask(path, { range })
    expect([range, status, headers['content-range']]).toEqual([range, 416, `bytes */${length}`])
  }
  for (const range of ['bytes=5-2', 'bytes=a-b', 'bytes=-', 'lines=1-2', 'bytes=0-1,3-4']) {
    expect([range, (await ask(path, { range })).status]).toEqual([range, 200])
  }
  const part = { range: 'bytes=0-9' }
  expect((await ask(path, { ...part, 'if-range': String(whole.etag) })).status).toBe(206)
  expect((await ask(path, { ...part, 'if-range': '"other"' })).status).toBe(200)
  expect((await ask(path, { ...part, 'if-range': `W/${whole.etag}` })).status).toBe(200)
})

test('junk in the query is no other file, and missing files are cached nowhere (COST-54)', async () => {
  expect((await ask(`${pathOf(/^app-/)}?v=1`)).status).toBe(200)
  for (const path of ['/assets/nie-ma.js', `${pathOf(/^app-/)}.br`, '/assets/', '/assets/..%2fassets.json']) {
    const { status, headers } = await ask(path)
    expect([path, status === 404 || status === 400, headers['cache-control']]).toEqual([path, true, 'no-store'])
  }
  const posted = await portal.ask(pathOf(/^app-/), { method: 'POST', body: 'x' })
  expect([404, 405]).toContain(posted.status)
})

test('icons come from memory as well, for a day', async () => {
  const { status, headers } = await ask('/icons/post.svg', { 'accept-encoding': 'br' })
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'image/svg+xml',
    'public, max-age=86400',
  ])
  expect((await ask('/icons/post-192.png', { range: 'bytes=0-7' })).status).toBe(206)
  const again = await ask('/icons/post-192.png', {
    'if-none-match': String((await ask('/icons/post-192.png')).headers.etag),
  })
  expect(again.status).toBe(304)
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFilesAtUrl } from '../../../src/edge/releases/files-at-url.ts'
import { createOtherReleases } from '../../../src/edge/releases/other-releases.ts'
import { headersIn } from '../../../src/edge/transport/serialised-response.ts'

const STYLE = 'app-AAAAAAAA.css'
const MOVED = 'app-BBBBBBBB.css'
const LARGE = 'app-CCCCCCCC.js'
const HANGING = 'app-DDDDDDDD.js'

let bucket: Server
let url: string
let calls: string[]
beforeAll(async () => {
  bucket = createServer((request, response) => {
    calls.push(request.url ?? '')
    const name = request.url?.split('/').at(-1)
    // A bucket says what it likes of a type.
    if (name === STYLE) return void response.writeHead(200, { 'content-type': 'text/html' }).end('a{b:c}'.repeat(300))
    if (name === MOVED) return void response.writeHead(302, { location: `/files/${STYLE}` }).end()
    if (name === LARGE) return void response.writeHead(200).end(Buffer.alloc(2 * 1024 * 1024))
    if (name === HANGING) return
    response.writeHead(403).end('<Error/>')
  })
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/files`
})
beforeEach(() => {
  calls = []
})
afterAll(() => {
  bucket.closeAllConnections()
  bucket.close()
})

test('REL-1, REL-4 a file at ASSETS_URL is sent with the type of its name, from memory the second time', async () => {
  const releases = createOtherReleases(createFilesAtUrl(url), () => {})
  const [file, same] = await Promise.all([releases.find(STYLE), releases.find(STYLE)])
  expect(file).toBe(same)
  expect(file && headersIn(file.forms.identity)).toContain('text/css; charset=utf-8')
  expect(Object.keys(file?.forms ?? {}).sort()).toEqual(['br', 'gzip', 'identity'])
  expect(await releases.find(STYLE)).toBe(file)
  expect(calls).toEqual([`/files/${STYLE}`])
})

test('REL-4, REL-1, REL-6 no redirect is followed, nothing larger is taken, and nobody waits for a place that hangs', async () => {
  const failures: unknown[] = []
  const releases = createOtherReleases(createFilesAtUrl(url), (error) => void failures.push(error))
  const files = await Promise.all([MOVED, LARGE, HANGING].map((name) => releases.find(name)))
  expect([files, failures.length > 1]).toEqual([[undefined, undefined, undefined], true])
  expect(calls).not.toContain(`/files/${STYLE}`)
})

test('REL-6 a missing file is one call for a while, and a name of no build is none', async () => {
  const releases = createOtherReleases(createFilesAtUrl(url), () => {})
  for (let times = 0; times < 3; times++) expect(await releases.find('app-EEEEEEEE.js')).toBeUndefined()
  expect(calls).toEqual(['/files/app-EEEEEEEE.js'])
  for (const name of [
    '',
    '../x-AAAAAAAA.js',
    'x-AAAAAAAA.js.map',
    'x-AAAAAAAA.html',
    'x.js',
    '-AAAAAAAA.js',
    'x-aaaaaaaa.js',
  ])
    expect([name, await releases.find(name)]).toEqual([name, undefined])
  expect(calls).toHaveLength(1)
})

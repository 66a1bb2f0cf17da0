import { cp, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ask, type Cell, conditionalMatrix, RESPONSES } from '../support/conditional-matrix.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'

/** Everything through one portal, in front of a newsroom whose files change under it, and nothing is purged by hand. */

let folder: string
let portal: TestPortal
let cells: Cell[]

const ask: Ask = (path, headers = {}, method = 'GET') =>
  new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: portal.port, path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    call.on('error', reject)
    call.end()
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conditional-newsroom-'))
  await cp(join(ROOT, 'newsroom'), folder, { recursive: true })
  portal = await startTestPortal({ NEWSROOM_DIR: folder, CMS_POLL_SECONDS: '1' })
  cells = await conditionalMatrix(ask, folder)
}, 240_000)
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const changed = (change: string) =>
  cells.filter((cell) => cell.change === change && cell.hasChanged).map(({ response }) => response)

test('304 though the bytes changed: 0 of 12 kinds of change at 11 kinds of response (CACHE-12)', () => {
  expect(new Set(cells.map(({ change }) => change)).size).toBe(12)
  expect(cells).toHaveLength(12 * Object.keys(RESPONSES).length)
  expect(cells.filter(({ wrong }) => wrong.length > 0)).toEqual([])
})

test('a tag is good for as long as the bytes are the same (CACHE-6)', () => {
  expect(cells.filter(({ isStillKnown }) => !isStillKnown)).toEqual([])
})

test('each change is in all that shows it, purged by nobody (PURGE-12)', () => {
  const everywhere = ['page', 'AMP', 'fragment', 'list', 'RSS', 'Atom', 'search', 'JSON']
  expect(changed('title edited')).toEqual(expect.arrayContaining(everywhere))
  expect(changed('lead edited')).toEqual(expect.arrayContaining(['page', 'AMP', 'list', 'RSS', 'Atom']))
  expect(changed('text edited')).toEqual(expect.arrayContaining(['page', 'AMP', 'fragment', 'RSS']))
  for (const change of ['older article released', 'renamed', 'withdrawn'])
    expect([change, changed(change)]).toEqual([
      change,
      expect.arrayContaining(['list', 'RSS', 'map', 'search', 'JSON']),
    ])
  // Cards do not name authors.
  expect(changed('author renamed')).toEqual(expect.arrayContaining(['page', 'AMP', 'fragment', 'RSS', 'Atom']))
  for (const change of ['menu', 'menu withdrawn'])
    expect([change, changed(change)]).toEqual([change, expect.arrayContaining(['page', 'home', 'list', 'search'])])
  expect(changed('image replaced by one with the old date')).toContain('image')
})

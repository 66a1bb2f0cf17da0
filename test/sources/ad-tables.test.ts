import { createAdTables } from '../../src/sources/ad-tables.ts'
import { createContentCache } from '../../src/sources/cache/content-cache.ts'
import { createHubSource } from '../../src/sources/hub/hub.ts'
import { createHosts } from '../../src/sources/upstream/host.ts'
import type { Problem } from '../../src/system/report.ts'
import { services } from '../content/world.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'

const PATH = '/wp-json/ad-menager/v2/ads/all'
const SECOND = 1000
const TABLE = { 0: { adUnit: 'a', active: true } }

let hub: HubServer
beforeEach(async () => {
  hub = await startHub()
  hub.misbehave(PATH, { body: JSON.stringify(TABLE) })
})
afterEach(() => hub.close())

function openTables() {
  let now = 0
  const problems: Problem[] = []
  const cache = createContentCache(
    () => {},
    () => now,
  )
  const hostOf = createHosts({ now: () => now })
  const tables = createAdTables(createHubSource({ post: hub.url }, undefined, hostOf), cache, (problem) =>
    problems.push(problem),
  )
  return {
    problems,
    expire: () => cache.expire(),
    of: (revalidate = false) => tables.of(services.post, revalidate),
    pass: (seconds: number) => {
      now += seconds * SECOND
    },
  }
}

test("a table keeps its identity while the hub's response does not change", async () => {
  const { of, pass, expire } = openTables()
  const first = await of()
  expect(first.get('0')).toMatchObject({ adUnit: 'a' })
  pass(31)
  expect(await of(true)).toBe(first)
  expire()
  expect(await of()).toBe(first)
  expect(hub.countOf(PATH)).toBe(3)
  hub.misbehave(PATH, { body: '[]' })
  expire()
  expect((await of()).size).toBe(0)
})

test('ADS-3: a table that is missing from the start is a failure, and requested again 5 s later', async () => {
  const { of, pass, problems } = openTables()
  hub.misbehave(PATH, { status: 404, body: '{}' })
  expect((await of()).size).toBe(0)
  expect(problems).toHaveLength(1)
  hub.misbehave(PATH, { body: JSON.stringify(TABLE) })
  pass(6)
  expect((await of(true)).size).toBe(1)
})

test('ADS-3: after a purge the previous table is used while the new one does not arrive', async () => {
  const { of, expire } = openTables()
  const known = await of()
  expire()
  hub.misbehave(PATH, { manner: 'hang' })
  const startedAt = performance.now()
  expect(await of()).toBe(known)
  expect(performance.now() - startedAt).toBeLessThan(1500)
})

test('a failure is reported once, and the hub is requested again after 5 s, not earlier', async () => {
  const { of, pass, problems } = openTables()
  hub.misbehave(PATH, { status: 403, body: '{}' })
  expect((await of()).size).toBe(0)
  pass(4)
  await of()
  expect(hub.countOf(PATH)).toBe(1)
  hub.misbehave(PATH, { body: JSON.stringify(TABLE) })
  pass(2)
  expect((await of(true)).size).toBe(1)
  expect(problems).toEqual([{ call: `GET ${PATH}`, field: 'ad slots of the service', kind: 'status' }])
})

test('a stale table is served at once, however old it is', async () => {
  const { of, pass } = openTables()
  const first = await of()
  hub.misbehave(PATH, { manner: 'hang' })
  pass(7 * 24 * 3600)
  const startedAt = performance.now()
  expect(await of()).toBe(first)
  expect(performance.now() - startedAt).toBeLessThan(500)
})

test('without a previous table, a table that hangs is awaited for 2 s', async () => {
  const { of } = openTables()
  hub.misbehave(PATH, { manner: 'hang' })
  const startedAt = performance.now()
  expect((await of()).size).toBe(0)
  const took = performance.now() - startedAt
  expect(took).toBeGreaterThan(1900)
  expect(took).toBeLessThan(2400)
})

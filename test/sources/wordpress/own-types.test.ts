import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../support/until.ts'
import { akademia, archiveFrom, startSite, type TestSite } from './site.ts'

let site: TestSite

beforeEach(async () => {
  site = await startSite()
  const type = (slug: string, base: string) => ({
    name: slug,
    slug,
    rest_base: base,
    rest_namespace: 'wp/v2',
    has_archive: true,
    taxonomies: [],
  })
  site.server.on('/wp-json/wp/v2/types', { json: { book: type('book', 'books'), event: type('event', 'events') } })
  site.server.on('/wp-json/wp/v2/taxonomies', { json: {} })
  site.server.on('/wp-json/wp/v2/events', { json: [site.post({ link: `${site.server.url}/wydarzenia/targi/` })] })
})
afterEach(() => site.server.close())

const books = { json: [] as unknown[] }
const isListed = async (slug: string): Promise<boolean> => {
  const { json } = await site.source.archive(akademia, 'path', slug, 1)
  return json !== undefined && archiveFrom(json).cards.length > 0
}

test('a type that could not be read at the start is learned when a reader comes (SRC-30)', async () => {
  site.server.on('/wp-json/wp/v2/books', { status: 500, json: {} })
  await site.source.menu(akademia)
  expect(await isListed('wydarzenia')).toBe(true)
  books.json = [site.post({ link: `${site.server.url}/ksiazki/lalka/` })]
  site.server.on('/wp-json/wp/v2/books', books)
  await until(() => isListed('ksiazki').catch(() => false), Boolean)
})

test('a type that is known stays while it cannot be read (SRC-30)', async () => {
  books.json = [site.post({ link: `${site.server.url}/ksiazki/lalka/` })]
  site.server.on('/wp-json/wp/v2/books', books)
  await site.source.menu(akademia)
  expect(await isListed('ksiazki')).toBe(true)
  const known = site.source.separateLists?.(akademia)
  expect(known).toHaveLength(2)
  site.server.on('/wp-json/wp/v2/books', { status: 500, json: {} })
  await site.source.menu(akademia)
  expect(site.source.separateLists?.(akademia)).toEqual(known)
})

test('a type that can never be read is requested more and more rarely (SRC-30)', async () => {
  site.server.on('/wp-json/wp/v2/books', { status: 500, json: {} })
  await site.source.menu(akademia)
  const looks = () => site.server.requested().filter((call) => call === 'GET wp/v2/types').length
  const end = performance.now() + 5000
  while (performance.now() < end) {
    await isListed('ksiazki').catch(() => false)
    await wait(100)
  }
  // At the start and after 2 s; the next one is 4 s later.
  expect(looks()).toBeLessThanOrEqual(2)
})

test('every type and taxonomy is there, however many (SRC-30)', async () => {
  const numbers = Array.from({ length: 23 }, (_, index) => index)
  const types = numbers.map((number) => [
    `t${number}`,
    {
      name: `T${number}`,
      slug: `t${number}`,
      rest_base: `t${number}`,
      rest_namespace: 'wp/v2',
      has_archive: true,
      taxonomies: [],
    },
  ])
  const taxonomies = numbers.map((number) => [
    `x${number}`,
    {
      name: `X${number}`,
      slug: `x${number}`,
      rest_base: `x${number}`,
      rest_namespace: 'wp/v2',
      hierarchical: false,
      types: ['post'],
    },
  ])
  site.server.on('/wp-json/wp/v2/types', { json: Object.fromEntries(types) })
  site.server.on('/wp-json/wp/v2/taxonomies', { json: Object.fromEntries(taxonomies) })
  for (const number of numbers) {
    site.server.on(`/wp-json/wp/v2/t${number}`, {
      json: [site.post({ link: `${site.server.url}/typ-${number}/wpis/` })],
    })
    site.server.on(`/wp-json/wp/v2/x${number}`, { json: [{ link: `${site.server.url}/grupa-${number}/pierwsza/` }] })
  }
  await site.source.menu(akademia)
  const paths = (site.source.separateLists?.(akademia) ?? []).map((list) => list.path)
  expect(paths).toEqual(numbers.map((number) => `/typ-${number}`))
  const calls = site.server.requested()
  expect(numbers.filter((number) => !calls.includes(`GET wp/v2/x${number}`))).toEqual([])
})

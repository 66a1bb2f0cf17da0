import { join } from 'node:path'
import { createMapChanges, mapsOf } from '../../../src/features/sitemaps/map-index.ts'
import { createMonths } from '../../../src/features/sitemaps/months.ts'
import { createTermIndex } from '../../../src/features/sitemaps/terms.ts'
import type { Service } from '../../../src/services/service.ts'
import { createContentCache } from '../../../src/sources/cache/content-cache.ts'
import { createContentRepositories } from '../../../src/sources/content-repositories.ts'
import { createHubSource } from '../../../src/sources/hub/hub.ts'
import { imagesOn, services } from '../../content/world.ts'
import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { ROOT } from '../../support/root.ts'
import { until } from '../../support/until.ts'

let hub: HubServer
beforeEach(async () => {
  hub = await startHub(join(ROOT, 'test/support/fixtures/hub'))
})
afterEach(() => hub.close())

function repositoriesOf(url: string) {
  return createContentRepositories({
    source: createHubSource({ bizblog: url, post: url }),
    cache: createContentCache(() => {}),
    services,
    images: imagesOn(),
    cmsUrls: { akademia: url },
    report: () => {},
  })
}

test('of the series that a service of the hub names, those with published parts are in the maps (SERIES-9)', async () => {
  const akademia: Service = {
    ...services.akademia,
    series: { tags: [{ tag: 'klucze-prywatne' }, { tag: 'nie-ma' }, { tag: 'pusta' }] },
  }
  hub.misbehave('/wp-json/hub/v2/taxonomy/tag/pusta/0', {
    body: JSON.stringify({ name: 'Pusta', blocks: [], posts: [], sumOfPosts: 0, postPerPage: 10 }),
  })
  const repositories = createContentRepositories({
    source: createHubSource({ bizblog: hub.url, post: hub.url }),
    cache: createContentCache(() => {}),
    services: { ...services, akademia },
    images: imagesOn(),
    cmsUrls: { akademia: hub.url },
    report: () => {},
  })
  const { series } = await createTermIndex(() => 0).terms(repositories.reader(akademia), akademia)
  expect([...series.keys()]).toEqual(['/seria/klucze-prywatne'])
})

test('terms of the hub that a map of older articles named stay, each at its place, when newer ones come (MAP-16)', async () => {
  const list = { count: 2400 }
  const site = await startHub(undefined, (call) =>
    largeArchive({
      count: list.count,
      perPage: 100,
      newest: Date.UTC(2026, 10, 20),
      hoursBetween: 10,
      // One tag for each article, by its number from the oldest.
      articleOf: (index) => ({
        categories: [{ name: 'Z', slug: `z-${list.count - index}`, relative_link: `/tag/z-${list.count - index}` }],
      }),
    })(call),
  )
  const { akademia } = services
  const repositories = repositoriesOf(site.url)
  let now = 0
  const [index, months] = [createTermIndex(() => now), createMonths(() => now)]
  const tags = async () => {
    repositories.expire()
    now += 3_600_001
    return [...(await index.terms(repositories.reader(akademia), akademia)).tags.keys()]
  }
  const first = await tags()
  // The scan ends before the oldest article.
  expect([first.includes('/tag/z-2400'), first.includes('/tag/z-3')]).toEqual([true, false])
  const reader = repositories.reader(akademia)
  const part = { month: '2024-02', offset: 0, count: 100 }
  const cards = await months.cards(reader, akademia, 'articles', part)
  for await (const _ of index.noted(reader, akademia, cards ?? none()));
  list.count += 5
  const later = await tags()
  expect(later.slice(0, first.length)).toEqual(first)
  expect(later).toEqual(expect.arrayContaining(['/tag/z-3', '/tag/z-2405']))
  await site.close()
})

async function* none(): AsyncGenerator<never, void> {}

test('an index that is read again from a slow site names every map that it named before (MAP-8)', async () => {
  const site = await startHub(
    undefined,
    largeArchive({
      count: 300,
      perPage: 10,
      newest: Date.UTC(2026, 10, 20),
      hoursBetween: 10,
      articleOf: () => ({ categories: [] }),
    }),
  )
  const repositories = repositoriesOf(site.url)
  const { akademia } = services
  let now = 0
  const clock = () => now
  const known = { terms: createTermIndex(clock), months: createMonths(clock), changes: createMapChanges() }
  const index = () => mapsOf(repositories.reader(akademia), akademia, known)
  const whole = await until(index, ({ isComplete }) => isComplete)
  expect(whole.maps.length).toBeGreaterThan(5)
  now = 3_600_001
  repositories.expire()
  site.slowDown(200)
  const later = await index()
  expect(later.maps.map(({ url }) => url)).toEqual(whole.maps.map(({ url }) => url))
  expect(later.isComplete).toBe(false)
  site.slowDown(0)
  expect(await until(index, ({ isComplete }) => isComplete)).toEqual(whole)
  await site.close()
})

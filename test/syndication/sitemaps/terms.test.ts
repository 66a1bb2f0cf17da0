import { join } from 'node:path'
import { createContentCache } from '../../../src/cms/cache/content-cache.ts'
import { createContentRepositories } from '../../../src/cms/content-repositories.ts'
import { createHubSource } from '../../../src/cms/hub/hub.ts'
import type { Service } from '../../../src/services/service.ts'
import { createTermIndex } from '../../../src/syndication/sitemaps/terms.ts'
import { imagesOn, services } from '../../content/world.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { ROOT } from '../../support/root.ts'

let hub: HubServer
beforeEach(async () => {
  hub = await startHub(join(ROOT, 'test/support/fixtures/hub'))
})
afterEach(() => hub.close())

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

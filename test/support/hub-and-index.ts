import type { ContentRepository } from '../../src/content/repository.ts'
import type { SearchFilters } from '../../src/content/search-filters.ts'
import { memoryIndexes } from '../../src/search/search-indexes.ts'
import { USUAL_PACE } from '../../src/sources/background-index/pace.ts'
import type { BackgroundIndexSettings } from '../../src/sources/background-index/upkeep.ts'
import { createContentCache } from '../../src/sources/cache/content-cache.ts'
import { type ContentRepositories, createContentRepositories } from '../../src/sources/content-repositories.ts'
import { createHubSource } from '../../src/sources/hub/hub.ts'
import { imagesOn, services } from '../content/world.ts'
import { foundByHub, type HubArticle } from './hub-newsroom.ts'

const WORDS = [
  ...['kasztan', 'giełda', 'portfel', 'zwierzę', 'księżyc', 'łódź', 'sieć', 'klucz', 'górnik', 'podatek'],
  ...['kawa', 'szyfr', 'moneta', 'rower', 'wieloryb', 'bank', 'chmura', 'deszcz', 'prąd', 'kabel'],
]

/** Thirty articles that a list has and thirty that none has; one of these has a word after more text than an index takes. */
export function halfListed(): HubArticle[] {
  const word = (number: number): string => WORDS[number % WORDS.length] ?? ''
  const articles = Array.from({ length: 60 }, (_, number): HubArticle => {
    const isElsewhere = number % 2 === 1
    return {
      id: `${1000 + number}`,
      slug: `tekst-${number}`,
      title: `Zakopany ${word(number)} i ${word(number * 7 + 3)} ${number}`,
      text: `Pierwszy ${word(number * 3 + 1)} stoi obok, a ${word(number * 5 + 2)}owy ogród rośnie w roku ${1990 + number}.`,
      category: isElsewhere ? { name: 'Edukacja', slug: 'edukacja' } : { name: 'Najnowsze', slug: 'najnowsze' },
      published: `2026-03-${String(1 + (number % 28)).padStart(2, '0')} 07:00:00`,
      isNoindex: number % 20 === 2,
      isElsewhere,
    }
  })
  const long: HubArticle = { id: '2000', slug: 'dlugi', title: 'Długi tekst', text: `${'ala '.repeat(26_000)}pangolin` }
  return [long, ...articles]
}

/** Fifty queries: words, parts of words as a reader types them, forms, phrases, figures, and what nobody wrote. */
export const FIFTY_QUERIES: readonly string[] = [
  ...WORDS,
  ...WORDS.slice(0, 10).map((word) => word.slice(1)),
  ...WORDS.slice(10).map((word) => `${word}owy`),
  ...[
    'zakopany',
    'zakopany kasztan',
    'Zakopany K',
    'ogród rośnie',
    'pangolin',
    '2001',
    'w roku 20',
    'kamień',
    'ł',
    'obok, a',
  ],
]

/** An index is made at once, without pauses. */
const QUICK_PACE = { ...USUAL_PACE, start: 0, pause: 0, share: 0, look: 20, settling: 0, retry: 20, longestRetry: 20 }

/** A portal's content over a hub, with an index in memory. */
export function repositoriesOf(hub: string, settings: Partial<BackgroundIndexSettings> = {}): ContentRepositories {
  return createContentRepositories({
    source: createHubSource({ bizblog: hub, post: hub }),
    cache: createContentCache(() => {}),
    services,
    images: imagesOn(),
    cmsUrls: { akademia: 'https://cms.szpalta.test' },
    report: () => {},
    background: {
      indexes: memoryIndexes,
      most: 1000,
      onComplete: () => {},
      onFailure: () => {},
      pace: QUICK_PACE,
      ...settings,
    },
  })
}

export interface Walk {
  /** Ids in order. */
  ids: string[]
  pages: string[][]
}

/** All results of a query, page by page, as a reader has them who goes on to the end. */
export async function walk(
  reader: Pick<ContentRepository, 'search'>,
  query: string,
  filters: SearchFilters = {},
): Promise<Walk> {
  const pages: string[][] = []
  for (let page = 1, isLast = false; !isLast; page++) {
    const { cards, hasMore } = await reader.search(query, page, filters)
    pages.push(cards.map(({ id }) => id))
    isLast = !hasMore
  }
  return { ids: pages.flat(), pages }
}

export interface Difference {
  query: string
  /** Ids that the hub's own search finds and the portal does not. */
  missing: string[]
  /** Ids that the portal shows more than once. */
  repeated: string[]
  /** Pages without a result, unless the first one is all. */
  empty: number
}

/** The portal's results of the fifty queries next to the hub's. */
export async function differences(
  reader: Pick<ContentRepository, 'search'>,
  articles: readonly HubArticle[],
): Promise<Difference[]> {
  const all: Difference[] = []
  for (const query of FIFTY_QUERIES) {
    const { ids, pages } = await walk(reader, query)
    all.push({
      query,
      missing: foundByHub(articles, query).flatMap(({ id }) => (ids.includes(id) ? [] : [id])),
      repeated: ids.filter((id, place) => ids.indexOf(id) !== place),
      empty: pages.slice(1).filter(({ length }) => length === 0).length,
    })
  }
  return all
}

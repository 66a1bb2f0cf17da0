import { type Archive, cardsIn } from '../content/archive.ts'
import { withTopicLead } from '../content/decode/lead.ts'
import { decodeArchive } from '../content/decode.ts'
import { hasForeignCharacter } from '../content/foreign-characters.ts'
import { type LinkRules, listPath, publicPath } from '../content/links.ts'
import { type ContentRepository, isMissing, type Missing } from '../content/repository.ts'
import { type DirectoryEntry, type DirectoryKind, type ListKind, NEWEST_CATEGORY } from '../services/list-kind.ts'
import type { Service } from '../services/service.ts'
import type { Candidates } from './candidates.ts'
import type { Decode, FetchWire } from './loading.ts'
import type { Reading } from './reading.ts'
import { type ContentSource, POSTS_PER_BULK, type Rank } from './source.ts'

/** Each has about a hundred entries; a source may claim any number. */
const MAX_DIRECTORY_PAGES = 10_000
/** List pages that readers and feeds use are cached. */
const CACHED_PAGES = 10
/** Spares the CMS a flood by a feed or a sitemap. */
const PAGES_AT_ONCE = 4
/** Consecutive pages without a readable article end a list (COST-30). */
const MAX_EMPTY_PAGES = 4

/** @param isCached false: deep pages evict nothing */
export type ReadArchive = (
  kind: ListKind,
  slug: string,
  page: number,
  rank?: Rank,
  isCached?: boolean,
) => Promise<Archive | Missing>

export function archivesOf({ service, cms, load, read }: Reading, rules: LinkRules): ReadArchive {
  return async (kind, slug, page, rank = 'primary', isCached = true) => {
    if (hasForeignCharacter(slug)) return { missing: true }
    const fetchWire: FetchWire = (known) => cms.archive(service, kind, slug, page, rank, known)
    const decode: Decode<Archive> = function* (json, context) {
      const decoded = withTopicLead(yield* decodeArchive(json, context), kind, slug, rules)
      // A source may return any page; one beyond the last is missing (PAGE-7).
      return isMissing(decoded) || page <= decoded.maxPage ? decoded : { missing: true }
    }
    return isCached ? read(`${kind} ${slug} ${page}`, fetchWire, decode, rank) : load(fetchWire, decode)
  }
}

/** @param archives reads in the background */
export function knownCards(
  candidates: Candidates,
  archives: () => ReadArchive,
): ReturnType<ContentRepository['known']> {
  return candidates.known((page) => archives()('category', NEWEST_CATEGORY, page, 'secondary', page <= CACHED_PAGES))
}

export function programLists(
  { service, cms, load, read }: Reading,
  readArchive: ReadArchive,
): Pick<ContentRepository, 'pages' | 'bulkSize' | 'months' | 'directory' | 'separateLists'> {
  const listPage = (kind: ListKind, slug: string, page: number): Promise<Archive | Missing> => {
    const { bulk } = cms
    const isCached = page <= CACHED_PAGES
    if (!bulk) return readArchive(kind, slug, page <= 1 ? 0 : page, 'lists', isCached)
    if (hasForeignCharacter(slug)) return Promise.resolve({ missing: true })
    const fetchWire: FetchWire = () => bulk(service, kind, slug, page)
    return isCached && page === 1
      ? read(`${kind} ${slug} bulk`, fetchWire, decodeArchive, 'lists')
      : load(fetchWire, decodeArchive)
  }
  return {
    pages: (kind, slug, first = 1) => inOrder((page) => listPage(kind, slug, page), first),
    bulkSize: cms.bulk && POSTS_PER_BULK,
    months(kind, slug) {
      const { months } = cms
      if (!months || hasForeignCharacter(slug)) return undefined
      return {
        all: () => months.all(service, kind, slug),
        perPage: POSTS_PER_BULK,
        pages: (month, first) =>
          inOrder((page) => load(() => months.page(service, kind, slug, month, page), decodeArchive), first),
      }
    },
    directory: (kind) => cms.directory && directory(cms.directory, kind, service),
    separateLists: () => cms.separateLists?.(service) ?? [],
  }
}

async function* inOrder(
  page: (number: number) => Promise<Archive | Missing>,
  first: number,
): AsyncGenerator<Archive, void> {
  let empty = 0
  for (let next = first, count = 1, last = first; next <= last; next += count, count = PAGES_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(count, last - next + 1) }, (_, index) => next + index)
    for (const listPage of await Promise.all(numbers.map(page))) {
      if (isMissing(listPage)) return
      empty = cardsIn(listPage).length > 0 ? 0 : empty + 1
      if (empty === MAX_EMPTY_PAGES) return
      last = listPage.maxPage
      yield listPage
    }
  }
}

async function* directory(
  list: NonNullable<ContentSource['directory']>,
  kind: DirectoryKind,
  service: Service,
): AsyncGenerator<DirectoryEntry, void> {
  for (let page = 1; page <= MAX_DIRECTORY_PAGES; page++) {
    const { entries, isLast } = await list(service, kind, page)
    for (const entry of entries) yield { ...entry, path: publicPathOf(kind, entry.path, service) }
    if (isLast) return
  }
}

/** Of series, the CMS form alone is never an article's path (SERIES-2). */
function publicPathOf(kind: DirectoryKind, path: string, service: Service): string {
  return kind === 'series' ? listPath(kind, path.slice(path.lastIndexOf('/') + 1), service) : publicPath(path, service)
}

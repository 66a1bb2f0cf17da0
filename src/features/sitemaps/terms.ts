import { cardsIn } from '../../content/archive.ts'
import type { Card } from '../../content/card.ts'
import { hasCome, lastChange } from '../../content/dates.ts'
import { articlePath, listPath } from '../../content/links.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { type ContentRepository, isMissing } from '../../content/repository.ts'
import { accessibilityPath, followPath, type ListPaths, privacyPath } from '../../languages/language.ts'
import { type DirectoryKind, NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { MenuItem, Service } from '../../services/service.ts'
import { latestOf, newestDate } from './dates.ts'
import { TERM_KINDS, type TermKind } from './paths.ts'

/** Articles that are scanned for lists where the CMS has no directory. */
const MAX_ARTICLES_READ = 2000
const MAX_SEPARATE_READ = 500
const MAX_PAGES_READ = 50
/** Cards may name any number of lists of one kind (COST-33). */
const MAX_TERMS = 50_000
const MAX_LISTED = 1_000_000
const INDEX_TTL_MS = 3_600_000
const SEEN_TTL_MS = 24 * INDEX_TTL_MS

type TermPaths = Record<TermKind, Map<string, string | undefined>>

/** Public paths, with the date of their change or of their newest article. */
export type Terms = TermPaths & {
  newest: string | undefined
}

export interface TermIndex {
  terms(reader: ContentRepository, service: Service): Promise<Terms>
  known(service: Service): Terms | undefined
  noted(reader: ContentRepository, service: Service, cards: AsyncIterable<Card>): AsyncIterable<Card>
}

export function createTermIndex(now: () => number): TermIndex {
  const known = new Map<string, { terms: Promise<Terms>; revision: unknown; until: number }>()
  const done = new Map<string, Terms>()
  const seen = new Map<string, { paths: TermPaths; until: number }>()
  const seenIn = ({ name }: Service): TermPaths => {
    const before = seen.get(name)
    if (before && now() < before.until) return before.paths
    const paths = noPaths()
    seen.set(name, { paths, until: now() + SEEN_TTL_MS })
    return paths
  }
  return {
    terms(reader, service) {
      const before = known.get(service.name)
      const revision = reader.revision?.()
      if (before && now() < before.until && before.revision === revision) return before.terms
      const terms = termsOf(reader, service, seenIn(service))
      const own = { terms, revision, until: now() + INDEX_TTL_MS }
      known.set(service.name, own)
      const isNewest = (): boolean => known.get(service.name) === own
      terms.then(
        (value) => {
          if (isNewest() || !done.has(service.name)) done.set(service.name, value)
        },
        () => {
          if (isNewest()) known.delete(service.name)
        },
      )
      return terms
    },
    known: ({ name }) => done.get(name),
    async *noted(reader, service, cards) {
      const isListed = reader.directory('tag') !== undefined
      for await (const card of cards) {
        if (!isListed) take(card, service.paths, seenIn(service))
        yield card
      }
    },
  }
}

function noPaths(): TermPaths {
  return {
    pages: new Map(),
    categories: new Map(),
    tags: new Map(),
    authors: new Map(),
    series: new Map(),
    lists: new Map(),
  }
}

async function termsOf(reader: ContentRepository, service: Service, seen: TermPaths): Promise<Terms> {
  const first = await reader.archive('category', NEWEST_CATEGORY, 0)
  const newest = isMissing(first) ? undefined : newestDate(cardsIn(first))
  const terms: Terms = { ...noPaths(), newest }
  terms.pages.set('/', newest)
  const isListed = await readDirectory(reader, terms)
  if (!isListed) {
    await readArticles(reader, service, terms, seen)
    for (const kind of ['categories', 'tags', 'authors', 'lists'] as const)
      terms[kind] = new Map([...seen[kind], ...terms[kind]])
  }
  // A site may have pages of its own there (CONS-24).
  const own = [privacyPath(service), followPath(service)]
  if (service.group.accessibility) own.push(accessibilityPath(service))
  const listed = new Set([...terms.pages.keys()].map(cmsPath))
  for (const path of own) if (!listed.has(path)) terms.pages.set(path, undefined)
  return terms
}

const DIRECTORY_KINDS = {
  pages: 'page',
  categories: 'category',
  tags: 'tag',
  authors: 'author',
  series: 'series',
  lists: 'path',
} as const satisfies Record<TermKind, DirectoryKind>

/** @returns false where the source has none (MAP-9) */
async function readDirectory(reader: ContentRepository, terms: Terms): Promise<boolean> {
  for (const kind of TERM_KINDS) {
    const entries = reader.directory(DIRECTORY_KINDS[kind])
    if (!entries) return false
    for await (const { path, modified } of entries) {
      if (terms[kind].size === MAX_LISTED) break
      terms[kind].set(path, modified !== undefined && hasCome(Date.parse(modified)) ? modified : undefined)
    }
  }
  return true
}

async function readArticles(reader: ContentRepository, service: Service, terms: Terms, seen: TermPaths): Promise<void> {
  let articlesRead = 0
  let total = 0
  for await (const list of reader.pages('category', NEWEST_CATEGORY)) {
    const cards = cardsIn(list)
    for (const card of cards) take(card, service.paths, seen)
    articlesRead += cards.length
    total = list.total
    if (articlesRead >= MAX_ARTICLES_READ) break
  }
  for (const { slug, path } of reader.separateLists()) {
    if (path !== undefined) seen.lists.set(articlePath(path, service), undefined)
    let left = MAX_SEPARATE_READ
    for await (const list of reader.pages('path', slug)) {
      for (const card of cardsIn(list)) take(card, service.paths, seen)
      left -= cardsIn(list).length
      if (left <= 0) break
    }
  }
  if (articlesRead < total) takeMenu(service.menu, service.paths, seen)
  await takeSeries(reader, service, terms)
  await takePages(reader, service, terms)
}

/** Series without parts have no page (SERIES-9). */
async function takeSeries(reader: ContentRepository, service: Service, terms: Terms): Promise<void> {
  for (const { tag } of service.series?.tags ?? []) {
    const series = await reader.archive('series', tag, 0)
    if (!isMissing(series)) terms.series.set(listPath('series', tag, service), newestDate(cardsIn(series)))
  }
}

async function takePages(reader: ContentRepository, service: Service, terms: Terms): Promise<void> {
  for (const { link } of service.group.pages.slice(0, MAX_PAGES_READ)) {
    if (!/^\/[^/]/.test(link)) continue
    const page = await reader.article(cmsPath(link))
    if (!isMissing(page) && !page.isNoindex) terms.pages.set(page.path, page.modified?.time.iso)
  }
}

function take(card: Card, paths: ListPaths, terms: TermPaths): void {
  if (card.isPromo) return
  const date = lastChange(card)?.time.iso
  const add = (kind: TermKind, prefix: string, href: string | undefined): void => {
    if (!href?.startsWith(prefix)) return
    if (terms[kind].has(href) || terms[kind].size < MAX_TERMS)
      terms[kind].set(href, latestOf([terms[kind].get(href), date]))
  }
  add('categories', `/${paths.category}/`, card.category?.href)
  for (const tag of card.tags) add('tags', `/${paths.tag}/`, tag.href)
  // A taxonomy of the CMS' own has other paths.
  for (const { href } of card.tags) {
    if (href !== undefined && !href.startsWith(`/${paths.tag}/`)) add('lists', '/', href)
  }
  for (const author of card.authors) add('authors', `/${paths.author}/`, author.href)
}

/** The menu's lists exist, however old their articles are. */
function takeMenu(menu: readonly MenuItem[], paths: ListPaths, terms: TermPaths): void {
  for (const { link, items } of menu) {
    const kind = link.startsWith(`/${paths.category}/`)
      ? 'categories'
      : link.startsWith(`/${paths.tag}/`)
        ? 'tags'
        : undefined
    if (kind && !terms[kind].has(link)) terms[kind].set(link, undefined)
    takeMenu(items ?? [], paths, terms)
  }
}

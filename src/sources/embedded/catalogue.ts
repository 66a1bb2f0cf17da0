import type { MenuItem, ServiceName } from '../../services/service.ts'
import { inSlices, takingTurns } from '../../system/steps.ts'
import { type ParsedBlock, parseBlocksInSteps } from '../block-grammar.ts'
import { articleEntry, loadMarkdown, type ReadEntry, type Reading } from './article-entry.ts'
import { type Calendar, type CatalogueArticle, isUnpublished, shownAt, WITHOUT_CALENDAR } from './dated-parts.ts'
import { MAX_FILE_BYTES, type NewsroomFile } from './folder.ts'
import {
  type AuthorFile,
  authorFile,
  NewsroomFileError,
  parseSeries,
  parseYaml,
  type SeriesFile,
  type Terms,
  unknownParts,
  yamlValue,
} from './front-matter.ts'
import { type FrontPage, frontPageIn, type Home, homeAt, isFrontPage } from './front-pages.ts'
import { MENU_FILE, parseMenu } from './menu.ts'
import type { IndexedArticle, KnownTexts } from './newsroom-index.ts'
import { parseTerms } from './terms.ts'
import { rememberingYaml, type YamlReader, type YamlValue } from './yaml-values.ts'

export type { CatalogueArticle } from './dated-parts.ts'

export interface CatalogueService {
  /** Absent: the newest articles make one. */
  home?: Home
  /** Planned and past ones too. */
  frontPages: FrontPage[]
  terms: Terms
  /** Names of authors, categories and tags without a file. */
  names: Map<string, string>
  series: SeriesFile
  /** Absent: the service's own. */
  menu?: MenuItem[]
  articles: CatalogueArticle[]
  byPath: Map<string, CatalogueArticle>
  /** Unpublished articles by slug that are not in `articles`. */
  drafts: Map<string, CatalogueArticle>
}

export interface Catalogue {
  services: Map<ServiceName, CatalogueService>
  pages: Map<string, CatalogueArticle>
  /** Unpublished pages by slug that are not in `pages`. */
  pageDrafts: Map<string, CatalogueArticle>
  authors: Map<string, AuthorFile>
  blocks: Map<string, ParsedBlock[]>
  /** The last usable content of each file by path. */
  entries: Map<string, Entry>
}

const NO_TERMS: Terms = { categories: [], tags: [] }
const NO_SERIES: SeriesFile = []
const NO_SLUGS: ReadonlySet<string> = new Set()
const SERIES_FILE = 'series.yaml'

type Entry =
  | { kind: 'author'; slug: string; author: AuthorFile }
  | { kind: 'blocks'; id: string; blocks: ParsedBlock[] }
  | ({ kind: 'page'; file: NewsroomFile } & ReadEntry)
  | { kind: 'home'; service: ServiceName; page: FrontPage }
  | { kind: 'terms'; service: ServiceName; terms: Terms }
  | { kind: 'series'; service: ServiceName; series: SeriesFile }
  | { kind: 'menu'; service: ServiceName; menu: MenuItem[] }
  | ({ kind: 'article'; service: ServiceName; file: NewsroomFile } & ReadEntry)
  | { kind: 'other' }

/** An unchanged file is parsed once. */
const parsed = new WeakMap<NewsroomFile, Entry>()
const yamlOf = new WeakMap<NewsroomFile, readonly YamlValue[]>()

/**
 * Does not block the event loop.
 * @param previous a broken file keeps its content
 * @param onError called for each broken file
 */
export async function buildCatalogue(
  files: readonly NewsroomFile[],
  names: readonly ServiceName[],
  previous: Catalogue | undefined,
  onError: (error: unknown) => void,
  showsDrafts = false,
  calendar: Calendar = WITHOUT_CALENDAR,
  known?: KnownTexts,
): Promise<Catalogue> {
  const catalogue: Catalogue = {
    services: new Map(names.map((name) => [name, emptyService()])),
    pages: new Map(),
    pageDrafts: new Map(),
    authors: new Map(),
    blocks: new Map(),
    entries: new Map(),
  }
  const shown = (article: CatalogueArticle): CatalogueArticle => shownAt(article, calendar, showsDrafts)
  const markdown = files.some(({ path }) => path.endsWith('.md')) ? await loadMarkdown() : undefined
  const reading: Reading = { calendar, known, markdown, onError }
  const pause = takingTurns()
  for (const file of files) {
    try {
      const entry = parsed.get(file) ?? (await entryOf(file, names, pause, reading))
      parsed.set(file, entry)
      catalogue.entries.set(file.path, entry)
    } catch (error) {
      onError(error)
      const before = previous?.entries.get(file.path)
      if (before && isKept(before)) catalogue.entries.set(file.path, before)
    }
    const entry = catalogue.entries.get(file.path)
    if (entry) add(entry, catalogue, { shown, showsDrafts, onError })
    await pause()
  }
  for (const [name, service] of catalogue.services) {
    service.byPath = byPathOf(service.articles, onError)
    service.articles = [...service.byPath.values()].sort(newestFirst)
    const home = homeAt(service.frontPages, calendar)
    if (home) service.home = home
    const slugs = service.series.length > 0 ? new Set(service.articles.map(({ slug }) => slug)) : NO_SLUGS
    const isKnown = (slug: string): boolean => slugs.has(slug) || service.drafts.has(slug)
    for (const problem of unknownParts(`${name}/${SERIES_FILE}`, service.series, isKnown)) onError(problem)
    await pause()
  }
  return catalogue
}

/** The first of two files at one path stands; the other is reported. */
function byPathOf(
  articles: readonly CatalogueArticle[],
  onError: (error: unknown) => void,
): Map<string, CatalogueArticle> {
  const byPath = new Map<string, CatalogueArticle>()
  for (const article of articles) {
    const twin = byPath.get(article.path)
    if (twin) onError(twinError(article, twin))
    else byPath.set(article.path, article)
  }
  return byPath
}

function twinError(article: CatalogueArticle, twin: CatalogueArticle): NewsroomFileError {
  return new NewsroomFileError(
    `${article.file}: its path ${article.path} is that of ${twin.file}; give it another "slug"`,
  )
}

function newestFirst(a: CatalogueArticle, b: CatalogueArticle): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.slug.localeCompare(b.slug)
}

function emptyService(): CatalogueService {
  return {
    ...{ frontPages: [], terms: NO_TERMS, names: new Map(), series: NO_SERIES },
    ...{ articles: [], byPath: new Map(), drafts: new Map() },
  }
}

async function entryOf(
  file: NewsroomFile,
  names: readonly ServiceName[],
  pause: () => Promise<void> | undefined,
  reading: Reading,
): Promise<Entry> {
  const { path, tooLarge } = file
  if (tooLarge !== undefined) {
    throw new NewsroomFileError(`${path}: the file has ${tooLarge} bytes, more than ${MAX_FILE_BYTES}`)
  }
  const [top = '', ...rest] = path.split('/')
  if (top === 'pages') return { kind: 'page', file, ...articleEntry(file, 'page', reading) }
  if (top === 'blocks')
    return { kind: 'blocks', id: stemOf(path), blocks: await inSlices(parseBlocksInSteps(file.text)) }
  const service = names.find((name) => name === top)
  if (service !== undefined && rest[0] === 'articles')
    return { kind: 'article', service, file, ...articleEntry(file, 'article', reading) }
  const { read, values } = rememberingYaml(yamlValue, reading.known?.yaml)
  const entry = await smallEntry(file, { top, service, name: rest.join('/') }, pause, { ...reading, read })
  yamlOf.set(file, values)
  return entry
}

const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:html|yaml)$/, '')

async function smallEntry(
  { path, text }: NewsroomFile,
  { top, service, name }: { top: string; service: ServiceName | undefined; name: string },
  pause: () => Promise<void> | undefined,
  { calendar, read }: Reading & { read: YamlReader },
): Promise<Entry> {
  if (top === 'authors') return { kind: 'author', slug: stemOf(path), author: parseYaml(path, text, authorFile, read) }
  if (service === undefined) return { kind: 'other' }
  if (isFrontPage(name)) return { kind: 'home', service, page: frontPageIn(path, text, calendar, read) }
  if (name === 'terms.yaml') return { kind: 'terms', service, terms: await parseTerms(path, text, pause, read) }
  if (name === SERIES_FILE) return { kind: 'series', service, series: parseSeries(path, text, read) }
  if (name === MENU_FILE) return { kind: 'menu', service, menu: parseMenu(path, text, read) }
  return { kind: 'other' }
}

/** Without its text in memory, a broken file has no last good version. */
function isKept(entry: Entry): boolean {
  return (entry.kind !== 'article' && entry.kind !== 'page') || (entry.file.keep?.() ?? true)
}

interface Showing {
  shown(article: CatalogueArticle): CatalogueArticle
  showsDrafts: boolean
  onError(error: unknown): void
}

function add(entry: Entry, catalogue: Catalogue, { shown, showsDrafts, onError }: Showing): void {
  switch (entry.kind) {
    case 'author':
      catalogue.authors.set(entry.slug, entry.author)
      return
    case 'blocks':
      catalogue.blocks.set(entry.id, entry.blocks)
      return
    case 'page':
      addPage(shown(entry.article), catalogue, showsDrafts, onError)
      return
    case 'home':
      serviceOf(catalogue, entry.service).frontPages.push(entry.page)
      return
    case 'terms':
      serviceOf(catalogue, entry.service).terms = entry.terms
      return
    case 'series':
      serviceOf(catalogue, entry.service).series = entry.series
      return
    case 'menu':
      serviceOf(catalogue, entry.service).menu = entry.menu
      return
    case 'article':
      addArticle(shown(entry.article), serviceOf(catalogue, entry.service), showsDrafts)
      return
    case 'other':
  }
}

function addArticle(article: CatalogueArticle, service: CatalogueService, showsDrafts: boolean): void {
  const { articles, drafts, names } = service
  if (isUnpublished(article) && !showsDrafts) {
    drafts.set(article.slug, article)
    return
  }
  articles.push(article)
  for (const [slug, name] of Object.entries(article.meta.names ?? {})) names.set(slug, name)
}

function addPage(
  page: CatalogueArticle,
  { pages, pageDrafts }: Catalogue,
  showsDrafts: boolean,
  onError: (error: unknown) => void,
): void {
  const twin = pages.get(page.path)
  if (isUnpublished(page) && !showsDrafts) pageDrafts.set(page.slug, page)
  else if (twin) onError(twinError(page, twin))
  else pages.set(page.path, page)
}

function serviceOf({ services }: Catalogue, name: ServiceName): CatalogueService {
  const own = services.get(name) ?? emptyService()
  services.set(name, own)
  return own
}

/** Lazy lines of an index for articles and pages. */
export function* indexedArticles(files: readonly NewsroomFile[]): Generator<() => IndexedArticle, void> {
  for (const file of files) {
    const entry = parsed.get(file)
    const { path, stats, digest } = file
    if (!stats || digest === undefined || (entry?.kind !== 'article' && entry?.kind !== 'page')) continue
    const { mayHaveUpdates } = entry.article
    const { indexed } = file
    if (indexed && indexed.digest === digest && indexed.stamp === stats.stamp && indexed.path === path) {
      yield () => indexed
      continue
    }
    yield () => ({
      ...{ path, ...stats, mayHaveUpdates },
      ...{ digest, meta: entry.written },
    })
  }
}

export function indexedYaml(files: readonly NewsroomFile[]): YamlValue[] {
  const values = files.flatMap((file) => yamlOf.get(file) ?? [])
  return [...new Map(values.map((value) => [value.digest, value])).values()]
}

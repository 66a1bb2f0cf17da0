import { SERVICE_NAMES, type ServiceName } from '../../services/service.ts'
import { type ParsedBlock, parseBlocks } from '../block-grammar.ts'
import type { NewsroomFile } from './folder.ts'
import {
  type ArticleMeta,
  type AuthorFile,
  articleMeta,
  authorFile,
  checked,
  type HomeMeta,
  homeMeta,
  parseDocument,
  parseYaml,
  postsQuery,
  type Terms,
  termsFile,
} from './front-matter.ts'

export interface CatalogueArticle {
  slug: string
  /** `/{yyyy}/{mm}/{slug}`, or `/{slug}` for a page. */
  path: string
  meta: ArticleMeta
  body: string
}

export interface CatalogueService {
  home?: { meta: HomeMeta; body: string }
  terms: Terms
  /** Newest first. */
  articles: CatalogueArticle[]
  byPath: Map<string, CatalogueArticle>
}

/** Everything in the newsroom folder, by what it is. */
export interface Catalogue {
  services: Map<ServiceName, CatalogueService>
  pages: Map<string, CatalogueArticle>
  authors: Map<string, AuthorFile>
  /** Reusable blocks by id. */
  blocks: Map<string, ParsedBlock[]>
}

const NO_TERMS: Terms = { categories: [], tags: [] }

/**
 * Sorts the files of the newsroom into a catalogue.
 * @param previous a broken file keeps its place with what it said before
 * @param onError told of each broken file
 */
export function buildCatalogue(
  files: readonly NewsroomFile[],
  previous: Catalogue | undefined,
  onError: (error: unknown) => void,
): Catalogue {
  const catalogue: Catalogue = {
    services: new Map(SERVICE_NAMES.map((name) => [name, emptyService()])),
    pages: new Map(),
    authors: new Map(),
    blocks: new Map(),
  }
  for (const file of files) {
    try {
      addFile(file, catalogue)
    } catch (error) {
      onError(error)
      if (previous) keepPrevious(file, catalogue, previous)
    }
  }
  for (const service of catalogue.services.values()) {
    service.articles.sort((a, b) => b.meta.date.localeCompare(a.meta.date) || a.slug.localeCompare(b.slug))
    service.byPath = new Map(service.articles.map((article) => [article.path, article]))
  }
  return catalogue
}

function emptyService(): CatalogueService {
  return { terms: NO_TERMS, articles: [], byPath: new Map() }
}

function addFile({ path, text }: NewsroomFile, catalogue: Catalogue): void {
  const [top = '', ...rest] = path.split('/')
  const name = rest.join('/')
  const stem = (rest.at(-1) ?? '').replace(/\.(?:html|yaml)$/, '')
  if (top === 'authors') catalogue.authors.set(stem, parseYaml(path, text, authorFile))
  else if (top === 'blocks') catalogue.blocks.set(stem, parseBlocks(text))
  else if (top === 'pages')
    catalogue.pages.set(
      `/${stem}`,
      articleOf(path, stem, text, () => `/${stem}`),
    )
  else {
    const service = catalogue.services.get(top as ServiceName)
    if (!service) return
    if (name === 'home.html') {
      const { meta, body } = parseDocument(path, text, homeMeta)
      for (const { blockName, attrs } of parseBlocks(body)) {
        if (attrs.posts !== undefined) checked(path, attrs.posts, postsQuery, [blockName ?? '', 'posts'])
      }
      service.home = { meta, body }
    } else if (name === 'terms.yaml') service.terms = parseYaml(path, text, termsFile)
    else if (rest[0] === 'articles') service.articles.push(articleOf(path, stem, text, datedPath))
  }
}

function articleOf(
  file: string,
  slug: string,
  text: string,
  pathOf: (slug: string, meta: ArticleMeta) => string,
): CatalogueArticle {
  const { meta, body } = parseDocument(file, text, articleMeta)
  return { slug, path: pathOf(slug, meta), meta, body }
}

function datedPath(slug: string, { date }: ArticleMeta): string {
  return `/${date.slice(0, 4)}/${date.slice(5, 7)}/${slug}`
}

function keepPrevious({ path }: NewsroomFile, catalogue: Catalogue, previous: Catalogue): void {
  const [top = '', ...rest] = path.split('/')
  const stem = (rest.at(-1) ?? '').replace(/\.(?:html|yaml)$/, '')
  const author = previous.authors.get(stem)
  const page = previous.pages.get(`/${stem}`)
  if (top === 'authors' && author) catalogue.authors.set(stem, author)
  if (top === 'pages' && page) catalogue.pages.set(`/${stem}`, page)
  const [before, service] = [previous.services.get(top as ServiceName), catalogue.services.get(top as ServiceName)]
  if (!before || !service) return
  if (rest[0] === 'home.html' && before.home) service.home = before.home
  if (rest[0] === 'terms.yaml') service.terms = before.terms
  const article = rest[0] === 'articles' ? before.articles.find((candidate) => candidate.slug === stem) : undefined
  if (article) service.articles.push(article)
}

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { articlesKey, listKey, postKey } from '../../content/surrogate-keys.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { MenuItem, ServiceName } from '../../services/service.ts'
import type { Catalogue, CatalogueArticle, CatalogueService } from './catalogue.ts'
import { seriesNaming } from './series.ts'

/** For a purge: paths in CMS form, and surrogate keys. */
export interface FolderChange {
  paths: string[]
  tags: string[]
  /** More may differ, as names, shared blocks or a home page changed. */
  isPartial: boolean
  menu: MenuItem[] | undefined
  /** Digest of the files, which identifies the change. */
  stamp: string
}

export function changesBetween(before: Catalogue, after: Catalogue): Map<ServiceName, FolderChange> {
  const isShared =
    differs(before.authors, after.authors) || differs(before.blocks, after.blocks) || differs(before.pages, after.pages)
  const changes = new Map<ServiceName, FolderChange>()
  for (const [name, service] of after.services) {
    const old = before.services.get(name)
    const articles = [...changed(old?.byPath ?? new Map(), service.byPath), ...changed(before.pages, after.pages)]
    const isPartial = isShared || SHARED_FILES.some((file) => old?.[file] !== service[file])
    const isRelisted = articles.some(
      ({ path }) => !isDeepStrictEqual(old?.byPath.get(path)?.meta, service.byPath.get(path)?.meta),
    )
    if (articles.length === 0 && !isPartial) continue
    changes.set(name, {
      paths: ['/', ...new Set(articles.map(({ path }) => path))],
      tags: [
        ...new Set([
          listKey('category', NEWEST_CATEGORY),
          ...(isRelisted ? [articlesKey(name)] : []),
          ...articles.flatMap((article) => keysOf(article, [service, ...(old ? [old] : [])])),
        ]),
      ],
      isPartial,
      menu: service.menu,
      stamp: createHash('sha256')
        .update(
          JSON.stringify([
            articles.map(({ file, path, version }) => [file, path, version]),
            service.home,
            service.terms,
            service.series,
            service.menu,
            isShared && [...after.authors, ...after.blocks],
          ]),
        )
        .digest('base64url'),
    })
  }
  return changes
}

/** Any page of the service may depend on them. */
const SHARED_FILES = ['terms', 'series', 'menu', 'home'] as const

type Files = ReadonlyMap<string, unknown>

function differs(before: Files, after: Files): boolean {
  return before.size !== after.size || [...after].some(([name, file]) => before.get(name) !== file)
}

/** Includes former articles, as a moved one leaves its old lists. */
function changed(
  before: ReadonlyMap<string, CatalogueArticle>,
  after: ReadonlyMap<string, CatalogueArticle>,
): CatalogueArticle[] {
  const gone = [...before].filter(([path, article]) => after.get(path) !== article)
  const come = [...after].filter(([path, article]) => before.get(path) !== article)
  return [...gone, ...come].map(([, article]) => article)
}

function keysOf(article: CatalogueArticle, services: readonly CatalogueService[]): string[] {
  const { slug, meta } = article
  return [
    postKey(slug),
    ...services.flatMap((service) => seriesNaming(article, service)).map((series) => listKey('series', series)),
    ...(meta.category === '' ? [] : [listKey('category', meta.category)]),
    ...meta.tags.map((tag) => listKey('tag', tag)),
    ...meta.author.map((author) => listKey('author', author)),
  ]
}

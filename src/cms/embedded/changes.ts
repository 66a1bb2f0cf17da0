import { createHash } from 'node:crypto'
import { NEWEST_CATEGORY } from '../../content/list-kind.ts'
import { listKey, postKey } from '../../content/surrogate-keys.ts'
import type { ServiceName } from '../../services/service.ts'
import type { Catalogue, CatalogueArticle } from './catalogue.ts'

/** What changed in a service's part of the folder, for a purge: paths in CMS form, and surrogate keys. */
export interface FolderChange {
  paths: string[]
  tags: string[]
  /** Names and shared blocks changed too, or a home page did: anything may be different. */
  isPartial: boolean
  /** Of what the files hold now: tells the change from a later one. */
  stamp: string
}

/** The changes of each service, where there are any. A file that did not change is the same object in both. */
export function changesBetween(before: Catalogue, after: Catalogue): Map<ServiceName, FolderChange> {
  const isShared =
    differs(before.authors, after.authors) || differs(before.blocks, after.blocks) || differs(before.pages, after.pages)
  const changes = new Map<ServiceName, FolderChange>()
  for (const [name, service] of after.services) {
    const old = before.services.get(name)
    const articles = [...changed(old?.byPath ?? new Map(), service.byPath), ...changed(before.pages, after.pages)]
    const isPartial =
      isShared || old?.terms !== service.terms || old.series !== service.series || old.home !== service.home
    if (articles.length === 0 && !isPartial) continue
    changes.set(name, {
      paths: ['/', ...new Set(articles.map(({ path }) => path))],
      tags: [...new Set([listKey('category', NEWEST_CATEGORY), ...articles.flatMap(keysOf)])],
      isPartial,
      stamp: createHash('sha256')
        .update(
          JSON.stringify([
            articles,
            service.home,
            service.terms,
            service.series,
            isShared && [...after.authors, ...after.blocks],
          ]),
        )
        .digest('base64url'),
    })
  }
  return changes
}

type Files = ReadonlyMap<string, unknown>

function differs(before: Files, after: Files): boolean {
  return before.size !== after.size || [...after].some(([name, file]) => before.get(name) !== file)
}

/** Articles as they were and as they are: a moved one leaves its old lists. */
function changed(
  before: ReadonlyMap<string, CatalogueArticle>,
  after: ReadonlyMap<string, CatalogueArticle>,
): CatalogueArticle[] {
  const gone = [...before].filter(([path, article]) => after.get(path) !== article)
  const come = [...after].filter(([path, article]) => before.get(path) !== article)
  return [...gone, ...come].map(([, article]) => article)
}

function keysOf({ slug, meta }: CatalogueArticle): string[] {
  return [
    postKey(slug),
    listKey('category', meta.category),
    ...meta.tags.map((tag) => listKey('tag', tag)),
    ...meta.author.map((author) => listKey('author', author)),
  ]
}

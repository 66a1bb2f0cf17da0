import { redirect } from 'react-router-dom'
import type { Archive } from '../../src/content/archive.ts'
import { listPagePath, listPath, slugOfList } from '../../src/content/links.ts'
import { isMissing } from '../../src/content/repository.ts'
import { archiveHead } from '../../src/seo/archive-head.ts'
import type { HeadModel } from '../../src/seo/head.ts'
import { archiveGraph } from '../../src/seo/structured-data/graph.ts'
import type { ListKind } from '../../src/services/list-kind.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import type { LoaderArgs, PageDataOf } from '../page-data.ts'
import { notFound, redirectUnlessCanonical } from './missing.ts'
import { withMostRead } from './most-read.ts'

/** Once per revision (docs/decisions/028). */
const archives = memoizeByIdentity<Archive, { head: HeadModel; jsonLd: object }>()

/** The first page has none (PAGE-7). */
export async function loadArchive(kind: ListKind, { portal, params, url }: LoaderArgs): Promise<PageDataOf<'archive'>> {
  const { service } = portal
  const slug = slugOfList(kind, params.slug ?? '', service)
  const basePath = listPath(kind, slug, service)
  const pageNumber = pageNumberOf(params.page)
  if (pageNumber === undefined) throw await notFound(portal, { missing: true }, url)
  if (params.page !== undefined && pageNumber <= 1) throw redirect(basePath + url.search, 301)
  const archive = await portal.reader(service).archive(kind, slug, pageNumber <= 1 ? 0 : pageNumber)
  if (isMissing(archive)) throw await notFound(portal, archive, url)
  if (pageNumber > archive.maxPage) throw await notFound(portal, { missing: true }, url)
  const path = listPagePath(basePath, pageNumber)
  redirectUnlessCanonical(url, path)
  const about = archives(archive, [service, basePath, pageNumber], () => {
    const head = archiveHead(archive, { service, kind, slug, basePath, pageNumber })
    return { head, jsonLd: archiveGraph(archive, head, service) }
  })
  const filled = await withMostRead(archive, portal, service)
  return { page: 'archive', service, archive: filled, basePath, pageNumber, ...about }
}

export function pageNumberOf(written: string | undefined): number | undefined {
  if (written === undefined) return 1
  return /^\d{1,6}$/.test(written) ? Number(written) : undefined
}

import type { Archive } from '../content/archive.ts'
import { isListPath, listPagePath, publicPath } from '../content/links.ts'
import type { Seo } from '../content/seo.ts'
import type { ListKind } from '../services/list-kind.ts'
import type { Service } from '../services/service.ts'
import { siteNameOf } from './brand.ts'
import { buildHead, type HeadModel } from './head.ts'

interface ListPage {
  service: Service
  kind: ListKind
  slug: string
  basePath: string
  pageNumber: number
}

/** Each page has its own head (HEAD-13, HEAD-18). */
export function archiveHead(archive: Archive, { service, kind, slug, basePath, pageNumber }: ListPage): HeadModel {
  const isFirst = pageNumber <= 1
  const { list } = service.messages
  const title = isFirst ? archive.heading : list.pageTitle({ title: archive.heading, page: pageNumber })
  const described = list.description[kind === 'path' ? 'category' : kind]({
    name: archive.heading,
    site: siteNameOf(service),
  })
  const { canonicalPath } = archive.seo
  return buildHead({
    service,
    path: listPagePath(basePath, pageNumber),
    title,
    seo: isFirst ? archive.seo : seoOfLaterPage(archive.seo, title),
    description:
      archive.author?.description || (isFirst ? described : `${described} ${list.pageNumber({ page: pageNumber })}`),
    ogType: kind === 'author' ? 'profile' : 'website',
    canonicalPath:
      isFirst && canonicalPath && isListPath(canonicalPath) ? publicPath(canonicalPath, service) : undefined,
    category:
      kind === 'category' || kind === 'path' || kind === 'series' ? { slug, name: archive.heading, kind } : undefined,
    place: kind === 'category' ? [{ slug, name: archive.heading }] : undefined,
    prevPath: isFirst ? undefined : listPagePath(basePath, pageNumber - 1),
    nextPath: pageNumber < archive.maxPage ? listPagePath(basePath, pageNumber + 1) : undefined,
  })
}

function seoOfLaterPage(seo: Seo, title: string): Seo {
  const { 'og:title': _shared, 'twitter:title': _card, ...tags } = seo.tags ?? {}
  return { ...seo, title, tags }
}

import { type Article, introOf } from '../content/article.ts'
import { ampPath, publicPath } from '../content/links.ts'
import { liveIn, livePath } from '../content/live.ts'
import { cmsPath } from '../content/public-paths.ts'
import type { Service } from '../services/service.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import { buildHead, type HeadModel } from './head.ts'
import { largeImage, type Place } from './share-image.ts'

export function articleHead(article: Article, service: Service): HeadModel {
  return heads(article, [service], () => headOf(article, service))
}

/** Revisions are new objects. */
const heads = memoizeByIdentity<Article, HeadModel>()

/** Later pages stand for themselves (LIVE-5). */
export function liveHead(article: Article, service: Service, page: number): HeadModel {
  const { title, path, isNoindex, language, shared, body } = article
  const description = introOf(article)
  const image = largeImage(shared)
  const isLastPage = page >= (liveIn(body)?.pages.length ?? page)
  return liveHeads(article, [service, page], () =>
    buildHead({
      service,
      path: livePath(path, page),
      title: service.messages.list.pageTitle({ title, page }),
      description: description ? `${description} ${service.messages.list.pageNumber({ page })}` : undefined,
      isNoindex,
      ogType: 'website',
      language: language || undefined,
      image,
      place: placeOf(article),
      prevPath: livePath(path, page - 1),
      nextPath: isLastPage ? undefined : livePath(path, page + 1),
    }),
  )
}

const liveHeads = memoizeByIdentity<Article, HeadModel>()

function headOf(article: Article, service: Service): HeadModel {
  const { seo } = article
  const image = largeImage(article.shared)
  return buildHead({
    service,
    path: article.path,
    title: article.title,
    seo,
    description: introOf(article),
    isNoindex: article.isNoindex,
    ogType: 'article',
    language: article.language || undefined,
    translations: article.translations,
    canonicalPath: seo.canonicalPath ? publicPath(seo.canonicalPath, service) : undefined,
    image,
    place: placeOf(article),
    publishedTime: article.published?.time.iso,
    modifiedTime: article.modified?.time.iso,
    ampPath: service.hasAmp ? ampPath(article.path) : undefined,
  })
}

/** Nearest category first. */
export function placeOf({ category, trail }: Article): Place {
  const own = [...(category ? [category] : []), ...trail.toReversed()]
  return own.flatMap(({ name, href }) => {
    const slug = href === undefined ? undefined : cmsPath(href).split('/').at(-1)
    return slug ? [{ slug, name }] : []
  })
}

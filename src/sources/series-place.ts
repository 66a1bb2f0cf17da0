import type { Archive } from '../content/archive.ts'
import type { Article } from '../content/article.ts'
import { DEADLINE, isMissing, type Missing } from '../content/repository.ts'
import { seriesPlace } from '../content/series.ts'
import type { Service } from '../services/service.ts'
import { orNothing } from '../system/deadline.ts'
import { memoizeByIdentity } from '../system/memoize.ts'

/** An unchanged place keeps the object, so that its body is rendered a single time (docs/decisions/003). */
const placed = memoizeByIdentity<Article, Article>()

/**
 * Adds the place in the first of an article's series that has it; a late or failing series adds nothing (SERIES-7).
 * @param read reads a whole series
 */
export async function inSeries(
  article: Article,
  service: Service,
  read: (slug: string) => Promise<Archive | Missing>,
): Promise<Article> {
  const all = await Promise.all(article.seriesSlugs.map((slug) => orNothing(read(slug), DEADLINE.secondary)))
  const places = all.map((archive, index) => {
    const slug = article.seriesSlugs[index]
    const isThere = archive !== undefined && !isMissing(archive) && slug !== undefined
    return isThere ? seriesPlace(article, archive, slug, service) : undefined
  })
  const series = places.find((place) => place !== undefined)
  return series ? placed(article, [JSON.stringify(series)], () => ({ ...article, series })) : article
}

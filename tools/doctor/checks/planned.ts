import type { Catalogue, CatalogueArticle, CatalogueService } from '../../../src/sources/embedded/catalogue.ts'
import type { Calendar } from '../../../src/sources/embedded/dated-parts.ts'
import { type FrontPage, namedArticles } from '../../../src/sources/embedded/front-pages.ts'

interface Planned {
  lines: string[]
  remarks: string[]
}

/** A year beyond this may be mistyped. Years. */
const FAR = 1

/** Articles to come (SRC-39, HOME-21). @param articles all of them */
export function plannedIn(
  catalogue: Catalogue,
  articles: readonly CatalogueArticle[],
  calendar: Calendar,
  now = Date.now(),
): Planned {
  const remarks: string[] = []
  const coming: Array<{ at: number; line: string }> = []
  for (const { file, meta, at, isScheduled } of articles) {
    if (!isScheduled) continue
    coming.push({ at, line: `${file} from ${meta.date}` })
    if (Number(meta.date.slice(0, 4)) > new Date(now).getUTCFullYear() + FAR)
      remarks.push(`${file}: comes in ${meta.date.slice(0, 4)} only; is the year right?`)
  }
  for (const own of catalogue.services.values()) {
    for (const page of own.frontPages) {
      const { file, from, until } = page
      if (from === undefined) continue
      remarks.push(...remarksOn(page, own, calendar))
      const end = until === undefined ? '' : ` until ${until}`
      if (!calendar.hasCome(from)) coming.push({ at: calendar.at(from), line: `${file} from ${from}${end}` })
    }
  }
  coming.sort((a, b) => (a.at < b.at ? -1 : 1))
  return { lines: coming.map(({ line }) => line), remarks }
}

function remarksOn(page: FrontPage, own: CatalogueService, { hasCome, at }: Calendar): string[] {
  const { file, from = '', until } = page
  if (until !== undefined && hasCome(until)) return [`${file}: is over; delete it, or give it other dates`]
  const begins = at(from)
  const twin = own.frontPages.find((one) => one.from !== undefined && one.file > file && at(one.from) === begins)
  const bySlug = new Map(own.articles.map((article) => [article.slug, article]))
  return [
    ...(twin ? [`${file}: begins when ${twin.file} does, which is the one that shows`] : []),
    ...namedArticles(page).flatMap((slug) => {
      const article = bySlug.get(slug)
      if (!article) return [`${file}: names "${slug}", which no article of the service is called`]
      const isLater = article.isScheduled && article.at > begins
      return isLater ? [`${file}: names "${slug}", which comes later, at ${article.meta.date}`] : []
    }),
  ]
}

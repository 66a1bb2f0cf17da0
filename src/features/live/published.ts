import type { RequestHandler } from 'express'
import { cardsIn } from '../../content/archive.ts'
import type { Card } from '../../content/card.ts'
import { tag, text } from '../../content/html/markup.ts'
import { type ContentRepository, isMissing } from '../../content/repository.ts'
import { articlesKey, cardKeys, listKey, serviceKey } from '../../content/surrogate-keys.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { liveRoutes } from './route-declarations.ts'

const MAX_PUBLISHED = 12

/** The newest articles, the same for every reader (HOME-20). */
export function published(reader: ContentRepositories['reader']): RequestHandler {
  return async (request, response) => {
    const { service, content } = contextOf(request)
    response.set('x-robots-tag', 'noindex')
    const newest = await newestIn(reader(service, content))
    const cards = newest.filter(({ isPromo, isNoindex }) => !isPromo && !isNoindex).slice(0, MAX_PUBLISHED)
    const keys = [listKey('category', NEWEST_CATEGORY), ...cardKeys(cards), articlesKey(service.name)]
    cacheAs(response, liveRoutes.published.caching.published, [...keys, serviceKey(service.name)])
    response.type('html').send(tag('ol', {}, ...cards.map(itemOf)))
  }
}

/**
 * A list that is empty because its source was late would make every old article new.
 * @throws when the source fails
 */
async function newestIn(own: ContentRepository): Promise<Card[]> {
  const newest = await own.newest()
  if (newest.length > 0) return newest
  const first = await own.archive('category', NEWEST_CATEGORY, 0)
  return isMissing(first) ? [] : cardsIn(first)
}

function itemOf({ link, title, published: date }: Card) {
  const time = date && tag('time', { datetime: date.time.iso }, text(date.clock))
  return tag('li', {}, time, text(' '), tag('a', { href: link.href }, text(title)))
}

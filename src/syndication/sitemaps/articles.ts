import type { SitemapItemLoose } from 'sitemap'
import { cardsIn } from '../../content/archive.ts'
import type { Card } from '../../content/card.ts'
import { lastChange } from '../../content/dates.ts'
import { NEWEST_CATEGORY } from '../../content/list-kind.ts'
import { walkList } from '../../content/list-walk.ts'
import { isMissing } from '../../content/missing.ts'
import type { ContentRepository } from '../../content/repository.ts'
import { siteNameOf } from '../../seo/brand.ts'
import { originOf } from '../../seo/head.ts'
import type { Service } from '../../services/service.ts'
import { MAX_URL_LENGTH, SITEMAP_SIZE } from './paths.ts'

/** Limits of a news sitemap (Google, "News sitemaps"): articles of the last two days, at most 1,000. */
const NEWS_AGE_MS = 2 * 24 * 3_600_000
const NEWS_SIZE = 1000

/** Number of the service's articles, from the list of all; 0 without that list. */
export async function articleCount(reader: ContentRepository): Promise<number> {
  const first = await reader.archive('category', NEWEST_CATEGORY, 0)
  return isMissing(first) ? 0 : first.total
}

/** One sitemap of the articles, newest first: read page by page while it is written, never as a whole. */
export async function* articleItems(
  reader: ContentRepository,
  service: Service,
  page: number,
): AsyncGenerator<SitemapItemLoose, void> {
  const list = await walkList(reader, { kind: 'category', slug: NEWEST_CATEGORY }, (page - 1) * SITEMAP_SIZE)
  if (!list) return
  let left = SITEMAP_SIZE
  for await (const card of list.cards) {
    if (isMapped(card)) yield itemOf(card, service)
    left -= 1
    if (left === 0) return
  }
}

/** Number of articles of types that the list of all does not have (MAP-7). */
export async function separateCount(reader: ContentRepository): Promise<number> {
  let count = 0
  for (const { slug } of reader.separateLists()) {
    const first = await reader.archive('path', slug, 0)
    if (!isMissing(first)) count += first.total
  }
  return count
}

/** One sitemap of those articles, list after list (MAP-7). */
export async function* separateItems(
  reader: ContentRepository,
  service: Service,
  page: number,
): AsyncGenerator<SitemapItemLoose, void> {
  let [skipped, left] = [(page - 1) * SITEMAP_SIZE, SITEMAP_SIZE]
  for (const { slug } of reader.separateLists()) {
    const list = await walkList(reader, { kind: 'path', slug }, skipped)
    if (!list) continue
    const own = Math.max(0, list.total - skipped)
    skipped = Math.max(0, skipped - list.total)
    if (own === 0) continue
    for await (const card of list.cards) {
      if (isMapped(card)) yield itemOf(card, service)
      left -= 1
      if (left === 0) return
    }
  }
}

/** The articles of the last two days, with the fields of a news sitemap. */
export async function* newsItems(
  reader: ContentRepository,
  service: Service,
  now: number,
): AsyncGenerator<SitemapItemLoose, void> {
  const publication = { name: siteNameOf(service), language: service.language }
  let count = 0
  for await (const list of reader.pages('category', NEWEST_CATEGORY)) {
    const recent = cardsIn(list).flatMap((card) =>
      card.published && isMapped(card) && isRecent(card.published.time.epoch, now)
        ? [{ card, date: card.published.time.iso }]
        : [],
    )
    // The list is newest first: after a page without recent articles there are none.
    if (recent.length === 0) return
    for (const { card, date } of recent) {
      yield { ...itemOf(card, service), news: { publication, publication_date: date, title: card.title } }
      count += 1
      if (count === NEWS_SIZE) return
    }
  }
}

/** Excludes links to other sites and articles excluded from search engines. */
function isMapped({ isPromo, isNoindex }: Card): boolean {
  return !isPromo && !isNoindex
}

/** At most two days old; a future date is not news yet. */
function isRecent(epoch: number, now: number): boolean {
  return epoch <= now && now - epoch <= NEWS_AGE_MS
}

function itemOf(card: Card, service: Service): SitemapItemLoose {
  const { link, thumbnail, largeImage } = card
  const absolute = (path: string): string => new URL(path, originOf(service)).href
  const lastmod = lastChange(card)?.time.iso
  const images = [largeImage ?? thumbnail?.src ?? []].flat().map(absolute).filter(isShort)
  return {
    url: absolute(link.href),
    ...(lastmod && { lastmodISO: lastmod }),
    ...(images.length > 0 && { img: images.map((url) => ({ url })) }),
  }
}

const isShort = (url: string): boolean => url.length <= MAX_URL_LENGTH

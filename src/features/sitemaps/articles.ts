import type { SitemapItemLoose } from 'sitemap'
import { cardsIn } from '../../content/archive.ts'
import type { Card } from '../../content/card.ts'
import { lastChange } from '../../content/dates.ts'
import { plainLine } from '../../content/plain-line.ts'
import type { ContentRepository } from '../../content/repository.ts'
import { siteNameOf } from '../../seo/brand.ts'
import { originOf } from '../../seo/head.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'
import { BYTES_PER_ENTRY, MAX_URL_LENGTH } from './paths.ts'

/** Google, "News sitemaps". */
const NEWS_AGE_MS = 2 * 24 * 3_600_000
const NEWS_SIZE = 1000

export async function* articleItems(
  cards: AsyncIterable<Card>,
  service: Service,
): AsyncGenerator<SitemapItemLoose, void> {
  let [bytes, entries] = [0, 0]
  for await (const card of cards) {
    if (!isMapped(card)) continue
    entries += 1
    const { img, ...item } = itemOf(card, service)
    const whole = { ...item, img: bytes < entries * BYTES_PER_ENTRY ? img : undefined }
    bytes += JSON.stringify(whole).length + TAGS
    yield whole
  }
}

const TAGS = 150

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
    // The list is newest first.
    if (recent.length === 0) return
    for (const { card, date } of recent) {
      yield { ...itemOf(card, service), news: { publication, publication_date: date, title: plainLine(card.title) } }
      count += 1
      if (count === NEWS_SIZE) return
    }
  }
}

function isMapped({ isPromo, isNoindex }: Card): boolean {
  return !isPromo && !isNoindex
}

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
    lastmodISO: lastmod,
    img: images.length > 0 ? images.map((url) => ({ url })) : undefined,
  }
}

const isShort = (url: string): boolean => url.length <= MAX_URL_LENGTH

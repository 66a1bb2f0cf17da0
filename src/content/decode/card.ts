import { copy } from '../../copy.ts'
import type { Service } from '../../services/service.ts'
import { serviceNamed } from '../../services/table.ts'
import type { Picture } from '../block.ts'
import type { Card, Headline, Person, Published } from '../card.ts'
import { cssColour } from '../colour.ts'
import { formatClock, formatDay, parseDate } from '../dates.ts'
import { HERO_SIZE, imageSource, isThumbnailUrl, pixelSize, THUMBNAIL_SIZE } from '../images.ts'
import { type SourceLabel, sourceLabel } from '../label.ts'
import { MAX_CARDS } from '../limits.ts'
import { articlePath, type LinkRules, portalAt, portalHref, promoLink } from '../links.ts'
import { isProductPlacement } from '../placement.ts'
import { kindOf } from '../report.ts'
import { isNoindex } from '../robots.ts'
import type { Steps } from '../steps.ts'
import { bindShortWords, firstSentence, plainField, plainText } from '../text.ts'
import { type WireCard, wireCard } from '../wire.ts'
import { type DecodeContext, valueAt } from './context.ts'
import { cutFields } from './fields.ts'
import { robotsOf } from './seo.ts'
import { metaContents } from './seo-tags.ts'
import { categoryOf, kindTermOf, tagsOf, topCategoryOf } from './terms.ts'

/** The slot of product placement on cards (spec 3, "Product placement": a map keyed by slot id). */
const CARD_SLOT = 'card'

/**
 * Cards of a list. A broken one costs itself alone, and one report; of too many, the first ones are shown (COST-6).
 * @param max how many there may be
 */
export function* decodeCards(posts: readonly unknown[], context: DecodeContext, max = MAX_CARDS): Steps<Card[]> {
  const { call, report } = context
  const cards: Card[] = []
  if (posts.length > max) report({ call, field: 'posts', kind: `${posts.length} cards, cut to ${max}` })
  for (const [index, post] of posts.slice(0, max).entries()) {
    const at = `posts.${index}`
    const cut = cutFields(post, { tell: ({ field, kind }) => report({ call, field: `${at}.${field}`, kind }) })
    const parsed = wireCard.safeParse(cut)
    if (parsed.success) cards.push(cardOf(parsed.data, context))
    else {
      const path = parsed.error.issues[0]?.path ?? []
      report({ call, field: [at, ...path].map(String).join('.'), kind: kindOf(valueAt(post, path)) })
    }
    yield
  }
  return cards
}

function cardOf(wire: WireCard, { rules }: DecodeContext): Card {
  const promo = wire.nrm_promo_post === undefined ? undefined : promoLink(wire.nrm_promo_post)
  const label = labelOf(wire, rules)
  const title = titleOf(wire)
  const thumbnail = thumbnailOf(wire, title, rules)
  const published = publishedOf(wire)
  const modified = modifiedOf(wire)
  const category = categoryOf(wire, rules)
  const kind = kindTermOf(wire, rules)
  const headline = headlineOf(wire)
  const topCategory = topCategoryOf(wire, rules)
  const titleColor = wire.has_title_color ? cssColour(wire.title_color) : undefined
  return {
    id: wire.ID ?? wire.relative_link,
    link: promo ?? { href: articlePath(wire.relative_link, rules.service) },
    title,
    lead: leadOf(wire),
    authors: authorsOf(wire, rules),
    tags: tagsOf(wire),
    isPromo: promo !== undefined,
    isProductPlacement: isProductPlacement(wire.nrm_product_placement, wire.nrm_product_placement_ads, CARD_SLOT),
    ...(thumbnail && { thumbnail }),
    ...(published && { published }),
    ...(modified && { modified }),
    ...(category && { category }),
    ...(kind && { kind }),
    ...(headline && { headline }),
    ...(topCategory && { topCategory }),
    ...(label && { label }),
    ...(titleColor && { titleColor }),
    ...(isNoindexCard(wire) && { isNoindex: true }),
  }
}

/** A title is plain text. One that is missing is made of the text's first sentence, so that a card can be followed. */
export function titleOf(wire: WireCard): string {
  const title = plainField(wire.title)
  return bindShortWords(title || firstSentence(leadOf(wire)).slice(0, 90).toWellFormed() || copy.untitled)
}

/** `lead` > `nrhub_lead` > `excerpt` (decision 14). */
export function leadOf(wire: WireCard): string {
  return plainText(wire.lead ?? wire.nrhub_lead ?? wire.excerpt ?? '')
}

export function labelOf(wire: WireCard, rules: LinkRules): SourceLabel | undefined {
  const { serviceMode: mode, service_name_title: name = '', service_color: color } = wire.service ?? {}
  const serviceName = plainField(wire.service_name ?? '')
  return sourceLabel({ mode, name: plainField(name), color, serviceName, size: wire.size }, rules)
}

/** The kicker: `headline_name`, with `headline` behind it where that says something else (CARD-6, CARD-7). */
export function headlineOf(wire: WireCard): Headline | undefined {
  const [name, words] = [plainField(wire.headline_name ?? ''), plainField(wire.headline ?? '')]
  const text = name || words
  if (text === '') return undefined
  const color = cssColour(wire.headline_color)
  const isTwice = words.toLowerCase() === text.toLowerCase()
  return { text, ...(words && !isTwice && { note: words }), ...(color && { color }) }
}

/**
 * The portal on which a post's authors have their pages (CARD-15): the one that the post is named after or has its
 * permalink on. A portal that reads the same CMS as this one has no authors of its own.
 */
export function authorPortalOf(wire: WireCard, rules: LinkRules): Service {
  const permalink = URL.parse(wire.permalink ?? '')
  const portal = serviceNamed(rules.services, wire.service_name) ?? (permalink && portalAt(permalink, rules))
  return portal && portal.settingsOf !== rules.service.settingsOf ? portal : rules.service
}

/** Multiple authors when there are any, else the one author (decision 14). */
export function authorsOf(wire: WireCard, rules: LinkRules): Person[] {
  const several = wire.nrm_multi_authors.map((item) => item.author)
  const portal = authorPortalOf(wire, rules)
  const people = several.length > 0 ? several : wire.nrm_author ? [wire.nrm_author] : []
  return people
    .filter((person) => person.name !== '')
    .map((person) => {
      const avatar = person.avatar && imageSource(person.avatar, rules.images)?.src
      const href = person.relative_link && portalHref(person.relative_link, rules, portal)
      return { name: plainField(person.name), ...(href && { href }), ...(avatar && { avatar }) }
    })
}

export function publishedOf(wire: WireCard): Published | undefined {
  return publishedAt(wire.publication_date, { day: wire.nrm_date, clock: wire.nrm_time })
}

/** The date of the revision, when it is later than the publication. */
export function modifiedOf(wire: WireCard): Published | undefined {
  const modified = publishedAt(wire.post_generated_date)
  const published = publishedOf(wire)
  return modified && published && modified.time.epoch > published.time.epoch ? modified : undefined
}

export function publishedAt(
  date: string | undefined,
  shown: { day?: string | undefined; clock?: string | undefined } = {},
): Published | undefined {
  const time = parseDate(date)
  return time && { time, day: shown.day ?? formatDay(time), clock: shown.clock ?? formatClock(time) }
}

/**
 * The card's picture when its URL may be shown, else none: the placeholder stands in. Its
 * alternative text is the post's title, whatever text it has of its own (CARD-17).
 */
function thumbnailOf(wire: WireCard, title: string, rules: LinkRules): Picture | undefined {
  const url = wire.nrm_image?.post_row ?? wire.thumbnail_url ?? wire.nrm_image?.url
  const source = url !== undefined && isThumbnailUrl(url) ? imageSource(url, rules.images) : undefined
  return source && { ...source, ...THUMBNAIL_SIZE, alt: title }
}

/** A card seldom says what search engines may do; where it does, it counts as the article's own word (HEAD-8). */
function isNoindexCard({ nrm_meta_noindex: flag, seo }: WireCard): boolean {
  return flag || (seo !== undefined && isNoindex(robotsOf(metaContents(seo.meta), 'robots')))
}

/** Intrinsic size of the picture above an article, when the CMS says it of that picture. */
export function heroSizeOf({ nrm_image: image }: WireCard): { width: number; height: number } | undefined {
  const [width, height] = [pixelSize(image?.width), pixelSize(image?.height)]
  return image?.url !== undefined && width !== undefined && height !== undefined ? { width, height } : undefined
}

/** The picture above an article: 700x350 (spec 3, "Images"). */
export function heroOf(wire: WireCard, title: string, rules: LinkRules): Picture | undefined {
  const url = wire.nrm_image?.url ?? wire.thumbnail_url
  const source = url !== undefined && isThumbnailUrl(url) ? imageSource(url, rules.images) : undefined
  const alt = plainField(wire.nrm_image?.alt ?? wire.thumbnail_alt ?? '') || title
  return source && { ...source, ...HERO_SIZE, alt }
}

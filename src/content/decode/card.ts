import { serviceNamed } from '../../services/registry.ts'
import type { Service } from '../../services/service.ts'
import { kindOf } from '../../system/report.ts'
import type { Steps } from '../../system/steps.ts'
import type { HeroCaption } from '../article.ts'
import type { ResponsiveImage } from '../block.ts'
import {
  type AuthorProfile,
  CARD_FORMATS,
  type Card,
  type Headline,
  type Person,
  type Published,
  SOCIAL_NETWORKS,
} from '../card.ts'
import { cssColour } from '../colour.ts'
import { formatClock, formatDay, formatShortDay, hasCome, parseDate } from '../dates.ts'
import { beginningOfText } from '../graphemes.ts'
import { inlineHtml } from '../html/sanitise.ts'
import type { ImageSource } from '../image-rules.ts'
import { HERO_SIZE, hasProportions, pixelSize, type Size, THUMBNAIL_SIZE } from '../image-sizes.ts'
import { imageSource, isThumbnailUrl, portraitSource, smallSetOf } from '../images.ts'
import { type SourceLabel, sourceLabel } from '../label.ts'
import { MAX_CARDS, shownCount } from '../limits.ts'
import { bindLines } from '../line-breaks.ts'
import { articlePath, type LinkRules, portalAt, portalHref, promoLink, safeHref } from '../links.ts'
import { isProductPlacement } from '../placement.ts'
import { isNoindex } from '../robots.ts'
import { firstSentence, plainField, plainText } from '../text.ts'
import { type WireAuthor, type WireCard, wireCard } from '../wire.ts'
import { type DecodeContext, valueAt } from './context.ts'
import { cutFields } from './fields.ts'
import { robotsOf } from './seo.ts'
import { metaContents } from './seo-tags.ts'
import { categoryOf, kindTermOf, tagsOf, topCategoryOf } from './terms.ts'

/** Characters of a sentence that replaces a title. */
const MAX_TITLE = 90
/** An editor's empty field may hold this. */
const EMPTY = /^(?:\s|<\/?(?:p|br|div)\b[^<>]*>)*$/i
/** For product placement on cards (ADS-8). */
const CARD_SLOT = 'card'

/** Reports broken cards, and cuts long lists (COST-5). */
export function* decodeCards(posts: readonly unknown[], context: DecodeContext, max = MAX_CARDS): Steps<Card[]> {
  const { call, report } = context
  const cards: Card[] = []
  if (posts.length > max) report({ call, field: 'posts', kind: `${posts.length} cards, cut to ${max}` })
  for (const [index, post] of posts.slice(0, max).entries()) {
    const at = `posts.${index}`
    const cut = cutFields(post, { onCut: ({ field, kind }) => report({ call, field: `${at}.${field}`, kind }) })
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
  const title = titleOf(wire, rules)
  const { language } = rules.service
  const thumbnail = thumbnailOf(wire, title, rules)
  const largeImage = heroOf(wire, title, rules)?.src
  const published = publishedOf(wire, rules)
  const modified = modifiedOf(wire, rules)
  const category = categoryOf(wire, rules)
  const kind = kindTermOf(wire, rules)
  const headline = headlineOf(wire)
  const topCategory = topCategoryOf(wire, rules)
  const snippet = plainText(wire.snippet ?? '')
  const titleColor = wire.has_title_color ? cssColour(wire.title_color) : undefined
  return {
    id: wire.ID ?? wire.relative_link,
    link: promo ?? { href: articlePath(wire.relative_link, rules.service) },
    title: bindLines(title, language),
    lead: bindLines(leadOf(wire), language),
    snippet: snippet || undefined,
    authors: authorsOf(wire, rules),
    tags: tagsOf(wire, rules),
    isPromo: promo !== undefined,
    isProductPlacement: isProductPlacement(wire.nrm_product_placement, wire.nrm_product_placement_ads, CARD_SLOT),
    thumbnail,
    largeImage: largeImage !== undefined && largeImage !== thumbnail?.src ? largeImage : undefined,
    published,
    modified,
    category,
    kind,
    headline,
    topCategory: topCategory || undefined,
    label,
    titleColor: titleColor || undefined,
    format: formatOf(wire.format),
    isNoindex: isNoindexCard(wire, rules) || undefined,
  }
}

function formatOf(written: string | undefined): Card['format'] {
  return CARD_FORMATS.find((format) => format === written)
}

/** The first sentence replaces a missing title: a card needs a link. Unbound, for alternative texts. */
export function titleOf(wire: WireCard, { service }: LinkRules): string {
  const title = plainField(wire.title)
  return title || beginningOfText(firstSentence(leadOf(wire)), MAX_TITLE) || service.messages.untitled
}

/**
 * The first of `lead`, `nrhub_lead` and `excerpt` with words (ART-2); the hub's are plain, WordPress' is HTML (SRC-37).
 */
export function leadOf({ lead = '', nrhub_lead = '', excerpt = '' }: WireCard): string {
  for (const field of [lead, nrhub_lead]) {
    const words = plainField(field)
    if (!EMPTY.test(words)) return words
  }
  return plainText(excerpt)
}

export function labelOf(wire: WireCard, rules: LinkRules): SourceLabel | undefined {
  const { serviceMode: mode, service_name_title: name = '', service_color: color } = wire.service ?? {}
  const serviceName = plainField(wire.service_name ?? '')
  return sourceLabel({ mode, name: plainField(name), color, serviceName, size: wire.size }, rules)
}

/** `headline` follows `headline_name` where they differ (CARD-6). */
export function headlineOf(wire: WireCard): Headline | undefined {
  const [name, words] = [plainField(wire.headline_name ?? ''), plainField(wire.headline ?? '')]
  const text = name || words
  if (text === '') return undefined
  const color = cssColour(wire.headline_color)
  const isTwice = words.toLowerCase() === text.toLowerCase()
  return { text, note: words && !isTwice ? words : undefined, color: color || undefined }
}

/** By the service field or permalink (CARD-15). Another portal on the same CMS has no author pages. */
export function authorPortalOf(wire: WireCard, rules: LinkRules): Service {
  const permalink = URL.parse(wire.permalink ?? '')
  const portal = serviceNamed(rules.services, wire.service_name) ?? (permalink && portalAt(permalink, rules))
  return portal && portal.settingsOf !== rules.service.settingsOf ? portal : rules.service
}

/** Several, else a single one, else the note's (ART-3). */
export function authorsOf(wire: WireCard, rules: LinkRules): Person[] {
  const portal = authorPortalOf(wire, rules)
  return statedAuthors(wire).map((author) => personOf(author, rules, portal))
}

/** Markup alone is no name. */
function isNamed({ name }: WireAuthor): boolean {
  return plainField(name) !== ''
}

function statedAuthors({ nrm_multi_authors: several, nrm_author: one, author }: WireCard): WireAuthor[] {
  const named = several.filter(isNamed)
  return named.length > 0 ? named : [one ?? [], author ?? []].flat().filter(isNamed).slice(0, 1)
}

/** `author`, else the byline's first with a biography (ART-3). */
export function notedAuthorOf(wire: WireCard): WireAuthor | undefined {
  const author = wire.author && isNamed(wire.author) ? wire.author : undefined
  return author?.description ? author : (statedAuthors(wire).find(({ description }) => description) ?? author)
}

export function publishedOf(wire: WireCard, { service }: LinkRules): Published | undefined {
  return publishedAt(wire.publication_date, service, { day: wire.nrm_date, clock: wire.nrm_time })
}

/** A revision is later than the publication, and not later than now. */
export function modifiedOf(wire: WireCard, rules: LinkRules): Published | undefined {
  const modified = publishedAt(wire.post_generated_date, rules.service)
  const published = publishedOf(wire, rules)
  if (!modified || !published || !hasCome(modified.time.epoch)) return undefined
  return modified.time.epoch > published.time.epoch ? modified : undefined
}

export function publishedAt(
  date: string | undefined,
  { language, timeZone }: Service,
  shown: { day?: string | undefined; clock?: string | undefined } = {},
): Published | undefined {
  const time = parseDate(date, timeZone)
  if (!time) return undefined
  const clock = shown.clock?.trim() || formatClock(time)
  const day = shown.day?.trim()
  return day
    ? { time, day, clock }
    : { time, day: formatDay(time, language), shortDay: formatShortDay(time, language), clock }
}

/** The first allowed URL (IMG-15), else a placeholder (CARD-39). The title is the alternative text (CARD-17). */
function thumbnailOf(wire: WireCard, title: string, rules: LinkRules): ResponsiveImage | undefined {
  const { nrm_image: image, thumbnail_url: thumbnail } = wire
  const url = firstShown(image?.post_row, thumbnail, image?.url)
  const source = url === undefined ? undefined : sourceOf(url, wire, rules)
  return source && { ...source, smallSet: smallSetOf(source.src, rules.images), ...THUMBNAIL_SIZE, alt: title }
}

function firstShown(...urls: Array<string | undefined>): string | undefined {
  return urls.find((url) => url !== undefined && isThumbnailUrl(url))
}

function heroUrlOf({ nrm_image: image, thumbnail_url: thumbnail }: WireCard): string | undefined {
  return firstShown(image?.url, thumbnail, image?.post_row)
}

/** Only that field's image has a known original width. */
function sourceOf(url: string, { nrm_image: image }: WireCard, rules: LinkRules): ImageSource | undefined {
  const isOfField = url === image?.url || url === image?.post_row
  return imageSource(url, rules.images, undefined, isOfField ? pixelSize(image?.full_width) : undefined)
}

/** Like the article's own (HEAD-8). */
function isNoindexCard({ nrm_meta_noindex: flag, seo }: WireCard, rules: LinkRules): boolean {
  return flag || (seo !== undefined && isNoindex(robotsOf(metaContents(seo.meta), 'robots', rules)))
}

/** In front of WordPress the original's pixels, unless its size has other proportions (IMG-20). */
export function heroSizeOf(wire: WireCard, { images }: LinkRules): Size | undefined {
  const { nrm_image: image } = wire
  if (image?.url === undefined || image.url !== heroUrlOf(wire)) return undefined
  const [width, height] = [pixelSize(image.width), pixelSize(image.height)]
  const own = width !== undefined && height !== undefined ? { width, height } : undefined
  if (!images.remote) return own
  const [fullWidth, fullHeight] = [pixelSize(image.full_width), pixelSize(image.full_height)]
  if (fullWidth === undefined || fullHeight === undefined) return undefined
  const full = { width: fullWidth, height: fullHeight }
  return own && !hasProportions(full, own) ? own : full
}

export function heroCaptionOf({ nrm_image: image }: WireCard, rules: LinkRules): HeroCaption | undefined {
  const html = image?.caption && inlineHtml(image.caption.trim(), rules)
  const credit = plainField(image?.credit ?? '')
  if (!html && !credit) return undefined
  return { html: html || undefined, credit: credit || undefined }
}

export function heroOf(wire: WireCard, title: string, rules: LinkRules): ResponsiveImage | undefined {
  const { nrm_image: image, thumbnail_alt: thumbnailAlt } = wire
  const url = heroUrlOf(wire)
  const source = url === undefined ? undefined : sourceOf(url, wire, rules)
  const texts = url === image?.url ? [image?.alt, thumbnailAlt] : [thumbnailAlt, image?.alt]
  const alt = texts.map((text) => plainField(text ?? '')).find((text) => text !== '') ?? title
  return source && { ...source, ...HERO_SIZE, alt }
}

/** @param portal of relative links */
export function personOf(author: WireAuthor, rules: LinkRules, portal: Service): Person {
  const link = author.relative_link ?? author.canonical
  const href = link && portalHref(link, rules, portal)
  const avatar = author.avatar && portraitSource(author.avatar, rules.images)
  return { name: plainField(author.name), href: href || undefined, avatar: avatar || undefined }
}

export function profileOf(author: WireAuthor, context: DecodeContext, portal = context.rules.service): AuthorProfile {
  const { rules } = context
  const social = SOCIAL_NETWORKS.flatMap((network) => {
    const href = safeHref(author.socialMedia?.[network] ?? '')
    return href?.startsWith('https:') || href?.startsWith('http:') ? [{ network, href }] : []
  })
  const activeSince = parseDate(author.stats?.start_date, rules.service.timeZone)
  const description = author.description && bindLines(plainText(author.description), rules.service.language)
  const textCount = shownCount(author.stats?.posts_count, 'author.stats.posts_count', context)
  return {
    ...personOf(author, rules, portal),
    social,
    description: description || undefined,
    email: author.email && /^[^\s@]+@[^\s@]+$/.test(author.email) ? author.email : undefined,
    activeSince,
    textCount,
  }
}

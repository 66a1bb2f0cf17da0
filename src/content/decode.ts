import { createHash } from 'node:crypto'
import { knownLanguage } from '../languages/language.ts'
import { hasUrl } from '../services/registry.ts'
import { escapeHtml } from '../system/escape.ts'
import { isRecord } from '../system/record.ts'
import type { Steps } from '../system/steps.ts'
import { adTable, configuredTable } from './ad-table.ts'
import type { Archive } from './archive.ts'
import type { Article } from './article.ts'
import type { Block } from './block.ts'
import type { Card } from './card.ts'
import { revisedAt } from './corrections.ts'
import {
  authorPortalOf,
  authorsOf,
  decodeCards,
  headlineOf,
  heroCaptionOf,
  heroOf,
  heroSizeOf,
  labelOf,
  leadOf,
  modifiedOf,
  notedAuthorOf,
  profileOf,
  publishedOf,
  titleOf,
} from './decode/card.ts'
import { type DecodeContext, parseWire } from './decode/context.ts'
import { cutFields, isWithin } from './decode/fields.ts'
import { withLead } from './decode/lead.ts'
import { schemaOrg, seoOf } from './decode/seo.ts'
import { categoryOf, kindTermOf, tagsOf, topCategoryOf, trailOf } from './decode/terms.ts'
import { ownArticlePath } from './further-list.ts'
import type { Page } from './home-block.ts'
import {
  boundedCount,
  MAX_ARTICLES,
  MAX_PER_PAGE,
  MAX_SCHEMA_CHARACTERS,
  MAX_SCHEMA_VALUES,
  shownCount,
} from './limits.ts'
import { bindLines } from './line-breaks.ts'
import { absoluteUrl, articlePath, type LinkRules, languageOfText, portalAt } from './links.ts'
import { membersNotice } from './members-notice.ts'
import { normaliseBlocks } from './normalise/blocks.ts'
import { createBudget } from './normalise/budget.ts'
import { normaliseHome } from './normalise/home.ts'
import { adCode, adKeyValues, isFullScreenPage, pageAds } from './page-ads.ts'
import type { Placement } from './placement.ts'
import type { Missing } from './repository.ts'
import { isNoindex } from './robots.ts'
import { seriesSlugs } from './series.ts'
import { sharedImageOf } from './shared-image.ts'
import { plainField } from './text.ts'
import { flag, type WireArticle, wireArchive, wireArticle, wireErrors, wirePage, wireSearch } from './wire.ts'
import { wordsIn } from './words.ts'

/** Words per minute. */
const READING_SPEED = 200

/** `redirectLink` is on the same service. */
const MOVED = 301

const CONTAINER = /container/i

/** `errors.statusCode` with HTTP 200, or an empty list as an item (WIRE-5). Statuses from 500 on are failures. */
function missingIn(json: unknown, call: string): Missing | undefined {
  if (Array.isArray(json) && json.length === 0) return { missing: true }
  const errors = isRecord(json) ? parseWire(wireErrors, json, call).errors : undefined
  if (errors?.statusCode === MOVED && errors.redirectLink?.startsWith('/')) {
    return { missing: true, movedTo: errors.redirectLink }
  }
  if (!errors || errors.statusCode < 400 || errors.statusCode >= 500) return undefined
  const { list, redirectLink } = errors
  return { missing: true, redirectLink, list }
}

/** @throws {WireShapeError} */
export function* decodeArticle(json: unknown, context: DecodeContext): Steps<Article | Missing> {
  const missing = missingIn(json, context.call)
  if (missing) return missing
  const wire = parseWire(wireArticle, withinLimits(json, context), context.call)
  const rules = { ...context.rules, language: knownLanguage(wire.language) }
  const title = titleOf(wire, rules)
  const text = yield* bodyOf(wire.blocks, { ...context, rules })
  const body = wire.restricted ? [...text, membersNotice(wire.full_text ?? '', rules)] : text
  const [hero, published, category] = [heroOf(wire, title, rules), publishedOf(wire, rules), categoryOf(wire, rules)]
  const schema = schemaOf(wire.schema, context)
  const wordCount = yield* wordsIn(text)
  const topCategory = topCategoryOf(wire, rules)
  const [kind, headline, label] = [kindTermOf(wire, rules), headlineOf(wire), labelOf(wire, rules)]
  const commentCount = shownCount(wire.nrm_interactions?.comments, 'nrm_interactions.comments', context)
  const modified = revisedAt(text, { published, modified: modifiedOf(wire, rules) })
  const placement = placementOf(wire, body)
  const noted = notedAuthorOf(wire)
  const seo = seoOf(wire.seo, wire.titleToMetadate, rules)
  const [heroSize, heroCaption] = [heroSizeOf(wire, rules), heroCaptionOf(wire, rules)]
  const shared = sharedImageOf({ hero, heroSize, body: text }, rules.images)
  return {
    id: wire.ID ?? wire.relative_link,
    path: articlePath(wire.relative_link, rules.service),
    title: bindLines(title, languageOfText(rules)),
    lead: bindLines(leadOf(wire), languageOfText(rules)),
    body,
    authors: authorsOf(wire, rules),
    trail: trailOf(wire, rules),
    tags: tagsOf(wire, rules),
    seo,
    isNoindex: wire.nrm_meta_noindex || isNoindex(seo.robots),
    isProductPlacement: wire.nrm_product_placement,
    isRestricted: wire.restricted,
    showsComments: flag.parse(wire.fields.showComments),
    ...pageAds({
      of: 'article',
      own: adTable(wire.ad_slots),
      configured: configuredTable(rules.service.adSlots?.single),
      placement,
    }),
    wordCount,
    readingMinutes: Math.max(1, Math.round(wordCount / READING_SPEED)),
    seriesSlugs: seriesSlugs(wire, rules.service),
    nextPaths: wire.next_posts_for_this_post.flatMap((link) => ownArticlePath(link, rules) ?? []),
    isNextComputed: wire.next_is_computed || undefined,
    schema,
    hero,
    heroCaption: hero && heroCaption,
    heroSize: hero && heroSize,
    shared,
    isPage: wire.type === 'page' || undefined,
    published,
    modified,
    author: noted && profileOf(noted, context, authorPortalOf(wire, rules)),
    category,
    kind,
    headline,
    label,
    topCategory: topCategory || undefined,
    commentCount: commentCount || undefined,
    discussion: wire.discussion,
    ...languageFields(wire, rules),
  }
}

/** @throws {WireShapeError} */
export function* decodePage(json: unknown, context: DecodeContext): Steps<Page | Missing> {
  const missing = missingIn(json, context.call)
  if (missing) return missing
  const wire = parseWire(wirePage, withinLimits(json, context), context.call)
  const title = plainField(wire.title ?? '')
  const code = adCode(wire.nrm_ad_code)
  return {
    id: wire.ID ?? '',
    seo: seoOf(wire.seo, undefined, context.rules),
    blocks: yield* normaliseHome(wire.blocks, context),
    isContainer: CONTAINER.test(wire.page_template ?? ''),
    ...pageAds({
      of: 'home',
      own: adTable(wire.ad_slots),
      configured: configuredTable(context.rules.service.adSlots?.home),
      hasFullScreen: isFullScreenPage(wire.ID, wire.screaningOn),
    }),
    adKeyValues: adKeyValues(wire.page_slug),
    adCode: code || undefined,
    title: title || undefined,
  }
}

/** @throws {WireShapeError} */
export function* decodeArchive(json: unknown, context: DecodeContext): Steps<Archive | Missing> {
  const missing = missingIn(json, context.call)
  if (missing) return missing
  const wire = parseWire(wireArchive, withinLimits(json, context), context.call)
  const name = plainField(wire.name)
  const author = wire.type === 'author' && wire.author ? profileOf(wire.author, context) : undefined
  const total = boundedCount(wire.sumOfPosts, MAX_ARTICLES, 'sumOfPosts', context)
  const perPage = boundedCount(wire.postPerPage, MAX_PER_PAGE, 'postPerPage', context)
  const list: Archive = {
    type: wire.type,
    name,
    heading: plainField(wire.titleToHeader ?? '') || author?.name || name,
    seo: seoOf(wire.seo, wire.titleToMetadate, context.rules),
    blocks: yield* normaliseHome(wire.blocks, context, MAX_PER_PAGE),
    // Lists, feeds and sitemaps rely on a list page's limit.
    cards: yield* decodeCards(wire.posts, context, MAX_PER_PAGE),
    maxPage: Math.max(1, Math.ceil(total / perPage)),
    perPage,
    total,
    ...pageAds({
      of: 'list',
      own: adTable(wire.ad_slots),
      configured: configuredTable(context.rules.service.adSlots?.home),
    }),
    author,
  }
  return withLead(list, wire.lead ?? '', context.rules)
}

export interface FoundPage {
  cards: Card[]
  hasMore?: boolean
  count?: number
  /** Words of the query that no article has: results have similar ones (SEARCH-28). */
  missing?: readonly string[]
  /** Some texts were not searched yet. */
  isPartial?: true
}

/** @throws {WireShapeError} */
export function* decodeSearch(json: unknown, context: DecodeContext): Steps<FoundPage> {
  if (missingIn(json, context.call)) return { cards: [], hasMore: false }
  const { posts, hasMore, count, missing, isPartial } = parseWire(wireSearch, json, context.call)
  return {
    cards: yield* decodeCards(posts, context),
    hasMore,
    count,
    missing,
    isPartial,
  }
}

/** Says at its end that a body was cut (COST-3). */
function* bodyOf(blocks: readonly unknown[], context: DecodeContext): Steps<Block[]> {
  const budget = createBudget()
  const body = yield* normaliseBlocks(blocks, context, budget)
  return budget.isSpent()
    ? [...body, { type: 'paragraph', html: escapeHtml(context.rules.service.messages.article.cut) }]
    : body
}

const MEASURED = new Set(['blocks', 'posts', 'schema', 'ad_slots'])

function withinLimits(json: unknown, { call, report }: DecodeContext): unknown {
  return cutFields(json, { onCut: (problem) => report({ call, ...problem }), except: MEASURED })
}

/** Without JSON-LD that is too large (COST-5). */
function schemaOf(schema: unknown, { call, report }: DecodeContext): object | undefined {
  const jsonLd = schemaOrg(schema)
  if (jsonLd === undefined || isWithin(jsonLd, MAX_SCHEMA_VALUES, MAX_SCHEMA_CHARACTERS)) return jsonLd
  const kind = `more than ${MAX_SCHEMA_VALUES} values or ${MAX_SCHEMA_CHARACTERS} characters: left out`
  report({ call, field: 'schema', kind })
  return undefined
}

/** Why slots stay empty; undefined without product placement. */
function placementOf(wire: WireArticle, body: readonly Block[]): Placement | undefined {
  const {
    nrm_product_placement: general,
    nrm_product_placement_ads: overrides,
    nrm_interactions: _,
    blocks,
    schema: __,
    ad_slots: ___,
    ...rest
  } = wire
  if (!general && !Object.values(overrides).some(Boolean)) return undefined
  // A new comment makes no new revision.
  const revision = createHash('sha256')
    .update(JSON.stringify([general, overrides, rest, blocks.length, body]))
    .digest('base64url')
  return { general, overrides, revision }
}

const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i

/** A language other than the service's (LANG-8), and translations on known portals (LANG-7). */
function languageFields(
  { language, translations }: WireArticle,
  rules: LinkRules,
): Pick<Article, 'language' | 'translations'> {
  const isForeign =
    language !== undefined &&
    LANGUAGE.test(language) &&
    language.split('-')[0]?.toLowerCase() !== rules.service.language.split('-')[0]
  const known = translations.flatMap(({ language, url: written }) => {
    const url = LANGUAGE.test(language) ? URL.parse(written) : null
    const portal = url && portalAt(url, rules)
    // A language in a parameter has no page of its own.
    return url && url.search === '' && portal && hasUrl(portal)
      ? [{ language, url: absoluteUrl(articlePath(url.pathname, portal), portal) }]
      : []
  })
  return { language: isForeign ? language : undefined, translations: known.length > 0 ? known : undefined }
}

import { epochOf } from '../../content/dates.ts'
import { isOwnBeginning } from '../../content/generated-excerpt.ts'
import type { Size } from '../../content/image-sizes.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { type ShortcodeWorld, withoutLibrary, withoutShortcodes } from '../../content/shortcodes.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'
import { escapeHtml } from '../../system/escape.ts'
import type { Steps } from '../../system/steps.ts'
import type { TimeZone } from '../../system/time-zone.ts'
import { type ParsedBlock, parseBlocksInSteps } from '../block-grammar.ts'
import type { ArticleMeta } from './article-fields.ts'
import type { Catalogue, CatalogueArticle, CatalogueService } from './catalogue.ts'
import { isRunning, isUnpublished } from './dated-parts.ts'
import { type FolderImages, withFolderImages } from './folder-images.ts'
import type { CorrectionMeta } from './front-matter.ts'
import { homeOf } from './home.ts'
import { seriesNaming } from './series.ts'
import { termOf } from './terms.ts'

/** Builds the hub's wire shapes (WIRE-3). */
export interface WireBuilder {
  card(article: CatalogueArticle): object
  article(article: CatalogueArticle, size?: Size): Steps<object>
  home(): object | undefined
  author(slug: string): object | undefined
}

const CHOSEN_TO_READ_ON = 12
const AS_WRITTEN: FolderImages = Object.assign((src: string) => src, { has: () => true })
/** For a service without a public origin; only the path's tail matters. */
const NOWHERE = 'https://newsroom.invalid'

const CUT = /(?:…|\.\.\.)$/

/** @param images finds the files that articles name */
export function createWireBuilder(
  service: Service,
  own: CatalogueService,
  catalogue: Catalogue,
  images: FolderImages = AS_WRITTEN,
): WireBuilder {
  const card = (written: CatalogueArticle) => {
    const { slug, path, meta } = written
    const { draft, scheduled } = service.messages.preview
    const src = meta.image && images(meta.image.src, written)
    const image = src?.startsWith('/') ? `${service.serviceUrl ?? NOWHERE}${src}` : src
    const [first, ...others] = meta.author.map((slug) => bylineOf(slug, own, catalogue))
    const category = meta.category === '' ? undefined : termOf('categories', meta.category, own)
    return {
      ID: slug,
      type: 'post',
      title: meta.title,
      lead: meta.lead,
      relative_link: path,
      permalink: `${service.serviceUrl ?? ''}${path}`,
      thumbnail_url: image ?? false,
      thumbnail_alt: meta.image?.alt ?? '',
      nrm_image: meta.image && image !== undefined ? { url: image, ...imageTexts(meta.image) } : {},
      publication_date: meta.date,
      post_generated_date: lastRevision(meta, service.timeZone) ?? meta.date,
      nrm_author: first ?? false,
      nrm_multi_authors: others.length > 0 ? [first, ...others].map((author) => ({ author })) : [],
      krypto_cat: category
        ? [{ name: category.name, slug: category.slug, relative_link: `/kategoria/${category.slug}` }]
        : [],
      categories: meta.tags.map((tag) => {
        const { name } = termOf('tags', tag, own)
        return { name, slug: tag, relative_link: `/tag/${tag}` }
      }),
      nrm_meta_noindex: meta.noindex === true || isUnpublished(written),
      headline: meta.draft ? draft : written.isScheduled ? scheduled : '',
      format: isRunning(written, Date.now(), service.timeZone) ? 'live' : (meta.format ?? ''),
      nrm_promo_post: meta.promo ?? '',
      nrm_product_placement: meta.productPlacement ?? false,
      nrm_product_placement_ads: [],
    }
  }

  const author = (slug: string) => authorOf(slug, own, catalogue)

  return {
    card,
    author,
    *article(article, size) {
      const { nrm_image: image, ...rest } = card(article)
      const body = withFolderImages(article, images)
      return {
        ...rest,
        // Importers make a lead from the text.
        lead: hasNoLead(article) ? '' : article.meta.lead,
        nrm_image: { ...image, ...size },
        type: catalogue.pages.get(article.path) === article ? 'page' : 'post',
        blocks: withCorrections(withoutWrittenShortcodes(yield* parseBlocksInSteps(body), body, service), article.meta),
        seo: {
          title: article.meta.title,
          canonical: `${service.serviceUrl ?? ''}${article.path}`,
          meta: [{ name: 'description', content: withoutTags(article.meta.lead) }],
        },
        author: author(article.meta.author[0] ?? '') ?? false,
        next_is_computed: article.meta.next === undefined,
        next_posts_for_this_post: chosenNext(article, own, catalogue) ?? nextOf(article, own),
        ad_slots: [],
        series: seriesNaming(article, own),
        fields: { showComments: article.meta.comments ?? false },
      }
    },
    home: () => homeOf(service, own, card),
  }
}

function bylineOf(slug: string, own: CatalogueService, { authors }: Catalogue) {
  const author = authors.get(slug)
  return {
    name: author?.name ?? own.names.get(`author:${slug}`) ?? slug,
    relative_link: `/author/${slug}`,
    avatar: author?.image ?? false,
  }
}

function authorOf(slug: string, own: CatalogueService, { authors }: Catalogue): object | undefined {
  const file = authors.get(slug)
  if (!file) return named(slug, own)
  return {
    name: file.name,
    avatar: file.image ?? false,
    description: withoutTags(file.description),
    email: file.email ?? '',
    relative_link: `/author/${slug}`,
    socialMedia: file.social ?? [],
    stats: { start_date: file.since, posts_count: articlesBy(own, slug).length },
  }
}

function named(slug: string, own: CatalogueService): object | undefined {
  const name = own.names.get(`author:${slug}`)
  const articles = articlesBy(own, slug)
  const first = articles.at(-1)
  if (name === undefined || !first) return undefined
  return {
    ...{ name, avatar: false, description: '', email: '', relative_link: `/author/${slug}`, socialMedia: [] },
    stats: { start_date: first.meta.date.slice(0, 'YYYY-MM-DD'.length), posts_count: articles.length },
  }
}

const MEDIA_SHORTCODE = /\[(?:audio|video)\s/i
/** Blocks of an author's HTML. */
const WRITTEN = new Set<string | null>([null, 'core/freeform', 'core/html'])

/** Makes players of sounds and videos, as no WordPress has run the shortcodes (VIDEO-7). */
function withoutWrittenShortcodes(
  blocks: readonly ParsedBlock[],
  body: string,
  { group }: Service,
): readonly ParsedBlock[] {
  if (!MEDIA_SHORTCODE.test(body)) return blocks
  const world = withoutLibrary(group.embeds)
  return blocks.map((block) => withPlayers(block, world))
}

function withPlayers(block: ParsedBlock, world: ShortcodeWorld): ParsedBlock {
  const { blockName, innerHTML, innerBlocks } = block
  if (innerBlocks.length > 0) return { ...block, innerBlocks: innerBlocks.map((inner) => withPlayers(inner, world)) }
  if (!WRITTEN.has(blockName) || !MEDIA_SHORTCODE.test(innerHTML)) return block
  const html = withoutShortcodes(innerHTML, world)
  return { ...block, innerHTML: html, innerContent: [html] }
}

function hasNoLead({ meta, body }: CatalogueArticle): boolean {
  return meta.isLeadMade ?? isOwnBeginning(meta.lead.replace(CUT, ''), body)
}

function imageTexts({ alt, caption, credit }: NonNullable<ArticleMeta['image']>) {
  return { alt, caption: caption ? escapeHtml(caption) : undefined, credit: credit ? escapeHtml(credit) : undefined }
}

/** For a field in which the hub may have HTML: an angle bracket begins no tag (SRC-37). */
export function withoutTags(text: string): string {
  return text.replaceAll('<', '&lt;')
}

/** Newest first. */
export function articlesIn(own: CatalogueService, kind: 'category' | 'tag', slug: string): CatalogueArticle[] {
  if (kind === 'tag') return own.articles.filter(({ meta }) => meta.tags.includes(slug))
  return slug === NEWEST_CATEGORY ? own.articles : own.articles.filter(({ meta }) => meta.category === slug)
}

export function articlesBy(own: CatalogueService, author: string): CatalogueArticle[] {
  return own.articles.filter(({ meta }) => meta.author.includes(author))
}

/** Leaves out unpublished articles (SRC-28, SRC-39). */
function chosenNext(
  { meta }: CatalogueArticle,
  { drafts }: CatalogueService,
  { pageDrafts }: Catalogue,
): string[] | undefined {
  return meta.next?.filter((link) => {
    const path = cmsPath(link)
    const slug = path.slice(path.lastIndexOf('/') + 1)
    return [drafts, pageDrafts].every((unpublished) => unpublished.get(slug)?.path !== path)
  })
}

/** The category's older articles, then newer ones, then the newest of others. */
function nextOf(article: CatalogueArticle, own: CatalogueService): string[] {
  const { category } = article.meta
  const isAlike = ({ meta }: CatalogueArticle): boolean => meta.category === category
  const isOlder = (one: CatalogueArticle): boolean => isAlike(one) && one.at < article.at
  const next = new Set<string>()
  // Avoids copying a large newsroom for twelve articles.
  for (const isNext of [isOlder, isAlike, () => true]) {
    for (const candidate of own.articles) {
      if (next.size === CHOSEN_TO_READ_ON) return [...next]
      if (candidate !== article && isNext(candidate)) next.add(candidate.path)
    }
  }
  return [...next]
}

/** Above or below all other blocks (CORR-2). */
export function withCorrections(blocks: readonly object[], { corrections = [] }: ArticleMeta): readonly object[] {
  if (corrections.length === 0) return blocks
  const at = (place: CorrectionMeta['place']): object[] =>
    corrections.filter((one) => one.place === place).map(correctionBlock)
  return [...at('top'), ...blocks, ...at('bottom')]
}

/** Includes corrections; undefined: never. */
export function lastRevision({ updated, corrections = [] }: ArticleMeta, zone: TimeZone): string | undefined {
  const at = (date: string): number => epochOf(date, zone) ?? 0
  return [updated, ...corrections.map(({ date }) => date)]
    .filter((date) => date !== undefined)
    .sort((one, other) => at(one) - at(other))
    .at(-1)
}

function correctionBlock({ date, text }: CorrectionMeta): object {
  return {
    blockType: 'correction',
    blockName: 'acf/correction',
    attrs: { date },
    innerHTML: `<p>${escapeHtml(text)}</p>`,
    innerBlocks: [],
  }
}

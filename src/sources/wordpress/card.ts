import { AUTHOR_TAXONOMY, authorsInField, hasOtherAuthors, isAuthorOf } from './co-authors.ts'
import { cardLead, textField } from './text.ts'
import { pathOf, TERM_FOLDERS } from './urls.ts'
import {
  authorsOf,
  featuredMediaOf,
  type RestMedia,
  type RestPost,
  type RestTerm,
  type RestUser,
  termsOf,
  type YoastHead,
} from './wire.ts'

/** In order of preference (768 and 1024 px wide). */
const CARD_SIZES = ['medium_large', 'large', 'full'] as const
const HERO_SIZES = ['large', 'full'] as const
const UNSORTED = 'uncategorized'

/**
 * @param authors a plugin's, in place of WordPress' own
 * @returns undefined for an unpublished post, and for one without a path of its own
 */
export function cardOf(
  post: RestPost,
  media = featuredMediaOf(post._embedded),
  authors?: readonly RestUser[],
): object | undefined {
  const path = pathOf(post.link)
  if (path === undefined || !isPublished(post)) return undefined
  const people = (authors ?? authorsInField(post) ?? ownAuthors(post)).map(personOf)
  const terms = termsOf(post._embedded)
  return {
    ID: post.id,
    type: post.type === 'page' ? 'page' : 'post',
    title: textField(post.title?.rendered),
    lead: isProtected(post) ? '' : cardLead(post.excerpt?.rendered, post.link),
    relative_link: path,
    permalink: post.link,
    ...(media && imageOf(media)),
    publication_date: utc(post.date_gmt) ?? post.date ?? '',
    post_generated_date: utc(post.modified_gmt) ?? '',
    nrm_author: people[0] ?? false,
    nrm_multi_authors: people.length > 1 ? people.map((author) => ({ author })) : [],
    krypto_cat: categoriesIn(terms),
    categories: terms.filter(({ taxonomy }) => taxonomy === 'post_tag').map((term) => named(term, TERM_FOLDERS.tag)),
    own_terms: terms.flatMap(ownTerm),
    format: post.format ?? '',
    nrm_meta_noindex: isProtected(post) || isExcluded(post.yoast_head_json),
    service: [],
  }
}

/** A plugin's authors exclude the account that saved the post. */
function ownAuthors(post: RestPost): RestUser[] {
  const own = authorsOf(post._embedded)
  return hasOtherAuthors(post, own[0]) ? own.filter(({ slug }) => isAuthorOf(post, slug)) : own
}

export function isPublished({ status }: Pick<RestPost, 'status'>): boolean {
  return status === undefined || status === 'publish'
}

/** The edit context contains texts behind passwords, raw and rendered. */
export function isProtected({ content, excerpt }: RestPost): boolean {
  return content?.protected === true || excerpt?.protected === true
}

/** By an SEO plugin. */
export function isExcluded(yoast: YoastHead | undefined): boolean {
  return Object.values(yoast?.robots ?? {}).some((directive) => /^(?:noindex|none)$/i.test(directive?.trim() ?? ''))
}

export function personOf({ name, slug }: RestUser) {
  return { name: textField(name), relative_link: `${TERM_FOLDERS.author}${slug}` }
}

/** The default category comes last. */
function categoriesIn(terms: readonly RestTerm[]): object[] {
  const categories = terms.filter(({ taxonomy }) => taxonomy === 'category')
  const [sorted, unsorted] = [true, false].map((wanted) =>
    categories.filter(({ slug }) => (slug !== UNSORTED) === wanted),
  )
  return [...(sorted ?? []), ...(unsorted ?? [])].map((term) => named(term, TERM_FOLDERS.category))
}

const CORE = new Set(['category', 'post_tag', 'post_format', AUTHOR_TAXONOMY])

/** Taxonomies of plugins and themes have own paths (SRC-30). */
function ownTerm(term: RestTerm): object[] {
  const path = CORE.has(term.taxonomy ?? '') || term.link === undefined ? undefined : pathOf(term.link)
  return path === undefined ? [] : [{ ...named(term, ''), relative_link: path, taxonomy: term.taxonomy }]
}

export function named({ name, slug }: RestTerm, folder: string) {
  return { name: textField(name), slug, relative_link: `${folder}${slug}` }
}

function imageOf(media: RestMedia): object {
  const [row, hero] = [sized(media, CARD_SIZES), sized(media, HERO_SIZES)]
  const alt = textField(media.alt_text)
  return {
    thumbnail_url: row.source_url,
    thumbnail_alt: alt,
    nrm_image: {
      url: hero.source_url,
      alt,
      width: hero.width ?? false,
      height: hero.height ?? false,
      post_row: row.source_url,
      full_width: media.media_details?.width ?? false,
      full_height: media.media_details?.height ?? false,
      caption: media.caption?.rendered ?? false,
    },
  }
}

/** Small images have few sizes, none larger than the image. */
function sized({ source_url, media_details: details }: RestMedia, names: readonly string[]) {
  const sizes = details?.sizes ?? {}
  const bestSize = names.flatMap((name) => (Object.hasOwn(sizes, name) ? (sizes[name] ?? []) : []))[0]
  return bestSize ?? { source_url, width: details?.width, height: details?.height }
}

/** WordPress writes UTC without a zone, and zeros for drafts. */
export function utc(written: string | undefined): string | undefined {
  return written === undefined || written.startsWith('0000') ? undefined : `${written.replace(/Z$/, '')}Z`
}

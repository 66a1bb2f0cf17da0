import { pathOf, TERM_FOLDERS } from './addresses.ts'
import { authorsOf, pictureOf, termsOf } from './embedded.ts'
import { cardLead, textField } from './text.ts'
import type { RestMedia, RestPost, RestTerm, RestUser } from './wire.ts'

/** WordPress' sizes for a card and for an article's picture, the first that is there (768 and 1024 px wide). */
const CARD_SIZES = ['medium_large', 'large', 'full'] as const
const HERO_SIZES = ['large', 'full'] as const
/** The category that WordPress gives to posts without any. */
const UNSORTED = 'uncategorized'

/**
 * A post as a card of the contract (`PostCard`).
 * @param picture when it was asked for on its own
 * @returns undefined for what is not published, and for a post without a path of its own
 */
export function cardOf(post: RestPost, picture = pictureOf(post._embedded)): object | undefined {
  const path = pathOf(post.link)
  if (path === undefined || !isPublished(post)) return undefined
  const people = authorsOf(post._embedded).map(personOf)
  const terms = termsOf(post._embedded)
  return {
    ID: post.id,
    type: 'post',
    title: textField(post.title?.rendered),
    lead: isProtected(post) ? '' : cardLead(post.excerpt?.rendered),
    relative_link: path,
    permalink: post.link,
    ...(picture && imageOf(picture)),
    publication_date: utc(post.date_gmt) ?? post.date ?? '',
    post_generated_date: utc(post.modified_gmt) ?? '',
    nrm_author: people[0] ?? false,
    nrm_multi_authors: people.length > 1 ? people.map((author) => ({ author })) : [],
    krypto_cat: categoriesIn(terms),
    categories: terms.filter(({ taxonomy }) => taxonomy === 'post_tag').map((term) => named(term, TERM_FOLDERS.tag)),
    nrm_meta_noindex: isProtected(post),
    service: [],
  }
}

export function isPublished({ status }: Pick<RestPost, 'status'>): boolean {
  return status === undefined || status === 'publish'
}

/** It has a password: the edit context gives its text all the same, raw and rendered. */
export function isProtected({ content, excerpt }: RestPost): boolean {
  return content?.protected === true || excerpt?.protected === true
}

export function personOf({ name, slug }: RestUser) {
  return { name: textField(name), relative_link: `${TERM_FOLDERS.author}${slug}` }
}

/** The one that stands for the post comes first: not the one for posts without any, if there is another. */
function categoriesIn(terms: readonly RestTerm[]): object[] {
  const categories = terms.filter(({ taxonomy }) => taxonomy === 'category')
  const [sorted, unsorted] = [true, false].map((wanted) =>
    categories.filter(({ slug }) => (slug !== UNSORTED) === wanted),
  )
  return [...(sorted ?? []), ...(unsorted ?? [])].map((term) => named(term, TERM_FOLDERS.category))
}

export function named({ name, slug }: RestTerm, folder: string) {
  return { name: textField(name), slug, relative_link: `${folder}${slug}` }
}

function imageOf(picture: RestMedia): object {
  const [row, hero] = [sized(picture, CARD_SIZES), sized(picture, HERO_SIZES)]
  const alt = textField(picture.alt_text)
  return {
    thumbnail_url: row.source_url,
    thumbnail_alt: alt,
    nrm_image: {
      url: hero.source_url,
      alt,
      width: hero.width ?? false,
      height: hero.height ?? false,
      post_row: row.source_url,
    },
  }
}

/** Small pictures have few sizes, and none is larger than the picture itself. */
function sized({ source_url, media_details: details }: RestMedia, names: readonly string[]) {
  const sizes = details?.sizes ?? {}
  const found = names.flatMap((name) => (Object.hasOwn(sizes, name) ? (sizes[name] ?? []) : []))[0]
  return found ?? { source_url, width: details?.width, height: details?.height }
}

/** WordPress writes UTC without its zone. A draft's is all zeros, which is no date. */
function utc(written: string | undefined): string | undefined {
  return written === undefined || written.startsWith('0000') ? undefined : `${written.replace(/Z$/, '')}Z`
}

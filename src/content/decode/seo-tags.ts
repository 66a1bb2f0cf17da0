import { parseDate } from '../dates.ts'
import { cdnImageUrl, type ImageRules } from '../images.ts'
import { SEO_TAGS, type SeoTag, type SeoTags } from '../seo.ts'
import { decodeEntities, plainField, plainText } from '../text.ts'
import type { WireSeo } from '../wire.ts'

/** What is longer says nothing to a search engine or on a shared card. Characters. */
const MAX_LENGTH = 2000
/** No page has more; the rest of a longer list is not read. */
const MAX_TAGS = 200
const MAX_ARTICLE_TAGS = 20
/** Tags that say something of the picture: without it they are none of the page's. */
const OF_PICTURE: readonly SeoTag[] = ['og:image:width', 'og:image:height', 'og:image:alt']

type Read = (content: string, images: ImageRules) => string | undefined

const line: Read = (content) => plainField(content) || undefined
const words: Read = (content) => plainText(content) || undefined
const picture: Read = (content, images) => cdnImageUrl(decodeEntities(content), images)
const date: Read = (content) => parseDate(content)?.iso
const formed =
  (form: RegExp): Read =>
  (content) =>
    form.test(content.trim()) ? content.trim() : undefined
const pixels = formed(/^[1-9]\d{0,4}$/)
const account = formed(/^@\w{1,15}$/)

/** How each tag is read; what does not have its form is no tag (HEAD-16). */
const READ: Readonly<Record<SeoTag, Read>> = {
  author: line,
  keywords: line,
  news_keywords: line,
  'og:type': formed(/^[a-z]{2,20}(?:\.[a-z_]{2,20})?$/),
  'og:title': line,
  'og:description': words,
  'og:site_name': line,
  'og:locale': formed(/^[a-z]{2}_[A-Z]{2}$/),
  'og:image': picture,
  'og:image:width': pixels,
  'og:image:height': pixels,
  'og:image:alt': line,
  // The other kinds of card need tags of an app or of a player.
  'twitter:card': formed(/^summary(?:_large_image)?$/),
  'twitter:title': line,
  'twitter:description': words,
  'twitter:image': picture,
  'twitter:image:alt': line,
  'twitter:site': account,
  'twitter:creator': account,
  'twitter:label1': line,
  'twitter:data1': line,
  'twitter:label2': line,
  'twitter:data2': line,
  'article:published_time': date,
  'article:modified_time': date,
  'article:expiration_time': date,
  'article:author': line,
  'article:publisher': line,
  'article:section': line,
  'profile:first_name': line,
  'profile:last_name': line,
  'profile:username': line,
  'fb:app_id': formed(/^\d{1,20}$/),
}

/** Contents of the tags of a page, by their names in lower case. */
export type MetaContents = ReadonlyMap<string, readonly string[]>

/** What the CMS' list of tags holds, however it writes their names; none of a tag that is too long. */
export function metaContents(meta: WireSeo['meta']): MetaContents {
  const found = new Map<string, string[]>()
  for (const { name, property, content } of meta.slice(0, MAX_TAGS)) {
    const tag = (property ?? name ?? '').trim().toLowerCase()
    if (tag === '' || content.length > MAX_LENGTH) continue
    const contents = found.get(tag) ?? []
    contents.push(content.replace(/\p{Cc}/gu, ' ').toWellFormed())
    found.set(tag, contents)
  }
  return found
}

/** The first usable value of every tag of the allowlist. */
export function seoTags(meta: MetaContents, images: ImageRules): SeoTags {
  const found: Partial<Record<SeoTag, string>> = {}
  for (const tag of SEO_TAGS) {
    const [value] = (meta.get(tag) ?? []).flatMap((content) => READ[tag](content, images) ?? [])
    if (value !== undefined) found[tag] = value
  }
  if (found['og:image'] === undefined) for (const tag of OF_PICTURE) delete found[tag]
  if (found['twitter:image'] === undefined) delete found['twitter:image:alt']
  return found
}

export function articleTags(meta: MetaContents): string[] {
  const all = (meta.get('article:tag') ?? []).map(plainField)
  return [...new Set(all)].filter((tag) => tag !== '').slice(0, MAX_ARTICLE_TAGS)
}

import { hasCome, parseDate } from '../dates.ts'
import { cdnImageUrl, servedSize } from '../images.ts'
import type { LinkRules } from '../links.ts'
import { SEO_TAGS, type SeoTag, type SeoTags } from '../seo.ts'
import { decodeEntities, plainField, plainText } from '../text.ts'
import type { WireSeo } from '../wire.ts'

/** Characters that search engines and shared cards read. */
const MAX_LENGTH = 2000
const MAX_TAGS = 200
const MAX_ARTICLE_TAGS = 20
/** Dropped without an image. */
const OF_IMAGE: readonly SeoTag[] = ['og:image:width', 'og:image:height', 'og:image:alt']

type Read = (content: string, rules: LinkRules) => string | undefined

const line: Read = (content) => plainField(content) || undefined
const words: Read = (content) => plainText(content) || undefined
const image: Read = (content, { images }) => cdnImageUrl(decodeEntities(content), images)
const date: Read = (content, { service }) => parseDate(content, service.timeZone)?.iso
const pastDate: Read = (content, { service }) => {
  const time = parseDate(content, service.timeZone)
  return time && hasCome(time.epoch) ? time.iso : undefined
}
const formed =
  (form: RegExp): Read =>
  (content) =>
    form.test(content.trim()) ? content.trim() : undefined
const pixels = formed(/^[1-9]\d{0,4}$/)
const account = formed(/^@\w{1,15}$/)

/** Wrong forms are dropped (HEAD-16). */
const READ: Readonly<Record<SeoTag, Read>> = {
  author: line,
  keywords: line,
  news_keywords: line,
  'og:type': formed(/^[a-z]{2,20}(?:\.[a-z_]{2,20})?$/),
  'og:title': line,
  'og:description': words,
  'og:site_name': line,
  'og:locale': formed(/^[a-z]{2}_[A-Z]{2}$/),
  'og:image': image,
  'og:image:width': pixels,
  'og:image:height': pixels,
  'og:image:alt': line,
  // Others need an app's or player's tags.
  'twitter:card': formed(/^summary(?:_large_image)?$/),
  'twitter:title': line,
  'twitter:description': words,
  'twitter:image': image,
  'twitter:image:alt': line,
  'twitter:site': account,
  'twitter:creator': account,
  'twitter:label1': line,
  'twitter:data1': line,
  'twitter:label2': line,
  'twitter:data2': line,
  'article:published_time': date,
  'article:modified_time': pastDate,
  'article:expiration_time': date,
  'article:author': line,
  'article:publisher': line,
  'article:section': line,
  'profile:first_name': line,
  'profile:last_name': line,
  'profile:username': line,
  'fb:app_id': formed(/^\d{1,20}$/),
}

export type MetaContents = ReadonlyMap<string, readonly string[]>

export function metaContents(meta: WireSeo['meta']): MetaContents {
  const byTag = new Map<string, string[]>()
  for (const { name, property, content } of meta.slice(0, MAX_TAGS)) {
    const tag = (property ?? name ?? '').trim().toLowerCase()
    if (tag === '' || content.length > MAX_LENGTH) continue
    const contents = byTag.get(tag) ?? []
    contents.push(content.replace(/\p{Cc}/gu, ' ').toWellFormed())
    byTag.set(tag, contents)
  }
  return byTag
}

export function seoTags(meta: MetaContents, rules: LinkRules): SeoTags {
  const tags: Partial<Record<SeoTag, string>> = {}
  for (const tag of SEO_TAGS) {
    const [value] = (meta.get(tag) ?? []).flatMap((content) => READ[tag](content, rules) ?? [])
    if (value !== undefined) tags[tag] = value
  }
  if (tags['og:image'] === undefined) for (const tag of OF_IMAGE) delete tags[tag]
  if (tags['twitter:image'] === undefined) delete tags['twitter:image:alt']
  return { ...tags, ...servedImageSize(tags, rules) }
}

/** The portal may serve the image smaller. */
function servedImageSize(tags: SeoTags, { images }: LinkRules): SeoTags {
  const { 'og:image': src, 'og:image:width': width, 'og:image:height': height } = tags
  if (src === undefined || width === undefined || height === undefined) return {}
  const size = servedSize(src, { width: Number(width), height: Number(height) }, images)
  return { 'og:image:width': `${size.width}`, 'og:image:height': `${size.height}` }
}

export function articleTags(meta: MetaContents): string[] {
  const all = (meta.get('article:tag') ?? []).map(plainField)
  return [...new Set(all)].filter((tag) => tag !== '').slice(0, MAX_ARTICLE_TAGS)
}

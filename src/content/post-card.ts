import { isRecord } from '../system/record.ts'
import type { Card, CardFormat, Marks, Person, Term, TextRange } from './card.ts'
import { timeAsWritten } from './dates.ts'

/** As the hub's `PostCard` (CARD-20). Browsers run this module, which imports nothing heavy. */
export interface PostCard {
  ID: number | string
  type: 'post'
  title: string
  lead: string
  /** A path or promoted URL. */
  relative_link: string
  permalink: string
  thumbnail_url: string
  thumbnail_alt: string
  nrm_image: false | { url: string; alt: string; width?: number; height?: number; srcset?: string; small?: string }
  publication_date: string
  nrm_date: string
  /** The portal's own: without year. */
  short_date?: string
  nrm_time: string
  nrm_multi_authors: Array<{ author: { name: string; relative_link?: string; avatar?: string } }>
  krypto_cat: Array<{ name: string; relative_link?: string }>
  nrm_top_level_category: false | { name: string }
  nrm_promo_post: string
  nrm_product_placement: boolean
  nrm_typ: false | { name: string; relative_link?: string }
  headline: string
  headline_name: string
  headline_color: string
  has_title_color: boolean
  title_color: string
  service_name: string
  /** The portal's own: `service_url` is another portal's home (CARD-20). */
  service: {
    serviceMode: 'Nie wyświetlaj' | 'Ustaw'
    service_color?: string
    service_name_title?: string
    service_url?: string
    service_own?: true
  }
  size: 'M' | ''
  /** The portal's own. */
  format?: CardFormat
  marks?: { title: TextRange[]; lead: TextRange[]; snippet?: TextRange[] }
  snippet?: string
}

/** @param origin makes it absolute */
export function postCardOf(card: Card, origin: string): PostCard {
  const { link, thumbnail, published, label, category, kind, headline } = card
  return {
    ID: /^\d{1,15}$/.test(card.id) ? Number(card.id) : card.id,
    type: 'post',
    title: card.title,
    lead: card.lead,
    relative_link: link.href,
    permalink: URL.parse(link.href, origin)?.href ?? link.href,
    thumbnail_url: thumbnail?.src ?? '',
    thumbnail_alt: thumbnail?.alt ?? '',
    nrm_image: thumbnail
      ? {
          url: thumbnail.src,
          alt: thumbnail.alt,
          width: thumbnail.width || undefined,
          height: thumbnail.height || undefined,
          srcset: thumbnail.srcSet || undefined,
          small: thumbnail.smallSet,
        }
      : false,
    publication_date: published?.time.iso ?? '',
    nrm_date: published?.day ?? '',
    short_date: published?.shortDay,
    nrm_time: published?.clock ?? '',
    nrm_multi_authors: card.authors.map(({ name, href, avatar }) => ({
      author: { name, relative_link: href || undefined, avatar: avatar?.src },
    })),
    krypto_cat: category ? [namedOf(category)] : [],
    nrm_top_level_category: card.topCategory ? { name: card.topCategory } : false,
    nrm_promo_post: card.isPromo ? link.href : '',
    nrm_product_placement: card.isProductPlacement,
    nrm_typ: kind ? namedOf(kind) : false,
    headline: headline?.note ?? '',
    headline_name: headline?.text ?? '',
    headline_color: headline?.color ?? '',
    has_title_color: card.titleColor !== undefined,
    title_color: card.titleColor ?? '',
    service_name: label?.name ?? '',
    service: label
      ? {
          serviceMode: 'Ustaw',
          service_color: label.color,
          service_name_title: label.name,
          service_url: label.href || undefined,
          service_own: label.isOwn,
        }
      : { serviceMode: 'Nie wyświetlaj' },
    size: label?.isMedium ? 'M' : '',
    format: card.format,
    marks: card.marks && marksAsJson(card.marks),
    snippet: card.snippet || undefined,
  }
}

function marksAsJson({ title, lead, snippet }: Marks): PostCard['marks'] {
  return { title: [...title], lead: [...lead], snippet: snippet && [...snippet] }
}

function namedOf({ name, href }: Term): { name: string; relative_link?: string } {
  return { name, relative_link: href || undefined }
}

/** With title and URL only. */
export function cardsOf(json: unknown): Card[] {
  const posts = isRecord(json) && Array.isArray(json.posts) ? json.posts : []
  return posts.filter(isRecord).flatMap((post) => cardOf(post) ?? [])
}

/** Without `hasMore`, as from the previous release, an empty page ends them. */
export function foundPageOf(json: unknown): { cards: Card[]; hasMore: boolean } {
  const cards = cardsOf(json)
  const rawHasMore = isRecord(json) ? json.hasMore : false
  return { cards, hasMore: cards.length > 0 && (rawHasMore === undefined || rawHasMore === true) }
}

function cardOf(post: Record<string, unknown>): Card | undefined {
  const promo = text(post.nrm_promo_post)
  const href = promo || text(post.relative_link)
  const title = text(post.title)
  if (title === '' || !isHref(href)) return undefined
  const [thumbnail, published, headline, label] = [
    thumbnailOf(post),
    publishedOf(post),
    headlineOf(post),
    labelOf(post),
  ]
  const [category, kind] = [termOf(list(post.krypto_cat)[0]), termOf(post.nrm_typ)]
  const marks = marksOf(post.marks)
  const snippet = text(post.snippet)
  const topCategory = isRecord(post.nrm_top_level_category) ? text(post.nrm_top_level_category.name) : ''
  return {
    id: text(post.ID) || href,
    link: promo ? { href, target: '_blank', rel: 'noopener sponsored nofollow' } : { href },
    title,
    lead: text(post.lead),
    authors: list(post.nrm_multi_authors).flatMap(({ author }) => personOf(author) ?? []),
    tags: [],
    isPromo: promo !== '',
    isProductPlacement: post.nrm_product_placement === true,
    marks,
    snippet: snippet || undefined,
    thumbnail,
    published,
    category,
    kind,
    headline,
    topCategory: topCategory || undefined,
    label,
    titleColor: post.has_title_color === true ? text(post.title_color) : undefined,
    format: FORMATS.find((format) => format === post.format),
  }
}

/** As in `card.ts`, which has only types otherwise. */
const FORMATS: readonly CardFormat[] = ['live', 'audio', 'video', 'gallery']

function marksOf(marks: unknown): Marks | undefined {
  if (!isRecord(marks)) return undefined
  const { title, lead, snippet } = marks
  return {
    title: rangesOf(title),
    lead: rangesOf(lead),
    snippet: Array.isArray(snippet) ? rangesOf(snippet) : undefined,
  }
}

function rangesOf(ranges: unknown): TextRange[] {
  const isPlace = (value: unknown): value is number => Number.isInteger(value)
  return (Array.isArray(ranges) ? ranges : []).flatMap((range: unknown): TextRange[] => {
    const [start, end] = Array.isArray(range) ? (range as unknown[]) : []
    return isPlace(start) && isPlace(end) && start < end ? [[start, end]] : []
  })
}

function thumbnailOf({ nrm_image: image }: Record<string, unknown>): Card['thumbnail'] {
  if (!isRecord(image) || !isHref(text(image.url))) return undefined
  const { width, height, srcset, small } = image
  return {
    src: text(image.url),
    alt: text(image.alt),
    width: typeof width === 'number' ? width : undefined,
    height: typeof height === 'number' ? height : undefined,
    srcSet: typeof srcset === 'string' ? srcset : undefined,
    smallSet: typeof small === 'string' ? small : undefined,
  }
}

function publishedOf(post: Record<string, unknown>): Card['published'] {
  const time = timeAsWritten(text(post.publication_date))
  return (
    time && {
      time,
      day: text(post.nrm_date),
      shortDay: text(post.short_date) || undefined,
      clock: text(post.nrm_time),
    }
  )
}

function termOf(term: unknown): Term | undefined {
  if (!isRecord(term)) return undefined
  const [name, href] = [text(term.name), text(term.relative_link)]
  return name ? { name, href: isHref(href) ? href : undefined } : undefined
}

function headlineOf(post: Record<string, unknown>): Card['headline'] {
  const [words, note, color] = [text(post.headline_name), text(post.headline), text(post.headline_color)]
  return words ? { text: words, note: note || undefined, color: color || undefined } : undefined
}

function labelOf({ service, size }: Record<string, unknown>): Card['label'] {
  if (!isRecord(service) || service.serviceMode !== 'Ustaw') return undefined
  const href = text(service.service_url)
  return {
    name: text(service.service_name_title),
    color: text(service.service_color),
    isMedium: size === 'M' || undefined,
    isOwn: service.service_own === true || undefined,
    href: isHref(href) ? href : undefined,
  }
}

function personOf(author: unknown): Person | undefined {
  if (!isRecord(author)) return undefined
  const [name, href, avatar] = [text(author.name), text(author.relative_link), text(author.avatar)]
  return name ? { name, href: href || undefined, avatar: avatar ? { src: avatar } : undefined } : undefined
}

function isHref(href: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/))/.test(href)
}

function list(value: unknown): Array<Record<string, unknown>> {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

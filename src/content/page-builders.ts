import { escapeHtml } from '../system/escape.ts'
import { featuresOf, figuresOf } from './builder-figures.ts'
import { mediaTypeOf } from './media-file.ts'
import { decodeEntities } from './text.ts'

export interface BuilderShortcode {
  name: string
  attributes: Readonly<Record<string, string>>
  content?: string
}

/**
 * Of WPBakery and add-ons, Divi, Avada, Enfold, Cornerstone, King Composer, Tatsu, Themify, Thrive, Beaver, X and
 * tagDiv.
 */
const BEGINNING =
  '(?:vc|et_pb|fusion|av|cs|kc|tatsu|themify|thrive|fl|mk|ult|ultimate|nectar|dt|mpc|wpb|x|td|tdb|tdc|tdm)_'
const NAME = new RegExp(`^${BEGINNING}[\\w-]+$`)
const ANY = new RegExp(`\\[\\/?${BEGINNING}\\w`)
const TAG = new RegExp(`\\[${BEGINNING}[^\\[\\]<>]{1,4000}\\]`, 'g')
/** A tag without a partner, or cut by an excerpt. */
const LONE = new RegExp(
  `\\[\\/?${BEGINNING}[^\\[\\]<>]{0,4000}(?:\\]|$|(?=\\[(?:…|&hellip;|&#8230;|\\.\\.\\.)\\])|(?=<\\/p>))`,
  'g',
)

const HEADINGS = [
  'title',
  'heading',
  'main_heading',
  'name',
  'h2',
  'text',
  'text_content',
  'primary_title',
  'title_front',
  'package_heading',
  'custom_title',
]
const SUBHEADINGS = [
  'subhead',
  'subtitle',
  'subheading',
  'h4',
  'position',
  'author',
  'job_title',
  'company_name',
  'company',
  'sub_heading',
  'second_title',
  'hover_title',
  'text_front',
  'title_back',
  'job',
  'description',
]
const IMAGES = [
  'src',
  'image',
  'image_url',
  'img',
  'custom_src',
  'image_src',
  'logo_image_url',
  'portrait_url',
  'picture',
]
const LINKS = ['url', 'link', 'href', 'button_url', 'button_link', 'link_url', 'image_link']
const BUTTONS: ReadonlyArray<readonly [words: string, link: string]> = [
  ['button_text', 'button_url'],
  ['button_text', 'button_link'],
  ['button_text', 'link'],
  ['button_one_text', 'button_one_url'],
  ['button_two_text', 'button_two_url'],
  ['btn_title', 'btn_link'],
  ['hover_btn_title', 'hover_btn_link'],
  ['linktext', 'link'],
  ['label', 'link'],
]
const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i
const WEB_URL = /^(?:https?:\/\/|\/(?!\/))[^\s<>"']+$/
/** Their words do not join the next. */
const OF_LINE = /_(?:row|cell|column|footer|item|tab|section|box|table)$/
const OF_BUTTON = /(?:button|btn|cta_link)$/
const OF_VIDEO = /(?:^|_)(?:video|youtube|vimeo|audio)(?:_|$)/
/** WordPress' filters leave it alone. */
const ENCODED = /^(?:vc_raw_(?:html|js)|fusion_code)$/
/** Characters. */
const MAX_CODE = 500_000

export function mayHoldBuilders(text: string): boolean {
  return text.includes('[') && ANY.test(text)
}

export function isBuilder(name: string): boolean {
  return NAME.test(name)
}

/**
 * Heading, image, video and button are attributes, written around the content.
 * @param inside the content with its own shortcodes replaced
 */
export function builderMarkup({ name, attributes, content }: BuilderShortcode, inside: string): string {
  if (ENCODED.test(name)) return codeOf(name, content ?? '', inside)
  const value = (key: string): string => attributes[key]?.trim() ?? ''
  if (OF_BUTTON.test(name)) return buttonOf(attributes, inside)
  const media = OF_VIDEO.test(name) ? videoOf(name, attributes, inside) : undefined
  if (media !== undefined) return `${headingOf(attributes, 'title')}${media}`
  const isImage = /image/.test(name)
  const image = [...IMAGES.map(value), isImage ? inside : ''].map(urlOf).find(isImageUrl)
  const figures = figuresOf(name, attributes)
  const parts = [
    image === undefined ? '' : imageOf(image, value('alt') || (isImage ? value('title_text') : ''), LINKS.map(value)),
    ...(isImage ? [] : HEADINGS.map((key) => headingOf(attributes, key))),
    ...SUBHEADINGS.map((key) => lineOf(value(key))),
    ...figures.above.map(lineOf),
    urlOf(inside) === image ? '' : featuresOf(name, OF_LINE.test(name) ? `\n\n${inside}\n\n` : inside),
    ...figures.below.map(lineOf),
    ...buttonsOf(attributes),
  ]
  return parts.join('')
}

function buttonsOf(attributes: Readonly<Record<string, string>>): string[] {
  const links = new Map<string, string | undefined>()
  for (const [words, link] of BUTTONS) {
    const label = attributes[words]?.trim() ?? ''
    if (label !== '') links.set(label, links.get(label) ?? linkUrl(attributes[link] ?? ''))
  }
  return [...links].map(([label, link]) => buttonLink(label, link))
}

function isImageUrl(url: string): boolean {
  const isUrl = WEB_URL.test(url) || /^\/\/[^\s<>"']+$/.test(url)
  return isUrl && IMAGE_FILE.test(url.split(/[?#]/, 1)[0] ?? '')
}

function headingOf(attributes: Readonly<Record<string, string>>, key: string): string {
  const words = attributes[key]?.trim() ?? ''
  return isWords(words) ? `\n\n<h3>${textOf(words)}</h3>\n\n` : ''
}

function lineOf(words: string): string {
  return isWords(words) ? `\n\n<p>${textOf(words)}</p>\n\n` : ''
}

/** Names of settings are none. */
function isWords(value: string): boolean {
  return value !== '' && !/^(?:on|off|yes|no|true|false|none|default)$/i.test(value) && !WEB_URL.test(value)
}

/** Builders escape quotes and brackets variously. */
function textOf(value: string): string {
  const decoded = value
    .replace(/%22|``/g, '"')
    .replace(/%91/g, '[')
    .replace(/%93/g, ']')
    .replace(/`\{`/g, '[')
    .replace(/`\}`/g, ']')
  return decoded.replace(/[<>"]/g, (sign) => escapeHtml(sign))
}

function imageOf(url: string, alt: string, links: readonly string[]): string {
  const image = `<img src="${escapeHtml(url)}" alt="${textOf(alt)}"/>`
  const link = links.map(linkUrl).find((one) => one !== undefined && one !== url)
  const shown = link === undefined ? image : `<a href="${escapeHtml(link)}">${image}</a>`
  return `\n\n<figure class="wp-block-image">${shown}</figure>\n\n`
}

function buttonOf(attributes: Readonly<Record<string, string>>, inside: string): string {
  const link = LINKS.map((key) => linkUrl(attributes[key] ?? '')).find((one) => one !== undefined)
  const line = inside.trim()
  // Its words are between tags; a title is its tooltip.
  if (line !== '') {
    const isLine = !/<(?:p|div|h\d|a)\b/i.test(line)
    return link !== undefined && isLine ? `\n\n<p><a href="${escapeHtml(link)}">${line}</a></p>\n\n` : inside
  }
  const words = ['button_text', 'title', 'text', 'label'].map((key) => attributes[key]?.trim() ?? '').find(isWords)
  return words === undefined ? '' : buttonLink(words, link)
}

function buttonLink(words: string, url: string | undefined): string {
  if (!isWords(words)) return ''
  return url === undefined ? lineOf(words) : `\n\n<p><a href="${escapeHtml(url)}">${textOf(words)}</a></p>\n\n`
}

/** Undoes WordPress' signs and references. */
function urlOf(value: string): string {
  return decodeEntities(value.trim()).replaceAll('×', 'x').replaceAll('–', '--').replaceAll('—', '---')
}

/** A URL, WPBakery's `url:https%3A%2F%2F…|title:…`, or Enfold's `manually,https://…`. */
function linkUrl(value: string): string | undefined {
  const written = urlOf(value)
  const [, encoded] = /^url:([^|]*)/.exec(written) ?? []
  const url = encoded === undefined ? written.replace(/^manually,/, '') : decoded(encoded)
  return WEB_URL.test(url) ? url : undefined
}

function videoOf(name: string, attributes: Readonly<Record<string, string>>, inside: string): string | undefined {
  const written = ['src', 'link', 'url', 'video_url', 'audio', 'id', 'video_id', 'mp4'].map((key) =>
    urlOf(attributes[key] ?? ''),
  )
  const url = written.find((one) => WEB_URL.test(one)) ?? [urlOf(inside)].find((one) => WEB_URL.test(one))
  const id = written.find((one) => /^[\w-]{6,20}$/.test(one))
  const own = /youtube/.test(name)
    ? 'https://www.youtube.com/watch?v='
    : /vimeo/.test(name)
      ? 'https://vimeo.com/'
      : undefined
  const target = url ?? (own !== undefined && id !== undefined ? `${own}${id}` : undefined)
  if (target === undefined) return undefined
  const type = mediaTypeOf(target)
  if (type === undefined) return `\n\n${escapeHtml(target)}\n\n`
  const tag = type.startsWith('audio/') ? 'audio' : 'video'
  return `\n\n<figure class="wp-block-${tag}"><${tag} controls src="${escapeHtml(target)}"></${tag}></figure>\n\n`
}

/** Mostly base64; what stays encoded is not shown. */
function codeOf(name: string, content: string, inside: string): string {
  const written = content.replace(/<[^<>]*>|\s/g, '')
  const isEncoded = /^[A-Za-z0-9+/]{4,}={0,2}$/.test(written) && written.length % 4 === 0
  if (!isEncoded) return inside
  if (name.endsWith('_raw_js') || written.length > MAX_CODE) return ''
  const code = decoded(Buffer.from(written, 'base64').toString('utf8'))
  // Words may look like base64.
  return code.includes('\ufffd') ? inside : `\n\n${code}\n\n`
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const QUOTE = '(?:&#(?:8216|8217|8218|8220|8221|8222|8242|8243);|&(?:[lr]dquo|bdquo|Prime|quot);|[“”„″])'
/** Others are words. */
const QUOTED = new RegExp(`(=\\s*)${QUOTE}(.{0,4000}?)${QUOTE}(?=\\s+[\\w-]+\\s*=|\\s*/?\\]|\\s*$)`, 'g')

export function withPlainQuotes(html: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(QUOTED, (_, equals: string, value: string) => `${equals}"${value.replaceAll('"', '&quot;')}"`),
  )
}

export function withoutLoneTags(html: string): string {
  return html.replace(LONE, '')
}

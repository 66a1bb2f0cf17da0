import { isEmbed } from '../../../src/content/embeds.ts'
import { attribute, elementsNamed, parseHtml } from '../../../src/content/html/tree.ts'
import { shownNodes } from '../../../src/content/plugin-markup/plugin-markup.ts'
import { plainText } from '../../../src/content/text.ts'
import type { OwnEmbed } from '../../../src/services/service.ts'
import { delimited, voidBlock } from '../../../src/sources/block-grammar.ts'
import { blocksFromMarkdown } from '../../../src/sources/embedded/markdown/markdown.ts'
import { escapeHtml } from '../../../src/system/escape.ts'
import { isRecord } from '../../../src/system/record.ts'
import { blocksOf } from '../classic/blocks.ts'

export type CardFields = Readonly<Record<string, unknown>>

export type Piece = { html: string } | { card: string; fields: CardFields }

export interface CardWorld {
  embeds: readonly OwnEmbed[]
  onLoss(what: string): void
}

type Card = (fields: CardFields, world: CardWorld) => string[]

export function blocksOfPieces(pieces: readonly Piece[], world: CardWorld): string {
  const blocks: string[] = []
  let html = ''
  const flush = (): void => {
    const made = html.trim() === '' ? '' : blocksOf(shownNodes(html)).trim()
    if (made !== '') blocks.push(made)
    html = ''
  }
  for (const piece of pieces) {
    if ('html' in piece) {
      html += piece.html
      continue
    }
    flush()
    blocks.push(...cardBlocks(piece.card, piece.fields, world).filter((block) => block !== ''))
  }
  flush()
  return blocks.map((block) => `${block}\n`).join('\n')
}

function cardBlocks(name: string, fields: CardFields, world: CardWorld): string[] {
  const { visibility } = fields
  const web = isRecord(visibility) && isRecord(visibility.web) ? visibility.web : {}
  if (web.nonMember === false || (isRecord(visibility) && visibility.showOnWeb === false)) {
    world.onLoss(`card "${name}" that the public did not see`)
    return []
  }
  const card = Object.hasOwn(CARDS, name) ? CARDS[name] : undefined
  if (card) return card(fields, world)
  world.onLoss(`card "${name}"`)
  return []
}

const image: Card = (fields) => {
  const src = text(fields, 'src')
  if (src === '') return []
  const href = text(fields, 'href')
  const tag = `<img src="${escapeHtml(src)}" alt="${escapeHtml(text(fields, 'alt') || text(fields, 'altText'))}"/>`
  const shown = href === '' ? tag : `<a href="${escapeHtml(href)}">${tag}</a>`
  return [delimited('image', {}, `<figure class="wp-block-image">${shown}${captionOf(fields)}</figure>`)]
}

const gallery: Card = (fields) => {
  const images = Array.isArray(fields.images) ? fields.images.filter(isRecord) : []
  const items = images.flatMap((one) => {
    const src = text(one, 'src')
    if (src === '') return []
    const tag = `<img src="${escapeHtml(src)}" alt="${escapeHtml(text(one, 'alt'))}"/>`
    return [`<figure class="wp-block-image">${tag}${captionOf(one)}</figure>`]
  })
  if (items.length === 0) return []
  const inside = `${items.join('')}${captionOf(fields)}`
  const html = `<figure class="wp-block-gallery has-nested-images">${inside}</figure>`
  return [delimited('gallery', { linkTo: 'none' }, html)]
}

const bookmark: Card = (fields, world) => {
  const url = text(fields, 'url')
  if (!/^(?:https?:\/\/|__GHOST_URL__|\/)/.test(url)) return []
  if (isEmbed(url, world.embeds)) return [embedBlock(url, fields)]
  const about = isRecord(fields.metadata) ? fields.metadata : fields
  const source = [text(about, 'author'), text(about, 'publisher')].filter(Boolean).join(' · ')
  const words = [text(about, 'description'), source].filter(Boolean).map((line) => `<br/>${escapeHtml(line)}`)
  if (text(about, 'thumbnail') !== '') world.onLoss(`the image of a bookmark of ${URL.parse(url)?.host ?? url}`)
  const title = `<a href="${escapeHtml(url)}"><strong>${escapeHtml(text(about, 'title') || url)}</strong></a>`
  return [paragraph(`${title}${words.join('')}`), captionParagraph(fields)]
}

const embed: Card = (fields, world) => {
  const markup = text(fields, 'html')
  const nodes = parseHtml(markup)
  const frames = elementsNamed(nodes, 'iframe').map((frame) => attribute(frame, 'src') ?? '')
  const links = elementsNamed(nodes, 'a').map((anchor) => attribute(anchor, 'href') ?? '')
  const urls = [text(fields, 'url'), ...frames, ...links.reverse()].map((url) => url.replace(/^\/\//, 'https://'))
  const shown = urls.find((url) => /^https?:/.test(url) && isEmbed(url, world.embeds))
  if (shown !== undefined) return [embedBlock(shown, fields)]
  const [first] = urls.filter((url) => /^https?:/.test(url))
  world.onLoss(`embedded content${first === undefined ? '' : ` of ${URL.parse(first)?.host}, now a link`}`)
  if (first === undefined) return []
  const title = isRecord(fields.metadata) ? text(fields.metadata, 'title') : ''
  return [paragraph(linkTo(first, escapeHtml(title || first))), captionParagraph(fields)]
}

function embedBlock(url: string, fields: CardFields): string {
  const inside = `<div class="wp-block-embed__wrapper">\n${escapeHtml(url)}\n</div>${captionOf(fields)}`
  return delimited('embed', { url }, `<figure class="wp-block-embed">${inside}</figure>`)
}

const callout: Card = (fields) => {
  const emoji = text(fields, 'calloutEmoji')
  const words = text(fields, 'calloutText')
  const hasParagraphs = /^\s*<(?:p|ul|ol|h\d)\b/i.test(words)
  const sign = emoji === '' ? '' : `${escapeHtml(emoji)} `
  return [htmlBlocks(hasParagraphs ? words.replace(/<p\b[^<>]*>/i, `$&${sign}`) : `<p>${sign}${words}</p>`)]
}

const toggle: Card = (fields) => {
  const summary = text(fields, 'heading').replace(/^\s*<(p|h\d)\b[^>]*>([\s\S]*)<\/\1>\s*$/i, '$2')
  const inside = htmlBlocks(text(fields, 'content'))
  const markup = `<details class="wp-block-details"><summary>${summary}</summary>${inside}</details>`
  return [delimited('details', {}, markup)]
}

const button: Card = (fields) => {
  const [url, words] = [text(fields, 'buttonUrl'), text(fields, 'buttonText')]
  return url === '' || words === '' ? [] : [paragraph(linkTo(url, escapeHtml(words)))]
}

const recording =
  (name: 'audio' | 'video'): Card =>
  (fields) => {
    const src = text(fields, 'src')
    if (src === '') return []
    const poster = text(fields, 'customThumbnailSrc') || text(fields, 'thumbnailSrc')
    const shown = name === 'video' && poster !== '' ? ` poster="${escapeHtml(poster)}"` : ''
    const player = `<${name} controls src="${escapeHtml(src)}"${shown}></${name}>`
    const title = text(fields, 'title')
    const caption = captionOf(fields) || (title === '' ? '' : figcaption(escapeHtml(title)))
    const duration = Math.round(Number(fields.duration)) || undefined
    return [delimited(name, { duration }, `<figure class="wp-block-${name}">${player}${caption}</figure>`)]
  }

const file: Card = (fields) => {
  const src = text(fields, 'src')
  if (src === '') return []
  const name = text(fields, 'fileName')
  const caption = text(fields, 'fileCaption')
  const words = escapeHtml(text(fields, 'fileTitle') || name || src)
  return [paragraph(`${linkTo(src, words)}${caption === '' ? '' : `<br/>${escapeHtml(plainText(caption))}`}`)]
}

const STARS = 5

const product: Card = (fields, world) => {
  const rating = fields.productRatingEnabled === true ? Math.min(STARS, Number(fields.productStarRating) || 0) : 0
  const title = text(fields, 'productTitle')
  const link = { buttonUrl: fields.productUrl, buttonText: fields.productButton }
  return [
    ...image({ src: fields.productImageSrc, alt: plainText(title) }, world),
    title === '' ? '' : htmlBlocks(`<h3>${title}</h3>`),
    rating === 0 ? '' : paragraph(`${'★'.repeat(rating)}${'☆'.repeat(STARS - rating)}`),
    htmlBlocks(inParagraphs(text(fields, 'productDescription'))),
    ...(fields.productButtonEnabled === true ? button(link, world) : []),
  ]
}

const header: Card = (fields, world) => {
  const [title, words] = [text(fields, 'header'), text(fields, 'subheader')]
  return [
    title === '' ? '' : htmlBlocks(`<h2>${title}</h2>`),
    words === '' ? '' : htmlBlocks(`<p>${words}</p>`),
    ...image({ src: fields.backgroundImageSrc }, world),
    ...(fields.buttonEnabled === false ? [] : button(fields, world)),
  ]
}

const signup: Card = (fields) => {
  const [title, description] = [plainText(text(fields, 'header')), plainText(text(fields, 'subheader'))]
  const words = text(fields, 'disclaimer')
  const data = { ...(title && { header: title }), ...(description && { description }) }
  return [voidBlock('acf/newsletter', { data }), words === '' ? '' : htmlBlocks(`<p>${words}</p>`)]
}

const callToAction: Card = (fields, world) => [
  fields.hasSponsorLabel === true ? htmlBlocks(inParagraphs(text(fields, 'sponsorLabel'))) : '',
  ...image({ src: fields.imageUrl }, world),
  htmlBlocks(inParagraphs(text(fields, 'textValue'))),
  ...(fields.showButton === false ? [] : button(fields, world)),
]

const code: Card = (fields) => {
  const language = text(fields, 'language')
  const name = /^[\w+#-]{1,20}$/.test(language) ? ` class="language-${language}"` : ''
  // A comment cannot have the brackets.
  const lines = escapeHtml(typeof fields.code === 'string' ? fields.code : '')
  return [
    delimited('code', {}, `<pre class="wp-block-code"><code${name}>${lines}</code></pre>`),
    captionParagraph(fields),
  ]
}

const RUN_BY_BROWSERS = /<(script|form|style|object|applet)\b/i

const html: Card = (fields, world) => {
  const markup = text(fields, 'html')
  const [, name] = RUN_BY_BROWSERS.exec(markup) ?? []
  const isEmbedCode = /<(?:iframe|blockquote)\b/i.test(markup)
  if (name !== undefined && !isEmbedCode) world.onLoss(`<${name.toLowerCase()}> in an HTML card`)
  // Its delimiters would be blocks.
  return markup.trim() === '' ? [] : [delimited('html', {}, markup.trim().replace(/<!--(?=\s+\/?wp:)/g, '<!--.'))]
}

const markdown: Card = (fields) => [blocksFromMarkdown(text(fields, 'markdown'))]

const mail: Card = (_, world) => {
  world.onLoss('text that was only in the mail')
  return []
}

const CARDS: Readonly<Record<string, Card>> = {
  image,
  gallery,
  bookmark,
  embed,
  callout,
  toggle,
  button,
  video: recording('video'),
  audio: recording('audio'),
  file,
  product,
  header,
  signup,
  'call-to-action': callToAction,
  code,
  codeblock: code,
  html,
  markdown,
  'card-markdown': markdown,
  email: mail,
  'email-cta': mail,
  hr: () => [delimited('separator', {}, '<hr class="wp-block-separator"/>')],
  horizontalrule: () => [delimited('separator', {}, '<hr class="wp-block-separator"/>')],
  paywall: () => [],
}

function text(fields: CardFields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** HTML. */
function captionOf(fields: CardFields): string {
  const caption = text(fields, 'caption')
  return caption === '' ? '' : figcaption(caption.replace(/^<p>([\s\S]*)<\/p>$/i, '$1'))
}

function figcaption(markup: string): string {
  return `<figcaption class="wp-element-caption">${markup}</figcaption>`
}

function captionParagraph(fields: CardFields): string {
  const caption = text(fields, 'caption')
  return caption === '' ? '' : htmlBlocks(inParagraphs(caption))
}

function inParagraphs(markup: string): string {
  return markup === '' || /^\s*<(?:p|ul|ol|h\d|blockquote)\b/i.test(markup) ? markup : `<p>${markup}</p>`
}

function htmlBlocks(markup: string): string {
  return markup.trim() === '' ? '' : blocksOf(shownNodes(markup)).trim()
}

function paragraph(markup: string): string {
  return delimited('paragraph', {}, `<p>${markup}</p>`)
}

function linkTo(url: string, words: string): string {
  return `<a href="${escapeHtml(url)}">${words}</a>`
}

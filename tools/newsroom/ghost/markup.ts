import {
  attribute,
  classesOf,
  elementNamed,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  parseHtml,
  serialise,
  textOf,
  visit,
} from '../../../src/content/html/tree.ts'
import type { CardFields, Piece } from './cards.ts'

const BEGIN = /^\s*kg-card-begin:\s*([\w-]+)/
const END = /^\s*kg-card-end/
const GATE = /^\s*kg-gated-block:begin\s+([\s\S]*)$/
const GATE_END = /^\s*kg-gated-block:end/

export function piecesOfHtml(html: string): Piece[] {
  const pieces: Piece[] = []
  let open: { card: string; html: string } | undefined
  let isGated = false
  for (const node of parseHtml(html)) {
    const comment = node.nodeName === '#comment' && 'data' in node ? node.data : undefined
    if (comment !== undefined) {
      const [, card] = BEGIN.exec(comment) ?? []
      if (card !== undefined) open = { card, html: '' }
      if (END.test(comment) && open) {
        pieces.push(pieceBetween(open))
        open = undefined
      }
      const [, gate] = GATE.exec(comment) ?? []
      if (gate !== undefined) isGated = /nonMember:\s*false/.test(gate)
      if (isGated && gate !== undefined)
        pieces.push({ card: 'html', fields: { visibility: { web: { nonMember: false } } } })
      if (GATE_END.test(comment)) isGated = false
      continue
    }
    if (isGated) continue
    if (open) open.html += serialise(node)
    else pieces.push(pieceOf(node))
  }
  if (open) pieces.push(pieceBetween(open))
  return pieces
}

function pieceBetween({ card, html }: { card: string; html: string }): Piece {
  if (card === 'markdown' || card === 'card-markdown') return { html }
  return { card: card === 'email' || card === 'email-cta' ? card : 'html', fields: { html } }
}

const CARD = /^kg-([\w-]+)-card$/
const NAMES: Readonly<Record<string, string>> = { 'header-v2': 'header', cta: 'call-to-action' }

function pieceOf(node: HtmlNode): Piece {
  if (!isElement(node)) return { html: serialise(node) }
  const [written] = classesOf(node).flatMap((name) => CARD.exec(name)?.[1] ?? [])
  const card = written === undefined ? undefined : (NAMES[written] ?? written)
  const read = card !== undefined && Object.hasOwn(READERS, card) ? READERS[card] : undefined
  if (card !== undefined && read) return { card, fields: { ...read(node), ...captionOf(node) } }
  if (hasClass(node, 'kg-card') && card !== undefined) return { card, fields: { html: serialise(node) } }
  if (node.tagName === 'pre') {
    const code = elementNamed([node], 'code')
    if (code) return { card: 'code', fields: codeOf(code) }
  }
  return { html: serialise(node) }
}

function captionOf(card: HtmlElement): CardFields {
  const caption = card.childNodes.find(
    (child): child is HtmlElement => isElement(child) && child.tagName === 'figcaption',
  )
  return caption ? { caption: inside(caption) } : {}
}

const READERS: Readonly<Record<string, (card: HtmlElement) => CardFields>> = {
  image: (card) => {
    const image = elementNamed([card], 'img')
    const link = elementNamed([card], 'a')
    const isAround = link && elementNamed(link.childNodes, 'img')
    return { ...imageOf(image), href: isAround ? attribute(link, 'href') : undefined }
  },
  gallery: (card) => ({
    images: elementsNamed([card], 'img').map((image) => imageOf(image)),
  }),
  bookmark: (card) => {
    const link = elementNamed([card], 'a')
    return {
      url: link && attribute(link, 'href'),
      title: words(card, 'kg-bookmark-title'),
      description: words(card, 'kg-bookmark-description'),
      author: words(card, 'kg-bookmark-author'),
      publisher: words(card, 'kg-bookmark-publisher'),
      thumbnail: elementNamed(named(card, 'kg-bookmark-thumbnail')?.childNodes ?? [], 'img') ? 'there' : '',
    }
  },
  embed: (card) => ({
    html: card.childNodes
      .filter((child) => !(isElement(child) && child.tagName === 'figcaption'))
      .map(serialise)
      .join(''),
  }),
  callout: (card) => ({
    calloutEmoji: words(card, 'kg-callout-emoji'),
    calloutText: markup(card, 'kg-callout-text'),
  }),
  toggle: (card) => ({
    heading: markup(card, 'kg-toggle-heading-text'),
    content: markup(card, 'kg-toggle-content'),
  }),
  button: (card) => buttonOf(card),
  video: (card) => {
    const video = elementNamed([card], 'video')
    const painted = /url\(['"]?((?:https?:|__GHOST_URL__|\/)[^'")]+)/.exec(
      (video && attribute(video, 'style')) ?? '',
    )?.[1]
    const named = attribute(card, 'data-kg-custom-thumbnail') || attribute(card, 'data-kg-thumbnail')
    return { src: video && attribute(video, 'src'), thumbnailSrc: named || painted }
  },
  audio: (card) => {
    const audio = elementNamed([card], 'audio')
    return { src: audio && attribute(audio, 'src'), title: words(card, 'kg-audio-title') }
  },
  file: (card) => {
    const link = elementNamed([card], 'a')
    return {
      src: link && attribute(link, 'href'),
      fileTitle: words(card, 'kg-file-card-title'),
      fileCaption: words(card, 'kg-file-card-caption'),
      fileName: words(card, 'kg-file-card-filename'),
    }
  },
  product: (card) => {
    const image = elementNamed([card], 'img')
    const stars = all(card, 'kg-product-card-rating-active').length
    const { buttonUrl, buttonText } = buttonOf(card)
    return {
      productImageSrc: image && attribute(image, 'src'),
      productTitle: markup(card, 'kg-product-card-title'),
      productDescription: markup(card, 'kg-product-card-description'),
      productRatingEnabled: stars > 0,
      productStarRating: stars,
      productButtonEnabled: buttonUrl !== undefined,
      productUrl: buttonUrl,
      productButton: buttonText,
    }
  },
  header: (card) => ({
    header: markup(card, 'kg-header-card-header') || markup(card, 'kg-header-card-heading'),
    subheader: markup(card, 'kg-header-card-subheader') || markup(card, 'kg-header-card-subheading'),
    backgroundImageSrc: imageOf(elementNamed([card], 'img')).src,
    ...buttonOf(card),
  }),
  signup: (card) => ({
    header: markup(card, 'kg-signup-card-heading'),
    subheader: markup(card, 'kg-signup-card-subheading'),
    disclaimer: markup(card, 'kg-signup-card-disclaimer'),
  }),
  'call-to-action': (card) => ({
    textValue: markup(card, 'kg-cta-text'),
    imageUrl: imageOf(elementNamed([card], 'img')).src,
    hasSponsorLabel: named(card, 'kg-cta-sponsor-label') !== undefined,
    sponsorLabel: markup(card, 'kg-cta-sponsor-label'),
    ...buttonOf(card),
  }),
  code: (card) => {
    const code = elementNamed([card], 'code')
    return code ? codeOf(code) : {}
  },
}

function imageOf(image: HtmlElement | undefined): { src?: string; alt?: string } {
  const [src, alt] = [image && attribute(image, 'src'), image && attribute(image, 'alt')]
  return { ...(src !== undefined && { src }), ...(alt !== undefined && { alt }) }
}

function buttonOf(card: HtmlElement): { buttonUrl?: string; buttonText?: string } {
  const link = elementsNamed([card], 'a').find((anchor) => classesOf(anchor).some((name) => /btn|button/.test(name)))
  const url = link && attribute(link, 'href')
  return link && url !== undefined ? { buttonUrl: url, buttonText: textOf([link]).trim() } : {}
}

function codeOf(code: HtmlElement): CardFields {
  const language = classesOf(code).flatMap((name) => /^language-(.+)$/.exec(name)?.[1] ?? [])[0]
  return { code: textOf([code]).replace(/\n$/, ''), language }
}

function all(card: HtmlElement, className: string): HtmlElement[] {
  const elements: HtmlElement[] = []
  visit([card], (element) => {
    if (hasClass(element, className)) elements.push(element)
    return true
  })
  return elements
}

function named(card: HtmlElement, className: string): HtmlElement | undefined {
  return all(card, className)[0]
}

function markup(card: HtmlElement, className: string): string {
  const element = named(card, className)
  return element ? inside(element) : ''
}

function inside(element: HtmlElement): string {
  return element.childNodes.map(serialise).join('').trim()
}

function words(card: HtmlElement, className: string): string {
  const element = named(card, className)
  return element ? textOf([element]).trim() : ''
}

import type {
  Block,
  BlockOf,
  BlockType,
  EmbedBlock,
  ResponsiveImage,
  ShopOffer,
  SponsoredLink,
  TableCell,
} from '../../content/block.ts'
import { clockTime } from '../../content/clock-time.ts'
import type { EmbedType } from '../../content/embeds/providers/provider.ts'
import { chartSource, chartTable } from '../../content/html/chart-markup.ts'
import { join, openTag, spaced, tag, text } from '../../content/html/markup.ts'
import { OWN_HTML } from '../../content/html/own-html.ts'
import { offerTableMarkup } from '../../content/html/table-markup.ts'
import { fileNameOf, type MediaFile } from '../../content/media-file.ts'
import { fromTime, type Recording } from '../../content/recordings.ts'
import type { Service } from '../../services/service.ts'
import type { SafeHtml } from '../../system/escape.ts'

export interface FeedContext extends Pick<Service, 'language' | 'messages'> {
  inner(blocks: readonly Block[]): SafeHtml
}

type FeedBlocks = { [T in BlockType]: (block: BlockOf<T>, context: FeedContext) => SafeHtml | undefined }

/** No script, form or style sheet. */
const nothing = () => undefined
const transparent = (block: { blocks: Block[] }, { inner }: FeedContext) => inner(block.blocks)
const embed = (block: BlockOf<EmbedType>, { messages }: FeedContext) => {
  const { url, provider, caption, title, duration } = block as EmbedBlock
  const length = duration === undefined ? undefined : text(clockTime(duration))
  const link = tag('a', { href: url }, text(messages.embeds.open({ provider })))
  const name = title === undefined ? undefined : tag('strong', {}, text(title))
  return figure(tag('p', {}, spaced([name, length, link])), caption)
}

/** A new block type does not compile without an entry. */
export const FEED_BLOCKS = {
  paragraph: (block) => tag('p', { id: block.id }, block.html),
  heading: (block) => tag(`h${block.level}`, { id: block.id }, block.html),
  list: (block, { inner }) =>
    tag(
      block.ordered ? 'ol' : 'ul',
      { start: block.start, reversed: block.reversed, type: block.numerals },
      ...block.items.map((item) => tag('li', {}, item.html, inner(item.blocks))),
    ),
  quote: (block, { inner }) =>
    tag('blockquote', {}, inner(block.blocks), block.cite && tag('p', {}, tag('cite', {}, block.cite))),
  table: (block) =>
    figure(
      tag('table', {}, rows('thead', block.head), rows('tbody', block.body), rows('tfoot', block.foot)),
      block.caption,
    ),
  html: (block) => tag('div', {}, block.html),
  separator: () => openTag('hr', {}),
  spacer: nothing,
  newsletter: nothing,
  chart: (block, { messages, language }) =>
    tag(
      'figure',
      {},
      block.title ? tag('figcaption', {}, text(block.title)) : undefined,
      chartTable(block, messages, language),
      chartSource(block, messages),
    ),
  cover: (block, { inner }) => tag('div', {}, imageMarkup(block.image), inner(block.blocks)),
  'reusable-block': transparent,
  'shade-content': transparent,
  group: (block, { inner }) => (block.id ? tag('div', { id: block.id }, inner(block.blocks)) : inner(block.blocks)),
  form: ({ url, contact }, { messages: { forms } }) => {
    const href = contact ? `${contact.path}#${contact.anchor}` : url
    return tag('p', {}, tag('a', { href }, text(contact ? forms.openHere : forms.open({ site: new URL(url).host }))))
  },
  own: ({ content, blocks }, { language, inner }) => content.feed({ language, inner: inner(blocks), html: OWN_HTML }),
  unknown: transparent,
  columns: (block, { inner }) => join(block.columns.map((column) => inner(column.blocks))),
  image: (block) => {
    const shown = imageMarkup(block.image)
    return figure(block.href ? tag('a', { href: block.href }, shown) : shown, block.caption)
  },
  gallery: (block) =>
    tag(
      'div',
      {},
      ...block.items.map(({ image, href, caption }) => {
        const shown = imageMarkup(image)
        return figure(href ? tag('a', { href }, shown) : shown, caption)
      }),
      block.caption && tag('p', {}, block.caption),
    ),
  audio: (block, context) =>
    recording(
      block,
      context,
      block.artwork ? openTag('img', { src: block.artwork, alt: '' }) : undefined,
      tag('audio', { controls: true, preload: 'none', title: block.title }, playerContent(block)),
    ),
  video: (block, context) =>
    recording(
      block,
      context,
      undefined,
      tag(
        'video',
        {
          ...{ controls: true, preload: 'none', title: block.title },
          ...{ poster: block.poster, width: block.width, height: block.height },
        },
        playerContent(block),
      ),
    ),
  details: (block, { inner }) => join([tag('p', {}, tag('strong', {}, block.summary)), inner(block.blocks)]),
  correction: ({ id, published, blocks }, { inner, messages }) =>
    tag(
      'div',
      { id },
      tag(
        'p',
        {},
        spaced([
          tag('strong', {}, text(messages.article.correction)),
          published && tag('time', { datetime: published.time.iso }, text(published.day)),
        ]),
      ),
      inner(blocks),
    ),
  'live-update': ({ id, published, isPinned, heading, blocks }, { inner, messages }) =>
    tag(
      'div',
      { id },
      published || isPinned
        ? tag(
            'p',
            {},
            spaced([
              isPinned ? tag('strong', {}, text(messages.article.live.pinned)) : undefined,
              published && tag('time', { datetime: published.time.iso }, text(`${published.day}, ${published.clock}`)),
            ]),
          )
        : undefined,
      inner(heading ? [heading, ...blocks] : blocks),
    ),
  youtube: embed,
  vimeo: embed,
  instagram: embed,
  twitter: embed,
  facebook: embed,
  spotify: embed,
  reddit: embed,
  tiktok: embed,
  embed,
  giphy: embed,
  gfycat: embed,
  linkedin: embed,
  soundcloud: embed,
  tradingview: embed,
  'photo-box': (block, { messages }) =>
    figure(
      imageMarkup(block.image),
      join([
        block.title ? tag('strong', {}, text(block.title)) : undefined,
        block.description ? text(` ${block.description}`) : undefined,
        block.author ? text(` ${messages.photoBy({ author: block.author })}`) : undefined,
      ]),
    ),
  code: (block) =>
    figure(tag('pre', {}, tag('code', {}, block.html)), block.description ? text(block.description) : undefined),
  'sponsored-paragraph': (block, { messages }) =>
    tag(
      'div',
      {},
      tag('p', {}, tag('small', {}, text(messages.offers.sponsored))),
      title(block.title),
      tag('div', {}, block.html),
      block.sponsor ? tag('p', {}, text(messages.offers.sponsoredBy({ sponsor: block.sponsor }))) : undefined,
      paragraphLink(block.button),
    ),
  buybox: (block, context) =>
    tag(
      'div',
      {},
      imageMarkup(block.image),
      title(block.header),
      tag('ul', {}, ...block.offers.map(shop)),
      affiliate(context),
    ),
  'buybox-fast': (block, context) =>
    tag('div', {}, title(block.title), tag('ul', {}, shop(block.offer)), affiliate(context)),
  'offer-comparison': (block, context) =>
    tag(
      'div',
      {},
      title(block.header),
      ...block.offers.map((offer) =>
        tag(
          'div',
          {},
          imageMarkup(offer.image),
          title(offer.name),
          offer.rating === undefined
            ? undefined
            : tag('p', {}, text(context.messages.offers.rating({ rating: offer.rating }))),
          offer.price ? tag('p', {}, text(offer.price)) : undefined,
          offer.description ? tag('p', {}, text(offer.description)) : undefined,
          paragraphLink(offer.button),
        ),
      ),
      affiliate(context),
    ),
  'offer-table': (block, { messages: { offers } }) =>
    figure(offerTableMarkup(block, offers.offer), text(offers.affiliate)),
  'watch-guide': (block, { messages }) =>
    tag('p', {}, text(`${messages.offers.watch}: `), tag('a', { ...block.link }, text(block.header))),
} satisfies FeedBlocks

/** Feed readers do not choose a width. */
export function imageMarkup(image: ResponsiveImage | undefined): SafeHtml | undefined {
  return image && openTag('img', { src: image.src, alt: image.alt, width: image.width, height: image.height })
}

/** They may leave players out. */
function recording(
  { sources: [{ src }], caption, chapters = [], transcript = [] }: Recording,
  { inner, messages: { recordings } }: FeedContext,
  artwork: SafeHtml | undefined,
  player: SafeHtml,
): SafeHtml {
  const items = chapters.map(({ start, title }) =>
    tag('li', {}, tag('a', { href: fromTime(src, start) }, text(`${clockTime(start)} ${title}`))),
  )
  return join([
    figure(join([artwork, player, tag('p', {}, tag('a', { href: src }, text(fileNameOf(src))))]), caption),
    ...(items.length > 0 ? [title(recordings.chapters), tag('ul', {}, ...items)] : []),
    ...(transcript.length > 0 ? [title(recordings.transcript), inner(transcript)] : []),
  ])
}

function playerContent({ sources, tracks = [] }: MediaFile): SafeHtml {
  return join([
    ...sources.map(({ src, type }) => openTag('source', { src, type })),
    ...tracks.map(({ src, kind, language, label, isDefault }) =>
      openTag('track', { src, kind, srclang: language, label, default: isDefault }),
    ),
  ])
}

export function figure(content: SafeHtml | undefined, caption?: SafeHtml): SafeHtml {
  return tag('figure', {}, content, caption && tag('figcaption', {}, caption))
}

function rows(name: 'thead' | 'tbody' | 'tfoot', cells: readonly TableCell[][]): SafeHtml | undefined {
  return cells.length === 0 ? undefined : tag(name, {}, ...cells.map((row) => tag('tr', {}, ...row.map(cell))))
}

function cell({ isHeader, scope, colSpan, rowSpan, html }: TableCell): SafeHtml {
  return tag(isHeader ? 'th' : 'td', { scope: isHeader ? scope : undefined, colspan: colSpan, rowspan: rowSpan }, html)
}

function shop({ shop: name, price, button }: ShopOffer): SafeHtml {
  return tag('li', {}, tag('strong', {}, text(name)), text(price ? ` ${price} ` : ' '), link(button))
}

function title(value: string | undefined): SafeHtml | undefined {
  return value ? tag('p', {}, tag('strong', {}, text(value))) : undefined
}

function affiliate({ messages }: FeedContext): SafeHtml {
  return tag('p', {}, tag('small', {}, text(messages.offers.affiliate)))
}

function link(action: SponsoredLink | undefined): SafeHtml | undefined {
  return action && tag('a', { ...action.link }, text(action.label))
}

function paragraphLink(action: SponsoredLink | undefined): SafeHtml | undefined {
  return action && tag('p', {}, link(action))
}

import type { PhrasingContent, RootContent } from 'mdast'
import type { Block, BlockOf, BlockType, ResponsiveImage } from '../../content/block.ts'
import { join } from '../../content/html/markup.ts'
import { OWN_HTML } from '../../content/html/own-html.ts'
import { parseHtml, textOf } from '../../content/html/tree.ts'
import type { Service } from '../../services/service.ts'
import type { SafeHtml } from '../../system/escape.ts'
import { FEED_BLOCKS, type FeedContext } from '../feeds/blocks.ts'
import { flowOf, heading, list, paragraph, quote } from './flow.ts'
import { lineOf } from './phrasing.ts'

export interface MarkdownContext extends Pick<Service, 'language' | 'messages'> {
  inner(blocks: readonly Block[]): RootContent[]
}

type MarkdownBlocks = { [T in BlockType]: (block: BlockOf<T>, context: MarkdownContext) => RootContent[] }

const nothing = (): RootContent[] => []
const transparent = (block: { blocks: Block[] }, { inner }: MarkdownContext) => inner(block.blocks)

/** Markdown has no sign of its own for these. */
const asInFeeds = (block: Block, { language, messages }: MarkdownContext): RootContent[] => {
  const html = (one: Block): SafeHtml | undefined =>
    (FEED_BLOCKS[one.type] as (block: Block, context: FeedContext) => SafeHtml | undefined)(one, context)
  const context: FeedContext = { language, messages, inner: (blocks) => join(blocks.map(html)) }
  return flowOf(parseHtml(html(block) ?? ''))
}

/** A new block type does not compile without an entry (MACH-7). */
export const MARKDOWN_BLOCKS = {
  paragraph: ({ html }) => paragraph(lineOf(parseHtml(html), 'dropped')),
  heading: ({ level, html }) => heading(level, parseHtml(html)),
  list: ({ ordered, start = 1, items }, { inner }) =>
    list(
      items.map((item) => [...flowOf(parseHtml(item.html)), ...inner(item.blocks)]),
      ordered ? Math.max(0, start) : undefined,
    ),
  quote: ({ blocks, cite }, { inner }) =>
    quote([...inner(blocks), ...(cite ? paragraph(lineOf(parseHtml(cite), 'dropped')) : [])]),
  table: asInFeeds,
  html: ({ html }) => flowOf(parseHtml(html)),
  separator: () => [{ type: 'thematicBreak' }],
  spacer: nothing,
  newsletter: nothing,
  chart: asInFeeds,
  cover: ({ image, blocks }, { inner }) => [...figure(image), ...inner(blocks)],
  'reusable-block': transparent,
  'shade-content': transparent,
  group: transparent,
  unknown: transparent,
  form: asInFeeds,
  own: ({ content, blocks }, { language, inner }) => [
    ...flowOf(parseHtml(content.feed({ language, inner: join([]), html: OWN_HTML }) ?? '')),
    ...inner(blocks),
  ],
  columns: ({ columns }, { inner }) => columns.flatMap(({ blocks }) => inner(blocks)),
  image: ({ image, href, caption }) => figure(image, caption, href),
  gallery: ({ items, caption }) => [
    ...items.flatMap((item) => figure(item.image, item.caption, item.href)),
    ...captionOf(caption),
  ],
  audio: asInFeeds,
  video: asInFeeds,
  details: ({ summary, blocks }, { inner }) => [...strongLine(lineOf(parseHtml(summary), 'dropped')), ...inner(blocks)],
  correction: ({ published, blocks }, { inner, messages }) => [
    ...labelled(messages.article.correction, published?.day),
    ...inner(blocks),
  ],
  'live-update': ({ published, isPinned, heading: title, blocks }, { inner, messages }) => [
    ...labelled(
      isPinned ? messages.article.live.pinned : undefined,
      published && `${published.day}, ${published.clock}`,
    ),
    ...inner(title ? [title, ...blocks] : blocks),
  ],
  youtube: asInFeeds,
  vimeo: asInFeeds,
  instagram: asInFeeds,
  twitter: asInFeeds,
  facebook: asInFeeds,
  spotify: asInFeeds,
  reddit: asInFeeds,
  tiktok: asInFeeds,
  embed: asInFeeds,
  giphy: asInFeeds,
  gfycat: asInFeeds,
  linkedin: asInFeeds,
  soundcloud: asInFeeds,
  tradingview: asInFeeds,
  'photo-box': asInFeeds,
  code: ({ html, language, description }) => [
    {
      type: 'code',
      lang: language && /^[\w+#-]{1,30}$/.test(language) ? language : null,
      value: textOf(parseHtml(html)),
    },
    ...(description ? paragraph([plain(description)]) : []),
  ],
  'sponsored-paragraph': asInFeeds,
  buybox: asInFeeds,
  'buybox-fast': asInFeeds,
  'offer-comparison': asInFeeds,
  'offer-table': asInFeeds,
  'watch-guide': asInFeeds,
} satisfies MarkdownBlocks

export function figure(image: ResponsiveImage | undefined, caption?: SafeHtml, href?: string): RootContent[] {
  if (!image) return captionOf(caption)
  const shown: PhrasingContent = { type: 'image', url: image.src, alt: image.alt }
  return [
    ...paragraph([href === undefined ? shown : { type: 'link', url: href, children: [shown] }]),
    ...captionOf(caption),
  ]
}

export function plain(value: string): PhrasingContent {
  return { type: 'text', value: value.replace(/\s+/g, ' ') }
}

export function strongLine(children: PhrasingContent[]): RootContent[] {
  return children.length === 0 ? [] : paragraph([{ type: 'strong', children }])
}

function captionOf(caption: SafeHtml | undefined): RootContent[] {
  const children = caption ? lineOf(parseHtml(caption), 'dropped') : []
  return children.length === 0 ? [] : paragraph([{ type: 'emphasis', children }])
}

function labelled(label: string | undefined, date: string | undefined): RootContent[] {
  const parts = [label, date].filter((part) => part !== undefined)
  return parts.length === 0 ? [] : strongLine([plain(parts.join(' '))])
}

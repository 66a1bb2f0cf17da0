import { createContext, type ReactNode, useContext } from 'react'
import type { Block, BlockOf, BlockType } from '../../src/content/block.ts'
import { ContactForm } from '../components/contact-form.tsx'
import { NewsletterBox } from '../components/newsletter.tsx'
import { useMessages, useService } from '../context.ts'
import { IslandRoot } from '../islands/island.tsx'
import { Buybox, BuyboxFast, OfferComparison, OfferTable, SponsoredParagraph, WatchGuide } from './commerce.tsx'
import { Embed, Giphy } from './embeds.tsx'
import {
  Columns,
  Correction,
  Details,
  Group,
  LiveUpdate,
  Separator,
  ShadeContent,
  Spacer,
  Transparent,
} from './layout.tsx'
import { Cover, Gallery, Image, PhotoBox } from './media.tsx'
import { Audio, Video } from './player.tsx'
import type { BlockProps } from './props.ts'
import { Chart, Table } from './tables.tsx'
import { Code, Heading, Html, List, Paragraph, Quote } from './text.tsx'

export const SkippedBlocks = createContext<ReadonlySet<Block>>(new Set())

export function Blocks({ blocks }: { blocks: readonly Block[] }): ReactNode {
  const skipped = useContext(SkippedBlocks)
  return blocks.map((block, index) => (skipped.has(block) ? null : <OneBlock key={index} block={block} />))
}

function OneBlock({ block }: { block: Block }): ReactNode {
  // TypeScript cannot pair types with components.
  const Component = BLOCK_COMPONENTS[block.type] as (props: BlockProps<Block['type']>) => ReactNode
  return <Component block={block} inner={inner} />
}

function inner(blocks: readonly Block[]): ReactNode {
  return <Blocks blocks={blocks} />
}

type BlockComponents = {
  [T in BlockType]: (props: { block: BlockOf<T>; inner: BlockProps<T>['inner'] }) => ReactNode
}

const BLOCK_COMPONENTS = {
  paragraph: Paragraph,
  heading: Heading,
  list: List,
  quote: Quote,
  table: Table,
  html: Html,
  separator: Separator,
  chart: Chart,
  cover: Cover,
  'reusable-block': Transparent,
  'shade-content': ShadeContent,
  columns: Columns,
  group: Group,
  image: Image,
  gallery: Gallery,
  audio: Audio,
  video: Video,
  details: Details,
  correction: Correction,
  'live-update': LiveUpdate,
  youtube: Embed,
  vimeo: Embed,
  instagram: Embed,
  twitter: Embed,
  facebook: Embed,
  spotify: Embed,
  reddit: Embed,
  tiktok: Embed,
  embed: Embed,
  giphy: Giphy,
  gfycat: Embed,
  linkedin: Embed,
  soundcloud: Embed,
  tradingview: Embed,
  'photo-box': PhotoBox,
  newsletter: Newsletter,
  code: Code,
  'sponsored-paragraph': SponsoredParagraph,
  buybox: Buybox,
  'buybox-fast': BuyboxFast,
  spacer: Spacer,
  'offer-comparison': OfferComparison,
  'offer-table': OfferTable,
  'watch-guide': WatchGuide,
  form: Form,
  own: Own,
  unknown: Transparent,
} satisfies BlockComponents

export function Form({ block: { url, contact } }: BlockProps<'form'>) {
  const { forms } = useMessages()
  if (contact) return <ContactForm form={contact} />
  return (
    <p>
      <a className="button" href={url} rel="noopener">
        {forms.open({ site: new URL(url).host })}
      </a>
    </p>
  )
}

export function Newsletter({ block }: BlockProps<'newsletter'>) {
  return <NewsletterBox header={block.header} description={block.description} />
}

export function Own({ block: { name, content, blocks }, inner }: BlockProps<'own'>) {
  const { language } = useService()
  return content.page({
    language,
    inner: inner(blocks),
    island(Component, props, module) {
      const json = JSON.stringify(props)
      // Props that JSON cannot carry fail on the server too.
      const sent: typeof props = JSON.parse(json)
      const idPrefix = prefixOf(name + json)
      return <IslandRoot name={name} Component={Component} props={sent} idPrefix={idPrefix} module={module} />
    },
  })
}

/** React numbers ids per island (FNV-1a). */
function prefixOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return `i${(hash >>> 0).toString(36)}`
}

import type { ReactNode } from 'react'
import type { BlockOf, BlockType } from '../../src/content/block.ts'
import { Chart } from './chart.tsx'
import { Code } from './code.tsx'
import { Buybox, BuyboxFast, OfferComparison, OfferTable, SponsoredParagraph, WatchGuide } from './commerce.tsx'
import { Embed } from './embed.tsx'
import { Form } from './form.tsx'
import { Giphy } from './giphy.tsx'
import { Columns, Correction, Details, Group, Separator, ShadeContent, Spacer, Transparent } from './layout.tsx'
import { LiveUpdate } from './live-update.tsx'
import { Cover, Gallery, Image, PhotoBox } from './media.tsx'
import { Newsletter } from './newsletter.tsx'
import { Own } from './own.tsx'
import { Audio, Video } from './player.tsx'
import type { BlockProps } from './props.ts'
import { Table } from './table-block.tsx'
import { Heading, Html, List, Paragraph, Quote } from './text.tsx'

/** Written out so that one component may serve several types. */
type BlockComponents = {
  [T in BlockType]: (props: { block: BlockOf<T>; inner: BlockProps<T>['inner'] }) => ReactNode
}

export const BLOCK_COMPONENTS = {
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

import type { BlockOf, BlockType } from '../../src/content/block.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import type { Extension, StyleName } from '../extensions.ts'
import { buybox, buyboxFast, offerComparison, sponsoredParagraph, watchGuide } from './commerce.ts'
import { embed, giphy } from './embeds.ts'
import type { AmpContext } from './entry.ts'
import { form, newsletter } from './forms.ts'
import { cover, gallery, image, photoBox, shadeContent } from './media.ts'
import { own } from './own.ts'
import { audio, details, video } from './player.ts'
import { chart, offerTable, table } from './tables.ts'
import {
  code,
  columns,
  correction,
  group,
  heading,
  html,
  list,
  liveUpdate,
  paragraph,
  quote,
  separator,
  spacer,
  transparent,
} from './text.ts'

/** Lets one entry serve several types. */
type AmpEntries = {
  [T in BlockType]: {
    render(block: BlockOf<T>, context: AmpContext): SafeHtml
    extensions?(block: BlockOf<T>, context: AmpContext): Extension[]
    loadsThirdParty?(block: BlockOf<T>, context: AmpContext): boolean
    style?: StyleName
  }
}

export const AMP_BLOCKS = {
  paragraph,
  heading,
  list,
  quote,
  table,
  html,
  separator,
  chart,
  cover,
  'reusable-block': transparent,
  'shade-content': shadeContent,
  columns,
  group,
  image,
  gallery,
  audio,
  video,
  details,
  correction,
  'live-update': liveUpdate,
  youtube: embed,
  vimeo: embed,
  instagram: embed,
  twitter: embed,
  facebook: embed,
  spotify: embed,
  reddit: embed,
  tiktok: embed,
  embed,
  giphy,
  gfycat: embed,
  linkedin: embed,
  soundcloud: embed,
  tradingview: embed,
  'photo-box': photoBox,
  newsletter,
  code,
  'sponsored-paragraph': sponsoredParagraph,
  buybox,
  'buybox-fast': buyboxFast,
  spacer,
  'offer-comparison': offerComparison,
  'offer-table': offerTable,
  'watch-guide': watchGuide,
  form,
  own,
  unknown: transparent,
} satisfies AmpEntries

import type { SafeHtml } from '../system/escape.ts'
import { type Block, innerBlocks } from './block.ts'
import { fileNameOf } from './media-file.ts'
import { plainText } from './text.ts'

const MOST = 20

/** For readers without images: a line for each image, recording, embed, chart and offer. */
export function mediaWordsIn(blocks: readonly Block[]): string[] {
  const lines: string[] = []
  for (const block of blocks) {
    lines.push(...wordsOf(block).filter((line) => line !== ''), ...mediaWordsIn(innerBlocks(block)))
    if (lines.length >= MOST) break
  }
  return lines.slice(0, MOST)
}

function wordsOf(block: Block): string[] {
  switch (block.type) {
    case 'image':
      return [plain(block.caption) || block.image.alt]
    case 'html':
      return (block.images ?? []).map(({ alt }) => alt)
    case 'cover':
      return [block.image?.alt ?? '']
    case 'gallery':
      return [plain(block.caption), ...block.items.map(({ caption, image }) => plain(caption) || image.alt)]
    case 'audio':
    case 'video':
      return [block.title || plain(block.caption) || fileNameOf(block.sources[0].src)]
    case 'photo-box':
      return [block.title ?? block.image?.alt ?? '', block.description ?? '']
    case 'chart':
      return [block.title ?? block.series.map(({ label, value }) => `${label}: ${value}`).join(', ')]
    case 'buybox':
      return [block.header ?? '', ...block.offers.map(({ shop, price }) => [shop, price].filter(Boolean).join(': '))]
    case 'buybox-fast':
      return [block.title ?? block.offer.shop]
    case 'offer-comparison':
      return [block.header ?? '', ...block.offers.map(({ name }) => name)]
    case 'offer-table':
      return [block.header ?? '', ...block.offers.map(({ name }) => name)]
    case 'watch-guide':
      return [block.header]
    default:
      return 'provider' in block ? [plain(block.caption) || `${block.provider}: ${block.url}`] : []
  }
}

function plain(html: SafeHtml | undefined): string {
  return html === undefined ? '' : plainText(html)
}

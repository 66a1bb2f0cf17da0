import type { Group, Service } from '../services/service.ts'
import type { Article } from './article.ts'
import type { Block, HeadingBlock } from './block.ts'
import { MAX_CHAPTERS } from './limits.ts'
import { listPath } from './links.ts'
import { plainText } from './text.ts'

export interface ContentsItem {
  id: string
  text: string
}

interface ContentsRules extends Pick<Service, 'paths'> {
  group: Pick<Group, 'tableOfContents'>
}

const LONG_PIECE_MINUTES = 4
const MIN_HEADINGS = 3

/** Only long articles have any, in categories that the site names (ART-9). */
export function contentsOf(article: Article, service: ContentsRules): ContentsItem[] {
  const isLong = article.readingMinutes >= LONG_PIECE_MINUTES
  if (!isLong || !isChosen(article, service)) return []
  const items = article.body
    .filter(isChapter)
    .slice(0, MAX_CHAPTERS)
    .map(({ id, html }) => ({ id, text: plainText(html) }))
  return items.length >= MIN_HEADINGS ? items : []
}

function isChosen({ category }: Article, service: ContentsRules): boolean {
  const { tableOfContents } = service.group
  if (tableOfContents === 'all') return true
  return tableOfContents.some((slug) => category?.href === listPath('category', slug, service))
}

function isChapter(block: Block): block is HeadingBlock {
  return block.type === 'heading' && block.level === 2
}

import type { Service } from '../services/service.ts'
import type { Article } from './article.ts'
import type { Block, HeadingBlock } from './block.ts'
import { MAX_CHAPTERS } from './limits.ts'
import { listPath } from './links.ts'
import { plainText } from './text.ts'

/** One line of a table of contents. */
export interface ContentsItem {
  id: string
  text: string
}

/** The category whose long pieces have a table of contents (ART-9). */
const EDUCATION = 'edukacja'
const LONG_PIECE_MINUTES = 4
const MIN_HEADINGS = 3

/** The chapters of a long education piece; nothing for any other article. */
export function contentsOf(article: Article, service: Pick<Service, 'paths'>): ContentsItem[] {
  const isLong = article.readingMinutes >= LONG_PIECE_MINUTES
  if (!isLong || article.category?.href !== listPath('category', EDUCATION, service)) return []
  const items = article.body
    .filter(isChapter)
    .slice(0, MAX_CHAPTERS)
    .map(({ id, html }) => ({ id, text: plainText(html) }))
  return items.length >= MIN_HEADINGS ? items : []
}

function isChapter(block: Block): block is HeadingBlock {
  return block.type === 'heading' && block.level === 2
}

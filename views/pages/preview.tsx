import { cardOf } from '../../src/content/article.ts'
import type { CardBlock } from '../../src/content/home-block.ts'
import { usePortal } from '../context.ts'
import { CardsBlock } from '../home/card-blocks.tsx'
import { ArticlePage } from './article.tsx'

/** Show a card in different shapes. */
const BLOCKS: ReadonlyArray<CardBlock['type']> = ['large-posts', 'list-posts', 'grid-posts', 'hot-posts']

/** PREVIEW-1. */
export function PreviewPage() {
  const { preview } = usePortal()
  if (preview?.output !== 'card') return <ArticlePage />
  const cards = [cardOf(preview.article)]
  return (
    <div className="page home">
      {BLOCKS.map((type, index) => (
        <CardsBlock key={type} block={{ type, cards }} isFirst={index === 0} />
      ))}
    </div>
  )
}

import { renderToStaticMarkup } from 'react-dom/server'
import type { Article } from '../../src/content/article.ts'
import type { Block } from '../../src/content/block.ts'
import type { Report } from '../../src/content/report.ts'
import { Blocks, SkippedBlocks } from '../blocks/blocks.tsx'
import { usePortal } from '../context.ts'

/** Rendered bodies, for as long as their revision is in the content cache. */
const bodies = new WeakMap<readonly Block[], string>()

/** An article's body: rendered once per revision, however often the page around it is. */
export function ArticleBody({ article }: { article: Article }) {
  const { report } = usePortal()
  return (
    <div className="article-body" dangerouslySetInnerHTML={{ __html: bodyHtml(article.body, article.path, report) }} />
  )
}

/**
 * The HTML of a sequence of blocks. A block that throws is left out and reported, the others stand (decision 25).
 * @param call where the blocks come from, for the report
 */
export function bodyHtml(blocks: readonly Block[], call: string, report: Report): string {
  const known = bodies.get(blocks)
  if (known !== undefined) return known
  const html = renderSurviving(blocks, call, report)
  bodies.set(blocks, html)
  return html
}

function renderSurviving(blocks: readonly Block[], call: string, report: Report): string {
  const skipped = new Set<Block>()
  const render = (some: readonly Block[]): string =>
    renderToStaticMarkup(
      <SkippedBlocks value={skipped}>
        <Blocks blocks={some} />
      </SkippedBlocks>,
    )
  /** Tries out one block after its inner ones, so that the innermost culprit is the one that goes. */
  const tryOut = (block: Block): void => {
    for (const inner of innerBlocks(block)) tryOut(inner)
    try {
      render([block])
    } catch (error) {
      skipped.add(block)
      report({ call, field: block.type, kind: error instanceof Error ? error.message : String(error) })
    }
  }
  try {
    return render(blocks)
  } catch {
    for (const block of blocks) tryOut(block)
    return render(blocks)
  }
}

function innerBlocks(block: Block): Block[] {
  switch (block.type) {
    case 'list':
      return block.items.flatMap((item) => item.blocks)
    case 'columns':
      return block.columns.flatMap((column) => column.blocks)
    case 'quote':
    case 'group':
    case 'cover':
    case 'shade-content':
    case 'reusable-block':
    case 'unknown':
      return block.blocks
    default:
      return []
  }
}

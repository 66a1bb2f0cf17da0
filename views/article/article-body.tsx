import { renderToStaticMarkup } from 'react-dom/server'
import type { AdSlot } from '../../src/content/ad-slot.ts'
import type { Article } from '../../src/content/article.ts'
import type { Block } from '../../src/content/block.ts'
import { onceWhile } from '../../src/content/once-while.ts'
import type { Report } from '../../src/content/report.ts'
import { Blocks, SkippedBlocks } from '../blocks/blocks.tsx'
import { AdBox } from '../components/ad-box.tsx'
import type { Portal } from '../context.ts'

/** Rendered bodies, for as long as their revision is in the content cache. */
const bodies = onceWhile<readonly Block[], Buffer>()

/** The parts of a body between advertisements, as long as its revision is there; so each is rendered once too. */
const parts = onceWhile<readonly Block[], Block[][]>()

/**
 * An article's body: rendered once per revision, however often the page around it is.
 * @param ads stand within it, evenly apart
 */
export function articleBody(article: Article, ads: readonly AdSlot[], { report }: Pick<Portal, 'report'>): Buffer[] {
  const bodies = partsOf(article.body, ads.length + 1).map((part) => bodyBytes(part, article.path, report))
  const places = ads.map((slot) => Buffer.from(renderToStaticMarkup(<AdBox slot={slot} />)))
  return bodies.flatMap((part, index) => [part, places[index] ?? NOTHING])
}

const NOTHING = Buffer.alloc(0)

/** A body in that many parts of about one length; none ends with a heading. */
function partsOf(blocks: readonly Block[], count: number): ReadonlyArray<readonly Block[]> {
  if (count === 1) return [blocks]
  return parts(blocks, [count], () => {
    const cuts = Array.from({ length: count + 1 }, (_, n) => cutBefore(blocks, Math.round((blocks.length * n) / count)))
    return cuts.slice(1).map((end, n) => blocks.slice(cuts[n], end))
  })
}

/** Where a body may be cut, at `index` or a little before; its own end counts as it is. */
function cutBefore(blocks: readonly Block[], index: number): number {
  if (index === blocks.length) return index
  let cut = index
  while (blocks[cut - 1]?.type === 'heading') cut -= 1
  return cut
}

/**
 * The HTML of a sequence of blocks. A block that throws is left out and reported, the others stand (decision 25).
 * @param call where the blocks come from, for the report
 */
export function bodyBytes(blocks: readonly Block[], call: string, report: Report): Buffer {
  return bodies(blocks, [], () => Buffer.from(renderSurviving(blocks, call, report)))
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

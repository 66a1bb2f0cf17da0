import { memoizeByIdentity } from '../system/memoize.ts'
import { type Block, type CorrectionBlock, innerBlocks } from './block.ts'
import { hasCome, type Published } from './dates.ts'
import { liveIn } from './live.ts'

const corrections = memoizeByIdentity<readonly Block[], CorrectionBlock[]>()

/** The corrections in a body, in document order. */
export function correctionsIn(body: readonly Block[]): CorrectionBlock[] {
  return corrections(body, [], () => {
    const notes: CorrectionBlock[] = []
    const look = (block: Block): void => {
      if (block.type === 'correction') notes.push(block)
      for (const inner of innerBlocks(block)) look(inner)
    }
    for (const block of body) look(block)
    return notes
  })
}

/** The latest correction: by its date, else the last one. */
export function latestCorrection(body: readonly Block[]): CorrectionBlock | undefined {
  const notes = correctionsIn(body)
  const dated = notes.filter(({ published }) => published !== undefined)
  return latest(dated) ?? notes.at(-1)
}

function latest(dated: readonly CorrectionBlock[]): CorrectionBlock | undefined {
  const epoch = ({ published }: CorrectionBlock): number => published?.time.epoch ?? 0
  return dated.reduce<CorrectionBlock | undefined>(
    (best, one) => (best && epoch(best) >= epoch(one) ? best : one),
    undefined,
  )
}

/**
 * When an article was revised: as the CMS says, or by its latest correction or live update, which a CMS may not count
 * (CORR-3, LIVE-12).
 */
export function revisedAt(
  body: readonly Block[],
  { published, modified }: { published: Published | undefined; modified: Published | undefined },
): Published | undefined {
  const last = modified ?? published
  if (!last) return modified
  const later = [latestCorrection(body)?.published, liveIn(body)?.updated]
    .filter((one) => one !== undefined)
    .filter(({ time }) => time.epoch > last.time.epoch && hasCome(time.epoch))
    .sort((one, other) => other.time.epoch - one.time.epoch)
  return later[0] ?? modified
}

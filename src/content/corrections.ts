import { memoizeByIdentity } from '../system/memoize.ts'
import { type Block, type CorrectionBlock, innerBlocks } from './block.ts'
import { hasCome, type Published } from './dates.ts'
import { liveIn } from './live.ts'

const corrections = memoizeByIdentity<readonly Block[], CorrectionBlock[]>()

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

/** A CMS may not count a correction or a live update (CORR-3, LIVE-12). */
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

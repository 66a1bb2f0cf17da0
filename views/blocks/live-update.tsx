import { versionOf } from '../../src/content/live-revisions.ts'
import { PublishedTime } from '../components/published-time.tsx'
import { Spaced } from '../components/spaced.tsx'
import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

/** One update of a live coverage (LIVE-4). */
export function LiveUpdate({ block, inner }: BlockProps<'live-update'>) {
  const { pinned } = useMessages().article.live
  const { id, published, isPinned, heading, blocks } = block
  return (
    <div
      className={isPinned ? 'live-update live-pinned' : 'live-update'}
      id={id}
      data-update={id}
      data-version={versionOf(block)}
    >
      {(published || isPinned) && (
        <p className="live-time">
          <Spaced>
            {isPinned && <strong>{pinned}</strong>}
            {published && <PublishedTime published={published} withClock />}
          </Spaced>
        </p>
      )}
      {inner(heading ? [heading, ...blocks] : blocks)}
    </div>
  )
}

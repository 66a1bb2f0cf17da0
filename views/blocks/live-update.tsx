import { titleOfUpdate } from '../../src/content/live.ts'
import { versionOf } from '../../src/content/live-revisions.ts'
import { LabelledGroup } from '../components/labelled-group.tsx'
import { PublishedTime } from '../components/published-time.tsx'
import { Spaced } from '../components/spaced.tsx'
import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

/** LIVE-4. */
export function LiveUpdate({ block, inner }: BlockProps<'live-update'>) {
  const { pinned } = useMessages().article.live
  const { id, published, isPinned, heading, blocks } = block
  return (
    <LabelledGroup
      className={isPinned ? 'live-update live-pinned body-text' : 'live-update body-text'}
      id={id}
      label={titleOfUpdate(block) || published?.clock || pinned}
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
    </LabelledGroup>
  )
}

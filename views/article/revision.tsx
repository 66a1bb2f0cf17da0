import type { Article } from '../../src/content/article.ts'
import { latestCorrection } from '../../src/content/corrections.ts'
import { liveIn } from '../../src/content/live.ts'
import { PublishedTime } from '../components/published-time.tsx'
import { Spaced } from '../components/spaced.tsx'
import type { FeatureStyle } from '../context.ts'
import { useMessages } from '../context.ts'

export const REVISION_STYLE: FeatureStyle = 'correction'

/** Readers may have seen another text. */
export function isRevised({ modified, body, isPage }: Article): boolean {
  // A coverage changes all the time.
  const isChanged = modified !== undefined && liveIn(body) === undefined
  return !isPage && (isChanged || latestCorrection(body) !== undefined)
}

/** The browser says whether the reader has seen another version (CORR-5). */
export function Revision({ article }: { article: Article }) {
  const messages = useMessages()
  if (!isRevised(article)) return null
  const correction = latestCorrection(article.body)
  return (
    <p
      className={correction ? 'revision' : 'revision revision-alone'}
      role="status"
      data-revision={article.modified?.time.iso ?? ''}
    >
      <Spaced>
        {correction && (
          <a href={`#${encodeURIComponent(correction.id)}`}>
            {messages.article.correction}
            {correction.published && (
              <>
                {', '}
                <PublishedTime published={correction.published} />
              </>
            )}
          </a>
        )}
        <span data-changed={messages.article.changed} />
      </Spaced>
    </p>
  )
}

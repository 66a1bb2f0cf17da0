import { savedPath } from '../../src/languages/language.ts'
import { BookmarkIcon } from '../components/icons.tsx'
import { usePortal } from '../context.ts'

/**
 * An appended article uses the first one's module. The aids' style sheet comes with the module, so only common classes
 * appear (AID-1, AID-3).
 */
export function ReadingAids({ isFirst }: { isFirst: boolean }) {
  const { service, assets } = usePortal()
  const { aids } = service.messages
  const feature = {
    'data-feature': 'reading',
    'data-style': assets.featureStyles.reading,
    'data-saved-page': savedPath(service),
    'data-words': JSON.stringify({
      textSize: aids.textSize,
      saved: aids.saved,
      savedOnline: aids.savedOnline,
      removed: aids.removed,
      resume: aids.resume,
      hide: aids.hide,
    }),
  }
  return (
    <div className="header-tools needs-script" {...(isFirst && feature)}>
      {isFirst && (
        <>
          <button className="icon-button" type="button" aria-label={`A−, ${aids.smaller}`} data-text-size="-1">
            A−
          </button>
          <button className="icon-button" type="button" aria-label={`A+, ${aids.larger}`} data-text-size="1">
            A+
          </button>
          <span className="visually-hidden" role="status" data-aids-status />
        </>
      )}
      <button className="icon-button" type="button" aria-label={aids.save} aria-pressed="false" data-save="">
        <BookmarkIcon />
      </button>
      {/* The script waits for style sheets, so the buttons come before it. */}
      {isFirst && <script dangerouslySetInnerHTML={{ __html: assets.readingStart }} />}
    </div>
  )
}

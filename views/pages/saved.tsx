import { FeatureStyles } from '../components/feature-styles.tsx'
import type { PageDataOf } from '../page-data.ts'

export function SavedPage({ service }: PageDataOf<'saved'>) {
  const { saved, aids } = service.messages
  const words = { remove: saved.remove, withdrawn: saved.withdrawn, removed: aids.removed }
  return (
    <div className="page">
      <FeatureStyles names={['reading']} />
      <header className="archive-header">
        <h1 tabIndex={-1}>{saved.title}</h1>
      </header>
      <p className="lead">{saved.lead}</p>
      <noscript>
        <p>{saved.noScript}</p>
      </noscript>
      <div
        className="saved-articles"
        data-feature="reading"
        data-now=""
        data-saved-list=""
        data-words={JSON.stringify(words)}
      >
        <ul hidden />
        <p data-empty="" hidden>
          {saved.empty}
        </p>
        <p className="visually-hidden" role="status" />
      </div>
    </div>
  )
}

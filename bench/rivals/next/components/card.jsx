import Link from 'next/link'
import { Picture } from './picture'
import { PublishedTime } from './published-time'

const SIZES = '(min-width: 1200px) 380px, (min-width: 768px) 50vw, 100vw'

/** A further article: source label, category, time, title, lead. */
export function Card({ card }) {
  const { link, title, lead, thumbnail, label, category, published } = card
  return (
    <article className="card card-stack">
      <div className="card-picture">
        {thumbnail ? (
          <Picture picture={{ ...thumbnail, alt: '' }} sizes={SIZES} />
        ) : (
          <span className="card-placeholder" aria-hidden="true" />
        )}
      </div>
      <div className="card-text">
        <p className="card-meta">
          {label && (
            <span className="source-label" style={{ '--label': label.color }}>
              {label.name}
            </span>
          )}
          {category && <Link href={category.href}>{category.name}</Link>}
          {published && <PublishedTime published={published} />}
        </p>
        <h3 className="card-title">
          <Link href={link.href}>{title}</Link>
        </h3>
        {lead && <p className="card-summary">{lead}</p>}
      </div>
    </article>
  )
}

import type { SeriesPart, SeriesPlace } from '../../src/content/series.ts'
import type { FeatureStyle } from '../context.ts'
import { useMessages } from '../context.ts'

export const SERIES_STYLE: FeatureStyle = 'series'

export function SeriesLine({ series }: { series: SeriesPlace }) {
  const messages = useMessages()
  return (
    <p className="series-line">
      <a href={series.href}>{series.title}</a>{' '}
      <span>{messages.series.place({ part: series.position, count: series.parts.length })}</span>
    </p>
  )
}

export function SeriesNav({ series }: { series: SeriesPlace }) {
  const messages = useMessages()
  const { title, href, position, parts } = series
  const [previous, next] = [parts[position - 2], parts[position]]
  return (
    <nav className="series-nav" aria-label={`${messages.list.series}: ${title}`}>
      <p className="series-line">
        <a href={href}>{title}</a> <span>{messages.series.place({ part: position, count: parts.length })}</span>
      </p>
      <div className="series-steps">
        {previous && <Step part={previous} label={messages.series.previous} rel="prev" />}{' '}
        {next && <Step part={next} label={messages.series.next} rel="next" />}
      </div>
      <details>
        <summary>{messages.series.all}</summary>
        <ol>
          {parts.map((part, index) => (
            <li key={part.href} aria-current={index + 1 === position ? 'page' : undefined}>
              {index + 1 === position ? <b>{part.title}</b> : <a href={part.href}>{part.title}</a>}
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

function Step({ part, label, rel }: { part: SeriesPart; label: string; rel: 'prev' | 'next' }) {
  return (
    <a className={`series-${rel}`} href={part.href} rel={rel}>
      <span className="series-step">{label}</span> {part.title}
    </a>
  )
}

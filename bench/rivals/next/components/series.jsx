import { fill, words } from '../content/content'
import { SiteLink } from './site-link'

/** Which part of which series an article is. */
export function SeriesLine({ series: { title, href, position, parts } }) {
  return (
    <p className="series-line">
      <SiteLink href={href}>{title}</SiteLink>{' '}
      <span>{fill(words.series.place, { part: position, count: parts.length })}</span>
    </p>
  )
}

/** The parts around this one, and all of them, folded. */
export function SeriesNav({ series }) {
  const { title, position, parts } = series
  const [previous, next] = [parts[position - 2], parts[position]]
  return (
    <nav className="series-nav" aria-label={`${words.list.series}: ${title}`}>
      <SeriesLine series={series} />
      <div className="series-steps">
        {previous && <Step part={previous} label={words.series.previous} rel="prev" />}{' '}
        {next && <Step part={next} label={words.series.next} rel="next" />}
      </div>
      <details>
        <summary>{words.series.all}</summary>
        <ol>
          {parts.map((part, index) => (
            <li key={part.href} aria-current={index + 1 === position ? 'page' : undefined}>
              {index + 1 === position ? <b>{part.title}</b> : <SiteLink href={part.href}>{part.title}</SiteLink>}
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

function Step({ part: { href, title }, label, rel }) {
  return (
    <SiteLink className={`series-${rel}`} href={href} rel={rel}>
      <span className="series-step">{label}</span> {title}
    </SiteLink>
  )
}

import { words } from '../content/content'

/** The other portals of the group; one without a URL is a label. */
export function Sisters({ site }) {
  return (
    <ul className="sisters" aria-label={words.sisterPortals}>
      {site.sisters.map(({ title, href }) => (
        <li key={title}>{href ? <a href={href}>{title}</a> : <span>{title}</span>}</li>
      ))}
    </ul>
  )
}

import { words } from '../content/content'
import { SiteLink } from './site-link'

export function Wordmark({ site }) {
  return (
    <SiteLink className="wordmark" href={site.homePath ?? '/'}>
      <span className="wordmark-group">{words.group}</span> <span className="wordmark-service">{site.title}</span>
    </SiteLink>
  )
}

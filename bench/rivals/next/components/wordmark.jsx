import Link from 'next/link'
import { site, words } from '../content/content'

export function Wordmark() {
  return (
    <Link className="wordmark" href="/">
      <span className="wordmark-group">{words.group}</span> <span className="wordmark-service">{site.title}</span>
    </Link>
  )
}

import { copy } from '../../src/config/copy.ts'
import type { Service } from '../../src/services/service.ts'

/** The group's and the service's names, as a link home. */
export function Wordmark({ service }: { service: Service }) {
  return (
    <a className="wordmark" href="/">
      <span className="wordmark-group">{copy.group}</span> <span className="wordmark-service">{service.title}</span>
    </a>
  )
}

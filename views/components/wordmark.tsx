import { groupBeside } from '../../src/seo/brand.ts'
import type { Service } from '../../src/services/service.ts'

/** The group's and the service's names, as a link home. */
export function Wordmark({ service }: { service: Service }) {
  const group = groupBeside(service)
  return (
    <a className="wordmark" href="/">
      {group !== undefined && (
        <>
          <span className="wordmark-group">{group}</span>{' '}
        </>
      )}
      <span className="wordmark-service">{service.title}</span>
    </a>
  )
}

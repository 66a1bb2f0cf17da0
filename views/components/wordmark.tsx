import { groupBeside } from '../../src/seo/brand.ts'
import type { Service } from '../../src/services/service.ts'

/** The drawing of a service that has a logo. */
export function logoPath({ name }: Service): string {
  return `/icons/${name}.svg`
}

/** The service's logo, if it has one, the group's name and its own, as a link home. */
export function Wordmark({ service }: { service: Service }) {
  const group = groupBeside(service)
  return (
    <a className="wordmark" href="/">
      {service.mark !== undefined && (
        <img className="wordmark-logo" src={logoPath(service)} alt="" width={32} height={32} />
      )}
      {group !== undefined && (
        <>
          <span className="wordmark-group">{group}</span>{' '}
        </>
      )}
      <span className="wordmark-service">{service.title}</span>
    </a>
  )
}

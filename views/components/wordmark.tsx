import { groupBeside } from '../../src/seo/brand.ts'
import type { Service } from '../../src/services/service.ts'

export function logoPath({ name }: Service): string {
  return `/icons/${name}.svg`
}

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

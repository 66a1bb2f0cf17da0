import { groupBeside } from '../../src/seo/brand.ts'
import { hasUrl, sistersOf } from '../../src/services/registry.ts'
import type { Service, Services } from '../../src/services/service.ts'
import { useMessages } from '../context.ts'

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

export function SisterPortals({ service, services }: { service: Service; services: Services }) {
  const messages = useMessages()
  // A label is not between links (SVC-3).
  const sisters = sistersOf(service, services).toSorted((a, b) => Number(hasUrl(b)) - Number(hasUrl(a)))
  if (sisters.length === 0) return null
  return (
    <ul className="sisters" aria-label={messages.sisterPortals}>
      {sisters.map((sister) => (
        <li key={sister.name}>
          {hasUrl(sister) ? <a href={`${sister.serviceUrl}/`}>{sister.title}</a> : <span>{sister.title}</span>}
        </li>
      ))}
    </ul>
  )
}

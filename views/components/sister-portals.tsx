import { hasUrl, sistersOf } from '../../src/services/registry.ts'
import type { Service, Services } from '../../src/services/service.ts'
import { useMessages } from '../context.ts'

/** SVC-3. */
export function SisterPortals({ service, services }: { service: Service; services: Services }) {
  const messages = useMessages()
  const sisters = sistersOf(service, services)
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

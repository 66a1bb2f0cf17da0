import { copy } from '../../src/copy.ts'
import type { Service, Services } from '../../src/services/service.ts'
import { hasAddress } from '../../src/services/table.ts'

/** The other portals of the group; one without an address is a label without a link (decision 1). */
export function SisterPortals({ service, services }: { service: Service; services: Services }) {
  const sisters = Object.values(services).filter((sister) => sister.name !== service.name)
  return (
    <ul className="sisters" aria-label={copy.sisterPortals}>
      {sisters.map((sister) => (
        <li key={sister.name}>
          {hasAddress(sister) ? <a href={`${sister.serviceUrl}/`}>{sister.title}</a> : <span>{sister.title}</span>}
        </li>
      ))}
    </ul>
  )
}

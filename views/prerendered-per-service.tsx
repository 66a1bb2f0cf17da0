import type { ComponentType } from 'react'
import type { Service } from '../src/services/service.ts'
import { memoizeByIdentity } from '../src/system/memoize/by-identity.ts'
import { type Portal, ServiceProvider } from './context.ts'
import { renderPieces } from './prerendered.tsx'

/** Data for the parts around every page; independent of the page. */
export type ShellProps = Pick<Portal, 'service' | 'services' | 'integrations' | 'hasAnimations'>

/**
 * The bytes of a part that all pages of a service share: rendered for each service once and inserted unchanged, like
 * the bodies of articles (docs/decisions/003). Nothing within may depend on the request.
 */
export function prerenderPerService(Part: ComponentType<ShellProps>): (props: ShellProps) => readonly Buffer[] {
  const once = memoizeByIdentity<Service, readonly Buffer[]>()
  return (props) => {
    const { service, ...settings } = props
    return once(service, Object.values(settings), () =>
      renderPieces(
        <ServiceProvider service={service}>
          <Part {...props} />
        </ServiceProvider>,
      ),
    )
  }
}

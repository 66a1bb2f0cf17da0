import type { ComponentType } from 'react'
import type { Service } from '../src/services/service.ts'
import { memoizeByIdentity } from '../src/system/memoize.ts'
import { type Portal, ServiceProvider } from './context.ts'
import { renderPieces } from './prerendered.tsx'

export type ShellProps = Pick<Portal, 'service' | 'services' | 'integrations' | 'hasAnimations'>

/** Nothing within may depend on the request (docs/decisions/003). */
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

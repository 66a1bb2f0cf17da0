import type { ComponentType } from 'react'
import { onceWhile } from '../src/content/once-while.ts'
import type { Service } from '../src/services/service.ts'
import type { Portal } from './context.ts'
import { renderPieces } from './ready-made.tsx'

/** What the parts around every page know: nothing of the page itself. */
export type ShellProps = Pick<Portal, 'service' | 'services' | 'integrations' | 'hasAnimations'>

/**
 * The bytes of a part that is the same on every page of a service: rendered once for each, and put in as it stands, like
 * the bodies of articles (docs/decisions/003). Nothing within may depend on the request.
 */
export function oncePerService(Part: ComponentType<ShellProps>): (props: ShellProps) => readonly Buffer[] {
  const once = onceWhile<Service, readonly Buffer[]>()
  return (props) => {
    const { service, ...settings } = props
    return once(service, Object.values(settings), () => renderPieces(<Part {...props} />))
  }
}

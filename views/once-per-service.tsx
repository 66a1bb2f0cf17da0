import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Service, Services } from '../src/services/service.ts'

/** What the parts around every page know: nothing of the page itself. */
export interface ShellProps {
  service: Service
  services: Services
}

/**
 * The HTML of a part that is the same on every page of a service: rendered once for each, and put in as it stands, like
 * the bodies of articles (docs/decisions/003). Nothing within may depend on the request.
 */
export function oncePerService(Part: ComponentType<ShellProps>): (props: ShellProps) => string {
  const known = new WeakMap<Services, WeakMap<Service, string>>()
  return ({ service, services }) => {
    const ofServices = known.get(services) ?? new WeakMap<Service, string>()
    known.set(services, ofServices)
    const html = ofServices.get(service) ?? renderToStaticMarkup(<Part service={service} services={services} />)
    ofServices.set(service, html)
    return html
  }
}

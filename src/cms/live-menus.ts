import { onceWhile } from '../content/once-while.ts'
import type { MenuItem, Service, ServiceName } from '../services/service.ts'

/** Menus that come from the CMS, in the place of those that services have by themselves. */
export interface LiveMenus {
  /** The service with the menu it has now: the same object until that changes, for what is made once for each. */
  applied(service: Service): Service
  /** @returns whether it differs from the one before */
  set(service: ServiceName, menu: MenuItem[] | undefined): boolean
}

export function createLiveMenus(): LiveMenus {
  const menus = new Map<ServiceName, { menu: MenuItem[]; written: string }>()
  const once = onceWhile<MenuItem[], Service>()
  return {
    applied(service) {
      const menu = menus.get(service.name)?.menu
      return menu ? once(menu, [service], () => ({ ...service, menu })) : service
    },
    set(service, menu) {
      const written = menu && JSON.stringify(menu)
      if (menus.get(service)?.written === written) return false
      if (menu && written) menus.set(service, { menu, written })
      else menus.delete(service)
      return true
    },
  }
}

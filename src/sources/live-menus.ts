import type { MenuItem, Service, ServiceName } from '../services/service.ts'
import { memoizeByIdentity } from '../system/memoize.ts'

export interface LiveMenus {
  /** The same object until the menu changes, for memoised results. */
  applied(service: Service): Service
  /** @returns whether the menu has changed */
  set(service: ServiceName, menu: MenuItem[] | undefined): boolean
}

export function createLiveMenus(): LiveMenus {
  const menus = new Map<ServiceName, { menu: MenuItem[]; written: string }>()
  const once = memoizeByIdentity<MenuItem[], Service>()
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

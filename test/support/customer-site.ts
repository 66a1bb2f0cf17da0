import { join } from 'node:path'
import { pl } from '../../src/languages/messages/pl.ts'
import { createMessages } from '../../src/languages/messages.ts'
import { type Env, settingNames as namesOf, readEnv as readSettings } from '../../src/portal/settings/env.ts'
import { type ServiceOverride, createServices as withOverrides } from '../../src/services/registry.ts'
import type { MenuItem, Service } from '../../src/services/service.ts'
import { readSite } from '../../src/site/read-site.ts'
import type { Site } from '../../src/site/site.ts'
import type { Memory } from '../../src/system/memory.ts'
import { ROOT } from './root.ts'

/** The services of the customer's site, which the tests know by name. */
export const SERVICE_NAMES = ['post', 'plus', 'rozrywka', 'bizblog', 'akademia', 'autoblog', 'bezprawnik'] as const
export type CustomerService = (typeof SERVICE_NAMES)[number]

/** The customer's site folder, as the portal reads it. */
export const site = await readSite(join(ROOT, 'sites/szpalta'))

/** Its interface texts. */
export const messages = createMessages('pl', pl)

/** Its services, with an operator's settings and menus of a newsroom. */
export function createServices(
  overrides: Partial<Record<CustomerService, ServiceOverride>> = {},
  menus: Partial<Record<CustomerService, MenuItem[]>> = {},
): Record<CustomerService, Service> {
  const services = withOverrides(site.services, { ...overrides })
  const named = SERVICE_NAMES.map((name) => {
    const service = services[name]
    if (!service) throw new Error(`the customer's site has no ${name}`)
    return [name, { ...service, menu: menus[name] ?? service.menu }] as const
  })
  return Object.fromEntries(named) as Record<CustomerService, Service>
}

/** The settings of a process that serves it. */
export function readEnv(variables?: NodeJS.ProcessEnv, memory?: Memory, own: Site = site): Env {
  return readSettings(own, variables, memory)
}

/** The names of its environment variables. */
export const settingNames = namesOf(SERVICE_NAMES)

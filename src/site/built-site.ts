import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Service, ServiceName } from '../services/service.ts'
import type { Site, SiteFiles } from './site.ts'

/** In the folder of the build. */
export const BUILT_SITE_FILE = 'site.json'

interface BuiltSite extends Pick<Site, 'defaultService' | 'group'> {
  id: string
  services: Record<ServiceName, Omit<Service, 'group'>>
}

/** A parsed site as the build keeps it, with the id of its files. */
export function builtSiteText({ defaultService, group, services }: Site, { id }: SiteFiles): string {
  const own = Object.entries(services).map(([name, { group: _, ...service }]) => [name, service] as const)
  const built: BuiltSite = { id, defaultService, group, services: Object.fromEntries(own) }
  return JSON.stringify(built)
}

/** The site as the build has parsed it, if its files are the same. */
export function readBuiltSite(build: string, { id }: SiteFiles): Site | undefined {
  let text: string
  try {
    text = readFileSync(join(build, BUILT_SITE_FILE), 'utf8')
  } catch {
    return undefined
  }
  // Written by `builtSiteText` of the same release.
  const built = JSON.parse(text) as BuiltSite
  if (built.id !== id) return undefined
  const { defaultService, group } = built
  const services = Object.entries(built.services).map(([name, service]) => [name, { ...service, group }] as const)
  return { defaultService, group, services: Object.fromEntries(services) }
}

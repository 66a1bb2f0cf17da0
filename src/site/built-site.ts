import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteData, SiteFiles } from './site.ts'

/** In the folder of the build. */
export const BUILT_SITE_FILE = 'site.json'

interface BuiltSite extends SiteData {
  id: string
}

/** A parsed site as the build keeps it, with the id of its files. */
export function builtSiteText(site: SiteData, { id }: SiteFiles): string {
  const built: BuiltSite = { id, ...site }
  return JSON.stringify(built)
}

/** The site as the build has parsed it, if its files are the same. */
export function readBuiltSite(build: string, { id }: SiteFiles): SiteData | undefined {
  let text: string
  try {
    text = readFileSync(join(build, BUILT_SITE_FILE), 'utf8')
  } catch {
    return undefined
  }
  // Written by `builtSiteText` of the same release.
  const { id: builtId, ...site } = JSON.parse(text) as BuiltSite
  return builtId === id ? site : undefined
}

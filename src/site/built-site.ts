import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteData, SiteFiles } from './site.ts'

/** In the folder of the build. */
export const BUILT_SITE_FILE = 'site.json'

interface BuiltSite extends SiteData {
  id: string
}

/** The id is that of the site's files. */
export function builtSiteText(site: SiteData, { id }: SiteFiles): string {
  const built: BuiltSite = { id, ...site }
  return JSON.stringify(built)
}

/** Undefined when the build's files differ. */
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

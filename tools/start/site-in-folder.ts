import { dirname, resolve } from 'node:path'
import { listenSettings } from '../../src/edge/transport/settings.ts'
import { readSite } from '../../src/site/read-site.ts'
import { siteFolder } from '../../src/site/settings.ts'
import type { Site } from '../../src/site/site.ts'
import { loneWordPress } from '../../src/sources/settings.ts'
import type { RawVariables } from '../../src/system/settings/define-settings.ts'

/** @returns undefined for a WordPress, or a wrong folder */
export async function siteInFolder(variables: RawVariables, build: string): Promise<Site | undefined> {
  if (loneWordPress(variables) !== undefined) return undefined
  return readSite(resolve(dirname(build), siteFolder(variables)), build).catch(() => undefined)
}

/** What is wrong with them the server says. */
export function listenSettingsOf(variables: RawVariables): ReturnType<typeof listenSettings> {
  try {
    return listenSettings(variables)
  } catch {
    return { port: 0, host: 'localhost' }
  }
}

export function contentOf(
  { CONTENT, CMS_URL, NEWSROOM_DIR }: Readonly<Record<string, string | undefined>>,
  site?: Site,
): string {
  if (CONTENT === 'wordpress') return `the articles of the WordPress at ${CMS_URL ?? 'its services’ URLs'}`
  if (CONTENT === 'hub') return `the articles of the hub${CMS_URL ? ` at ${CMS_URL}` : ''}`
  return NEWSROOM_DIR ? `the articles in ${NEWSROOM_DIR}` : `the articles of ${site ? 'its newsroom' : 'the newsroom'}`
}

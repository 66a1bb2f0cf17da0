import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { withoutTrailingSlashes } from '../../src/content/trailing-slashes.ts'
import type { Env } from '../../src/portal/settings/env.ts'
import type { OwnEmbed } from '../../src/services/service.ts'
import { cmsAccounts } from '../../src/sources/upstream/accounts.ts'
import type { TimeZone } from '../../src/system/time-zone.ts'
import { openSiteFolder } from './generators/folder.ts'
import { hugoSource, isHugoFolder } from './generators/hugo.ts'
import { isJekyllFolder, jekyllSource } from './generators/jekyll.ts'
import { ghostSource } from './ghost/source.ts'
import { restSource } from './rest/source.ts'
import { type ImportSource, ImportSourceError } from './source.ts'
import { wxrSource } from './wxr/reader.ts'

export interface ImportPlace {
  zone: TimeZone
  env: Env
  site: string | undefined
  media: string | undefined
  embeds: readonly OwnEmbed[]
  signal: AbortSignal
}

export interface OpenedImport {
  source: ImportSource
  /** The operator's choice wins. */
  format: 'html' | 'markdown'
  isOnWeb: boolean
}

export function isUrl(written: string): boolean {
  return /^https?:\/\//i.test(written)
}

/** @throws {ImportSourceError} */
export async function openImport(sources: readonly string[], place: ImportPlace): Promise<OpenedImport> {
  const [first = ''] = sources
  if (isUrl(first)) return { source: siteSource(first, place), format: 'html', isOnWeb: true }
  for (const file of sources) {
    if (!(await stat(file).catch(() => undefined))) throw new ImportSourceError(`there is no file ${file}`)
  }
  if ((await stat(first)).isDirectory()) return openFolder(first, place)
  if (/\.json$/i.test(first)) {
    const { site, media, embeds } = place
    const source = await ghostSource({ file: first, site: site && withoutTrailingSlashes(site), media, embeds })
    return { source, format: 'html', isOnWeb: false }
  }
  return { source: wxrSource(sources, place.zone), format: 'html', isOnWeb: true }
}

async function openFolder(folder: string, { zone, site, media }: ImportPlace): Promise<OpenedImport> {
  const files = await openSiteFolder(folder)
  const settings = { folder, zone, site, media }
  if (isHugoFolder(files)) return { source: await hugoSource(settings), format: 'markdown', isOnWeb: false }
  if (isJekyllFolder(files)) return { source: await jekyllSource(settings), format: 'markdown', isOnWeb: false }
  const exports = (await readdir(folder)).filter((name) => /\.xml$/i.test(name)).sort()
  if (exports.length === 0) {
    throw new ImportSourceError(`${folder}: no site of Hugo or Jekyll, and no WXR files`)
  }
  return {
    source: wxrSource(
      exports.map((name) => join(folder, name)),
      zone,
    ),
    format: 'html',
    isOnWeb: true,
  }
}

function siteSource(url: string, { env, signal }: ImportPlace): ImportSource {
  // They must not reach another CMS.
  const accounts = cmsAccounts(env.cmsUrls, env.cmsCredentials)
  const configured = accounts.find((account) => new URL(account.url).host === new URL(url).host)
  return restSource(url, accounts.length === 0 ? env.generalCredentials : configured?.credentials, signal)
}

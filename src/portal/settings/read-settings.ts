import { join, resolve } from 'node:path'
import { stateFolder } from '../../features/newsletter/settings.ts'
import { readRedirects, readSite } from '../../site/read-site.ts'
import type { ParsedRedirects } from '../../site/redirects-file.ts'
import { redirectsFile, siteFolder } from '../../site/settings.ts'
import { siteOf } from '../../site/site.ts'
import { loneWordPress } from '../../sources/settings.ts'
import { environment } from '../../system/settings/environment.ts'
import { type Env, readEnv } from './env.ts'

/** What a WordPress without a site folder said of itself at the last start. */
const WORDPRESS_FILE = 'wordpress.json'

/**
 * Without a folder, a WordPress says what the site is (SITE-9).
 * @throws {SiteError | EnvError} with every problem
 */
export async function readSettings(root: string, build = join(root, 'dist')): Promise<Env> {
  const variables = environment()
  const url = loneWordPress(variables)
  const named = redirectsFile(variables)
  const file = named === undefined ? undefined : { file: resolve(root, named) }
  if (url === undefined) {
    const folder = resolve(root, siteFolder(variables))
    const [site, table] = [await readSite(folder, build), await readRedirects(file ?? { folder })]
    return { ...readEnv(site), ...redirectSettings(table) }
  }
  const { readWordPressSite } = await import('../../site/read-wordpress-site.ts')
  const { site, problem } = await readWordPressSite(url, resolve(root, stateFolder(variables), WORDPRESS_FILE))
  const table = file && (await readRedirects(file))
  return {
    ...readEnv(siteOf(site)),
    ...redirectSettings(table),
    siteProblem: problem,
  }
}

function redirectSettings(table: ParsedRedirects | undefined): Pick<Env, 'redirects' | 'redirectLoops'> {
  if (!table) return {}
  const { redirects, loops } = table
  return { redirects, redirectLoops: loops.length > 0 ? loops : undefined }
}

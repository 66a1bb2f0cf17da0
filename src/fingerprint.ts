import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from './env.ts'

/**
 * Of everything that makes the same article another page: the build, and the settings. Pages that were kept under
 * another one are not shown. Nothing secret goes into it.
 * @param root the project's folder
 * @throws when the build is missing
 */
export async function fingerprintOf(root: string, env: Env): Promise<string> {
  const build = await readFile(join(root, 'dist/build-id'), 'utf8')
  return createHash('sha256')
    .update(build)
    .update(JSON.stringify(shownSettings(env)))
    .digest('base64url')
}

/**
 * All settings but those that no page shows, so that one that is added counts. Of keys it counts whether there are any,
 * and as whom the CMS is asked.
 */
function shownSettings({
  port,
  host,
  socket,
  workers,
  logLevel,
  trustProxy,
  isProxyGuessed,
  platform,
  strictTransport,
  unknownHosts,
  clearTexts,
  memory,
  contents,
  pageCache,
  cmsPollInterval,
  cmsCredentials,
  generalCredentials,
  giphy,
  sare,
  subscribersFile,
  metricsToken,
  purgeToken,
  proxies,
  store,
  telemetry,
  errorReports,
  accessLog,
  secrets,
  ...shown
}: Env): object {
  const users = Object.entries(cmsCredentials).map(([name, { user }]) => [name, user])
  return { ...shown, users, giphy: giphy?.apiUrl, sare: sare?.url }
}

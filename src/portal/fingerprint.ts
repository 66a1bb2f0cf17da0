import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from './settings/env.ts'

/**
 * What changes the rendering of an article: pages persisted under another fingerprint are discarded
 * (docs/decisions/103). Contains no secrets.
 * @param hasExtension whether that of the settings is compiled
 * @throws when the build is missing
 */
export async function fingerprintOf(folder: string, env: Env, hasExtension = false): Promise<string> {
  const pages = await readFile(join(folder, 'page-id'), 'utf8')
  return createHash('sha256')
    .update(pages)
    .update(JSON.stringify(shownSettings(env)))
    .update(hasExtension ? 'with the extension' : '')
    .digest('base64url')
}

/** All settings except those that no page shows, so that a new setting counts. Of keys only their presence counts. */
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
  gitNewsroom,
  mediaCache,
  imageMemory,
  cmsPollInterval,
  cmsCredentials,
  generalCredentials,
  giphy,
  // A page's words for its form depend on them.
  mail,
  newsletterProvider,
  newsletterWebhookToken,
  subscribersFile,
  inCluster,
  database,
  searchIndex,
  metricsToken,
  purgeToken,
  proxies,
  ampCaches,
  store,
  releaseFiles,
  edge,
  warmUp,
  telemetry,
  errorReports,
  accessLog,
  secrets,
  siteProblem,
  redirects,
  redirectLoops,
  toHttps,
  ...shown
}: Env): object {
  const users = Object.entries(cmsCredentials).map(([name, { user }]) => [name, user])
  return { ...shown, users, giphy: giphy?.apiUrl, newsletter: newsletterProvider.kind, mails: mail !== undefined }
}

import type { Express, RequestHandler } from 'express'
import { ampPath, writtenPath } from '../content/links.ts'
import { AMP_PREFIX, REMOTE_FOLDER } from '../content/public-paths.ts'
import { forbidCaching } from '../edge/page-cache/policy.ts'
import type { OtherReleases } from '../edge/releases/other-releases.ts'
import type { AmpProviders } from '../integrations/settings.ts'
import type { ObservabilitySettings } from '../observability/settings.ts'
import type { PurgeSettings } from '../purge/settings.ts'
import type { AppDependencies } from './app-dependencies.ts'
import { cacheAs } from './caching.ts'
import { metricsEndpoint, operations, type Readiness } from './handlers/operations.ts'
import { ownFonts, publicFiles, SECURITY_TXT_PATH, securityTxt } from './handlers/public-files.ts'
import { purgeEndpoint } from './handlers/purge.ts'
import { releaseFiles } from './handlers/release-files.ts'
import { lateHandler } from './late-handler.ts'
import { closedPolicy } from './middleware/page-security-headers.ts'
import { ampRoutes } from './route-declarations.ts'
import type { HttpSettings } from './settings.ts'

export function mountAmp(app: Express, dependencies: AppDependencies<{ ampProviders: AmpProviders }>): void {
  const { settings, content, rendering } = dependencies
  const { portal, breaking, ampStyles: styles } = rendering
  const document = {
    reader: content.reader,
    breaking,
    styles,
    integrations: portal.integrations,
    providers: settings.ampProviders,
    report: content.report,
  }
  app.get(
    `${AMP_PREFIX}/*path`,
    lateHandler(async () => (await import('./handlers/amp.ts')).ampArticle(document)),
  )
}

const ampShortcut: RequestHandler<{ path: string[] }> = (request, response) => {
  cacheAs(response, ampRoutes.shortcut.caching.redirect)
  response.redirect(301, ampPath(writtenPath(request.params.path)))
}

/** After the operator's files, which may have a folder of that name. */
export function mountAmpShortcut(app: Express): void {
  app.get('/amp/*path', ampShortcut)
}

export interface Operated {
  readiness: Readiness
  version: string
  /** Reads menus again. */
  onPurgeOfAll(): void
}

export function mountOperations(
  app: Express,
  { settings, purge, bearer, metrics }: AppDependencies<ObservabilitySettings & PurgeSettings>,
  { readiness, version, onPurgeOfAll }: Operated,
): void {
  app.use(['/assets', '/icons', REMOTE_FOLDER], closedPolicy)
  app.use(operations(readiness, version))
  app.get('/metrics', bearer(settings.metricsToken), metricsEndpoint(metrics))
  app.use(purgeEndpoint({ token: settings.purgeToken, purge, onAll: onPurgeOfAll, bearer }))
}

/** Another module serves this build's (`static-files.ts`). */
export function mountReleaseFiles(app: Express, releases: OtherReleases | undefined): void {
  if (releases) app.use('/assets', releaseFiles(releases))
  app.use('/assets', missingFile)
}

/** Another instance may have it. */
const missingFile: RequestHandler = (_request, response) => {
  forbidCaching(response)
  response.status(404).type('text').send('404')
}

/** They win over later ones of the same name. */
export function mountPublicFiles(app: Express, { settings, services, folders }: AppDependencies<HttpSettings>): void {
  for (const folder of folders.public) app.use(publicFiles(folder))
  app.use(ownFonts(folders, services))
  if (settings.securityContacts) app.get(SECURITY_TXT_PATH, securityTxt(settings.securityContacts))
}

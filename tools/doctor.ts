import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withoutTrailingSlashes } from '../src/content/trailing-slashes.ts'
import { mediaSeal } from '../src/features/media/media-seal.ts'
import { remoteMediaOf } from '../src/features/media/wordpress-media.ts'
import { createMediaClient } from '../src/media/remote/media-client.ts'
import { createLog } from '../src/observability/log/log.ts'
import { masking } from '../src/observability/log/redaction.ts'
import { startPortal } from '../src/portal/portal.ts'
import { type Env, EnvError } from '../src/portal/settings/env.ts'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { existingService, servicesWithUrl } from '../src/services/registry.ts'
import type { ServiceName } from '../src/services/service.ts'
import { readSiteFiles } from '../src/site/read-site.ts'
import { siteFolder } from '../src/site/settings.ts'
import { newsroomFolder } from '../src/sources/embedded/newsroom-folder.ts'
import { loneWordPress } from '../src/sources/settings.ts'
import { type CmsAccount, cmsAccounts, credentialSettings } from '../src/sources/upstream/accounts.ts'
import { commandLine } from '../src/system/command-line.ts'
import { environment } from '../src/system/settings/environment.ts'
import { deploymentChecks, type PlaceSettings } from './doctor/checks/deployment.ts'
import { gitNewsroomChecks } from './doctor/checks/git-newsroom.ts'
import { hubChecks } from './doctor/checks/hub.ts'
import { mediaChecks, newsroomImageChecks } from './doctor/checks/media.ts'
import { databaseChecks, mailChecks, newsletterChecks } from './doctor/checks/newsletter.ts'
import { newsroomChecks } from './doctor/checks/newsroom.ts'
import { channelChecks, pageChecks, type RunningPortal } from './doctor/checks/pages.ts'
import { podcastChecks } from './doctor/checks/podcasts.ts'
import { pushChecks } from './doctor/checks/push.ts'
import { redirectChecks, type SiteFolder, siteChecks, siteLinkChecks } from './doctor/checks/site.ts'
import { wordPressChecks } from './doctor/checks/wordpress.ts'
import { type Check, createScreen, type Finding, runChecks, type Screen } from './doctor/run-checks.ts'
import { isAskedForHelp } from './run-command.ts'

const START_LIMIT_MS = 30_000
const BUILD = dirname(fileURLToPath(import.meta.url))
const ROOT = dirname(BUILD)

/** @returns the exit code: 1 when the portal would not work */
async function run(): Promise<number> {
  const env = await readSettings(ROOT)
  const screen = createScreen(process.stdout, masking(env.secrets))
  screen.say(`Checking CONTENT=${env.content} for the service ${env.service}.`)
  let running: Promise<RunningPortal> | undefined
  const portal = (): Promise<RunningPortal> => {
    running ??= start(env)
    return running
  }
  const site = siteOf(env)
  const checks = [
    ...deploymentChecks(placeOf(env), ROOT),
    ...mailChecks(env),
    ...(env.database && env.newsletterProvider.kind === 'own' ? databaseChecks(env.database) : []),
    ...newsletterChecks(env),
    ...pushChecks(env),
    ...redirectChecks(env.redirects?.size, env.redirectLoops),
    ...(site ? siteChecks(site) : []),
    ...sourceChecks(env),
    ...pageChecks(portal),
    ...podcastChecks(existingService(env.services, env.service), portal),
    ...channelChecks(existingService(env.services, env.service), portal),
    ...(site ? siteLinkChecks(site, portal) : []),
  ]
  const findings = await runChecks(checks, screen)
  return conclude(findings, screen)
}

function siteOf(env: Env): SiteFolder | undefined {
  if (loneWordPress(environment()) !== undefined) return undefined
  const { services, service, content } = env
  const path = newsroomFolder(ROOT, env)
  const name = siteFolder(environment())
  return {
    name,
    build: BUILD,
    files: readSiteFiles(resolve(ROOT, name)),
    services,
    service,
    newsroom: content === 'embedded' ? { path, name: relative(ROOT, path) } : undefined,
  }
}

function sourceChecks(env: Env): Check[] {
  const { services } = env
  const accounts = cmsAccounts(env.cmsUrls, env.cmsCredentials).map((account) => ({
    ...account,
    settings: credentialSettings(ownerOf(account, env)),
  }))
  switch (env.content) {
    case 'embedded':
      return [
        ...gitNewsroomChecks(env, Object.keys(services), { root: ROOT, build: BUILD }),
        ...newsroomChecks(
          newsroomFolder(ROOT, env),
          Object.keys(env.services),
          Object.values(env.services)[0]?.timeZone,
        ),
        ...newsroomImageChecks(join(newsroomFolder(ROOT, env), 'images'), env.imageMemory),
      ]
    case 'wordpress':
      return accounts.flatMap((account) => [
        ...wordPressChecks({ ...account, noindex: env.cmsNoindex }),
        ...mediaChecksOf(account.url, env),
      ])
    case 'hub':
      return accounts.flatMap((account) => {
        const homes = account.services.flatMap((name) => {
          const { homePageId } = existingService(services, name)
          return homePageId === undefined ? [] : [{ service: name, path: `/wp-json/hub/v2/page/${homePageId}` }]
        })
        return hubChecks({ ...account, homes, advertises: env.integrations.adNetwork !== undefined })
      })
  }
}

function mediaChecksOf(url: string, env: Env): Check[] {
  const media = remoteMediaOf(env, env.services, mediaSeal(env, ROOT))
  const own = media?.sites.find((site) => withoutTrailingSlashes(site.url.href) === url)
  if (!media || !own) return []
  const ofSite = { ...media, own }
  return mediaChecks(url, ofSite, createMediaClient(ofSite), env.imageMemory)
}

/** When the general credentials are for another host, the first service should have its own. */
function ownerOf({ credentials, services }: CmsAccount, env: Env): ServiceName | undefined {
  if (credentials) return credentials.of
  return env.generalCredentials && services[0]
}

function placeOf(env: Env): PlaceSettings {
  return { ...env, publicHosts: [...new Set(env.publicUrls.map((url) => new URL(url).hostname))] }
}

async function start(env: Env): Promise<RunningPortal> {
  const { database: _database, ...settings } = env
  const own: Env = {
    ...settings,
    host: '127.0.0.1',
    port: 0,
    unknownHosts: 'serve',
    pageCache: { ...env.pageCache, isOn: false },
    subscribersFile: join(tmpdir(), `doctor-${process.pid}.sqlite`),
  }
  // It must send no waiting letter, and fetch no commit.
  delete own.mail
  delete own.gitNewsroom
  own.newsroom = newsroomFolder(ROOT, env)
  const portal = await startPortal(own, ROOT, createLog({ level: 'silent', secrets: env.secrets }))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no content within 30 seconds')), START_LIMIT_MS)
  })
  await Promise.race([portal.ready, late]).finally(() => clearTimeout(timer))
  const origins = servicesWithUrl(env.services).map(({ serviceUrl }) => new URL(serviceUrl).origin)
  // Without a host of its own the CMS has the images (SITE-9).
  const cmsOrigins = Object.values(env.cmsUrls).map((url) => new URL(url).origin)
  return {
    origin: `http://127.0.0.1:${portal.port}`,
    publicOrigins: new Set(origins.filter((origin) => !cmsOrigins.includes(origin))),
  }
}

function conclude(findings: readonly Finding[], screen: Screen): number {
  const [broken, doubtful] = (['bad', 'weak'] as const).map(
    (state) => findings.filter((one) => one.state === state).length,
  )
  if (broken) {
    screen.say(`${broken} to fix. Then run this again.`)
    return 1
  }
  screen.say(doubtful ? `It works; ${doubtful} worth a look.` : `All is well: ${commandLine('start')}`)
  return 0
}

const USAGE = `usage: ${commandLine('doctor')}
   Tries settings, site folder, content, mail and pages, and says what to mend.
`

const [argument, ...others] = process.argv.slice(2)
if (isAskedForHelp(process.argv.slice(2))) {
  process.stdout.write(USAGE)
  process.exit(0)
}
if (argument !== undefined) {
  process.stderr.write(`the doctor takes no "${[argument, ...others].join(' ')}"\n${USAGE}`)
  process.exit(2)
}
run().then(
  // The running portal would keep the process alive after `exitCode`.
  (code) => process.exit(code),
  (error: unknown) => {
    const message = error instanceof EnvError || error instanceof Error ? error.message : String(error)
    process.stderr.write(`${message}\n`)
    process.exit(1)
  },
)

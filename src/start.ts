import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { STYLE_NAMES } from '../amp/extensions.ts'
import { type AppDependencies, createApp } from './app.ts'
import { createContentCache } from './cms/cached.ts'
import { createEmbeddedSource } from './cms/embedded/embedded.ts'
import { createGiphy, giphyMediaOrigins } from './cms/giphy.ts'
import { createHubSource } from './cms/hub/hub.ts'
import { createLibrary } from './cms/library.ts'
import { observed } from './cms/observed.ts'
import type { ContentSource } from './cms/source.ts'
import { loadImageParser } from './content/html/image-html.ts'
import { imageRules } from './content/images.ts'
import type { Problem } from './content/report.ts'
import type { Env } from './env.ts'
import { feedTopics } from './feeds/addresses.ts'
import { createWebSub } from './feeds/websub.ts'
import { createEdge } from './http/edge.ts'
import { holdable } from './http/hold.ts'
import { createMetrics } from './http/metrics.ts'
import type { Readiness } from './http/operations.ts'
import { createPageCache } from './http/page-cache.ts'
import { singleHost } from './http/single-host.ts'
import { strictTransport, type TrustProxy } from './http/strict-transport.ts'
import { createSubscriberDatabase, type SubscriberDatabase } from './newsletter/database.ts'
import { createSare } from './newsletter/sare.ts'
import { createServiceLookup, createServices } from './services/table.ts'

/** Half-open and slow requests end (decision 53). Milliseconds. */
const CONNECTION_TIMES = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 }

/** A running portal. */
export interface Portal {
  server: Server
  port: number
  readiness: Readiness
  /** Resolves when the first content is there. */
  ready: Promise<void>
  /** Lets requests wait for a moment, until what it returns is called. */
  hold(): () => void
  /** Closes the files it holds, once no request needs them. */
  close(): Promise<void>
}

const assetsManifest = z.object({
  styles: z.string(),
  boot: z.string(),
  bootParts: z.array(z.string()),
  fonts: z.array(z.string()),
})
const ampStylesManifest = z.record(z.enum(STYLE_NAMES), z.string())
const packageFile = z.object({ version: z.string() })

/**
 * Wires everything together and listens.
 * @param root the project's folder: `dist/`, `public/` and a relative newsroom folder lie in it
 * @throws when the port cannot be had or the build is missing
 */
export async function startPortal(env: Env, root: string, log: Logger): Promise<Portal> {
  const services = createServices(env.serviceOverrides)
  const serviceOf = createServiceLookup(services, env.service)
  const images = imageRules({
    services,
    cdn: env.cdn,
    template: env.cdnTemplate,
    cropTemplate: env.cdnCropTemplate,
    bucketUrl: env.bucketUrl,
  })
  const assets = assetsManifest.parse(JSON.parse(await readFile(join(root, 'dist/assets.json'), 'utf8')))
  const ampStyles = ampStylesManifest.parse(JSON.parse(await readFile(join(root, 'dist/amp-styles.json'), 'utf8')))
  const { version } = packageFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const newsroom = join(root, env.newsroom)
  const logError = (error: unknown): void => log.error({ err: error }, 'source')
  const report = reporter(log)

  const metrics = createMetrics()
  const library = createLibrary({
    source: observed(createSource(env, newsroom, logError), metrics.asked),
    cache: createContentCache((key, error) => log.error({ key, err: error }, 'content is stale')),
    services,
    images,
    cmsHosts: new Set(Object.values(env.cmsUrls).map((url) => new URL(url).host)),
    ...(env.giphy && { giphy: createGiphy(env.giphy, report) }),
    report,
  })
  const readiness: Readiness = { isReady: false, isDraining: false }
  const pageCache = env.pageCache.isOn ? createPageCache(env.pageCache.bytes) : undefined
  const webSub = env.feeds.hub === undefined ? undefined : createWebSub(env.feeds.hub, logError)
  const keeper = keeperOf(env, root)
  const app = createApp({
    library,
    services,
    serviceOf,
    assets,
    ampStyles,
    integrations: env.integrations,
    feeds: env.feeds,
    mediaOrigins: env.giphy ? giphyMediaOrigins(env.giphy) : [],
    ...keeper,
    folders: {
      assets: join(root, 'dist/assets'),
      public: join(root, 'public'),
      ...(env.cdn.startsWith('/') && { newsroomImages: join(newsroom, 'images') }),
    },
    readiness,
    trustProxy: env.trustProxy,
    metrics,
    ...(env.metricsToken !== undefined && { metricsToken: env.metricsToken }),
    purge: {
      ...(env.purgeToken !== undefined && { token: env.purgeToken }),
      purge: (matches) => {
        library.expire()
        return pageCache?.purge(matches) ?? 0
      },
      onPurge: (service) => void webSub?.publish(feedTopics(service)),
    },
    version,
    log,
    report,
  })
  const cache = pageCache && { cache: pageCache }
  const held = holdable(createEdge({ app, ...cache, counts: metrics.cache, serviceOf, onError: logError }))
  const server = createServer(
    CONNECTION_TIMES,
    singleHost(strictTransport(held.listener, app.get('trust proxy fn') as TrustProxy)),
  )
  await listen(server, env.port, env.host)

  const ready = prepare(library, services[env.service], log).then(() => {
    readiness.isReady = true
  })
  return {
    server,
    port: (server.address() as AddressInfo).port,
    readiness,
    ready,
    hold: held.hold,
    close: async () => keeper.confirmations?.close(),
  }
}

/** The newsletter provider when there is one, else a database of the portal's own. */
function keeperOf(
  env: Env,
  root: string,
): Pick<AppDependencies, 'subscribers'> & { confirmations?: SubscriberDatabase } {
  if (env.sare) return { subscribers: createSare(env.sare) }
  const database = createSubscriberDatabase(resolve(root, env.subscribersFile))
  return { subscribers: database, confirmations: database }
}

function createSource(env: Env, newsroom: string, onError: (error: unknown) => void): ContentSource {
  switch (env.content) {
    case 'embedded':
      return createEmbeddedSource(newsroom, onError)
    case 'hub':
      return createHubSource(env.cmsUrls, env.cmsCredentials)
  }
}

const FIRST_CONTENT_RETRY_MS = 1000

/** The image parser, then the source, then the first home page: what a first reader would otherwise wait for. */
async function prepare(
  library: ReturnType<typeof createLibrary>,
  service: Parameters<typeof library.reader>[0],
  log: Logger,
): Promise<void> {
  loadImageParser()
  for (;;) {
    try {
      await library.prepare()
      await library.reader(service).home()
      return
    } catch (error) {
      log.error({ err: error }, 'no content yet')
      await new Promise((resolve) => setTimeout(resolve, FIRST_CONTENT_RETRY_MS).unref())
    }
  }
}

const MAX_KNOWN_PROBLEMS = 5000

/** One log line for each problem of content, however often a page shows it. */
function reporter(log: Logger): (problem: Problem) => void {
  const known = new Set<string>()
  return (problem) => {
    const key = `${problem.call} ${problem.field} ${problem.kind}`
    if (known.has(key)) return
    if (known.size >= MAX_KNOWN_PROBLEMS) known.clear()
    known.add(key)
    log.warn(problem, 'content')
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

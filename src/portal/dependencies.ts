import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { REMOTE_FOLDER } from '../content/public-paths.ts'
import { UPLOADS } from '../content/upload-paths.ts'
import type { AppDependencies, ContentAccess, Folders, Rendering } from '../http/app-dependencies.ts'
import { enclosedFiles, isPublicWeb } from '../http/enclosed-files.ts'
import { bearerTokens } from '../http/middleware/bearer.ts'
import { sharedLimit } from '../http/middleware/shared-limit.ts'
import { createMediaClient } from '../media/remote/media-client.ts'
import { createServiceLookup } from '../services/registry.ts'
import { newsroomFolder } from '../sources/embedded/newsroom-folder.ts'
import { giphyOrigins } from '../sources/giphy/item.ts'
import type { LiveMenus } from '../sources/live-menus.ts'
import type { RequestSettings } from './app.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { type Opened, rankingOf, siteFolder } from './opened.ts'
import type { Env } from './settings/env.ts'

export function requestSettings(
  settings: ApplicationSettings,
  { telemetry }: Opened,
  menus: LiveMenus,
): RequestSettings {
  const { env, trusts, disbelieve, access, failures, pageCache, pageViews, messages } = settings
  const lookUp = createServiceLookup(env.services, env.service)
  return {
    serviceOf: (host) => menus.applied(lookUp(host)),
    trusts,
    disbelieve,
    access,
    failures,
    messages,
    lifetimes: env.lifetimes,
    tracing: telemetry?.tracing,
    views: pageCache ? undefined : pageViews,
  }
}

export function dependenciesOf(
  settings: ApplicationSettings,
  opened: Opened,
  app: RequestListener,
): AppDependencies<Env> {
  const { env, log } = settings
  const { store, metrics, purging } = opened
  const folders = foldersOf(settings)
  return {
    settings: env,
    services: env.services,
    content: contentAccess(settings, opened, folders, app),
    rendering: renderingOf(settings, opened),
    folders,
    store,
    purge: purging.requested,
    bearer: bearerTokens({ log, store: store && sharedLimit(store, 'wrong-tokens') }),
    log,
    metrics,
  }
}

function foldersOf(settings: ApplicationSettings): Folders {
  const { env, root, build } = settings
  const site = siteFolder(settings)
  return {
    build,
    public: [...(site === undefined ? [] : [join(site, 'public')]), join(root, 'public')],
    site,
    newsroomImages:
      env.cdn.startsWith('/') && env.content === 'embedded' ? join(newsroomFolder(root, env), 'images') : undefined,
  }
}

function contentAccess(
  { env }: ApplicationSettings,
  { content, mostRead, report }: Opened,
  folders: Folders,
  app: RequestListener,
): ContentAccess {
  const { repositories, opened, wordPressMedia } = content
  const { wordpress, embedded } = opened
  const { services } = env
  return {
    reader: repositories.reader,
    report,
    mostRead: rankingOf(mostRead),
    cmsUrlOf: ({ name, settingsOf }) =>
      env.content === 'wordpress' ? (env.cmsUrls[name] ?? env.cmsUrls[settingsOf]) : undefined,
    postComment: env.integrations.comments === undefined ? wordpress?.postComment : undefined,
    sendForm: wordpress?.sendForm,
    unsaved: embedded?.unsaved,
    files: enclosedFiles({
      app,
      services,
      images: folders.newsroomImages !== undefined || wordPressMedia ? `${REMOTE_FOLDER}/` : undefined,
      files: wordPressMedia && UPLOADS,
      publicFolders: folders.public,
      client: createMediaClient({ sites: [], hosts: [] }, {}, isPublicWeb),
    }),
  }
}

function renderingOf({ env }: ApplicationSettings, opened: Opened): Rendering {
  const { built, integrations, report, mostRead, newsletter, ownPush, breaking } = opened
  const origins = env.giphy && giphyOrigins(env.giphy.apiUrl)
  return {
    portal: {
      services: env.services,
      assets: built.assets,
      integrations,
      hasAnimations: origins !== undefined,
      report,
      mostRead: rankingOf(mostRead),
      issues: newsletter.issues,
      newsletter: newsletter.facts,
      push: ownPush && { publicKey: ownPush.publicKey },
    },
    breaking: breaking.stateOf,
    ampStyles: built.ampStyles,
    giphyOrigins: origins,
  }
}

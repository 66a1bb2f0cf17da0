import { resolve } from 'node:path'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { MediaSite, RemoteMedia } from '../../content/remote-media.ts'
import { createDiskCache } from '../../media/remote/disk-cache.ts'
import { createMediaClient, type MediaClient, type MediaNetwork } from '../../media/remote/media-client.ts'
import { createRemoteImages, type RemoteImages } from '../../media/remote/remote-images.ts'
import { hasUrl } from '../../services/registry.ts'
import type { Service, Services } from '../../services/service.ts'
import type { ContentSettings } from '../../sources/settings.ts'
import { cmsFiles } from './cms-files.ts'
import { mediaSeal, type SealSettings } from './media-seal.ts'
import { remoteMedia } from './remote-media.ts'
import type { MediaSettings } from './settings.ts'
import { uploads } from './uploads.ts'

export interface WordPressMedia {
  media: RemoteMedia
  images: RemoteImages
  client: MediaClient
  siteOf: (service: Service) => MediaSite | undefined
  imageHandler(log: Logger): RequestHandler
  fileHandlers(log: Logger): RequestHandler[]
}

interface WordPressMediaSettings {
  root: string
  log: Logger
  network: MediaNetwork | undefined
  isLinkHost(url: string, host: string): boolean
}

const FORM_BYTES = 64 * 1024 * 1024

export function openWordPressMedia(
  env: MediaSettings & SealSettings & Pick<ContentSettings, 'cmsUrls'> & { workers: number },
  services: Services,
  { root, log, network, isLinkHost }: WordPressMediaSettings,
): WordPressMedia | undefined {
  const media = remoteMediaOf(env, services, mediaSeal(env, root), isLinkHost)
  if (!media) return undefined
  const client = createMediaClient(media, network)
  const disk =
    env.mediaCache &&
    createDiskCache({
      folder: resolve(root, env.mediaCache.folder),
      maxBytes: env.mediaCache.bytes,
      processes: env.workers,
      onProblem: (error) =>
        log.warn(
          { err: error, folder: env.mediaCache?.folder },
          'MEDIA_CACHE_DIR cannot be written: images are kept in memory only',
        ),
    })
  const images = createRemoteImages(client, FORM_BYTES, env.imageMemory, disk)
  const siteOf: WordPressMedia['siteOf'] = ({ name, settingsOf }) =>
    media.sites.find((site) => site.services.has(name)) ?? media.sites.find((site) => site.services.has(settingsOf))
  return {
    ...{ media, client, images, siteOf },
    imageHandler: (log) => remoteMedia(media, images, log),
    fileHandlers: (log) => [uploads(siteOf, client, log), cmsFiles(siteOf, client, log)],
  }
}

/** Each WordPress comes once, with its services' public hosts. */
export function remoteMediaOf(
  { cmsUrls, mediaHosts }: Pick<ContentSettings, 'cmsUrls'> & Pick<MediaSettings, 'mediaHosts'>,
  services: Services,
  seal: RemoteMedia['seal'],
  isLinkHost: WordPressMediaSettings['isLinkHost'] = () => false,
): RemoteMedia | undefined {
  const names = new Map<string, string[]>()
  for (const [name, url] of Object.entries(cmsUrls)) names.set(url, [...(names.get(url) ?? []), name])
  const sites = [...names].map(([url, [first = '', ...rest]]): MediaSite => {
    const own = new Set([first, ...rest])
    const hosts = Object.values(services)
      .filter(({ name }) => own.has(name))
      .filter(hasUrl)
      .map(({ serviceUrl }) => new URL(serviceUrl).host)
    return {
      name: first,
      services: own,
      url: new URL(url),
      hosts: new Set(hosts),
      hasLinksOn: (host) => isLinkHost(url, host),
    }
  })
  const [own] = sites
  return own && { sites, own, hosts: mediaHosts, seal }
}

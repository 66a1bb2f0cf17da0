import { join } from 'node:path'
import type { Logger } from 'pino'
import { type ImageRules, imageRules } from '../content/image-rules.ts'
import type { ContentRepository } from '../content/repository.ts'
import { mediaSeal } from '../features/media/media-seal.ts'
import { remoteMediaOf } from '../features/media/wordpress-media.ts'
import { imageSizes } from '../media/measured-images.ts'
import type { HostWatch } from '../observability/host-watch.ts'
import { problemLog } from '../observability/log/problem-log.ts'
import type { Service } from '../services/service.ts'
import { createContentCache } from '../sources/cache/content-cache.ts'
import { createContentRepositories } from '../sources/content-repositories.ts'
import { newsroomFolder } from '../sources/embedded/newsroom-folder.ts'
import { openSource } from '../sources/open-source.ts'
import { elapsed } from '../system/clock.ts'
import type { Env } from './settings/env.ts'

const UNWATCHED: HostWatch = { tried: () => {}, refused: () => {}, breaker: () => {} }

/** Reads the content as pages do, for a command, which has no portal. */
export async function openIssueContents(
  env: Env,
  root: string,
  log: Logger,
): Promise<{ images: ImageRules; reader(service: Service): ContentRepository }> {
  const newsroom = newsroomFolder(root, env)
  const { services } = env
  const remote = env.content === 'wordpress' ? remoteMediaOf(env, services, mediaSeal(env, root)) : undefined
  const images = imageRules({
    services,
    cdn: env.cdn,
    template: env.cdnTemplate,
    mailTemplate: env.cdnMailTemplate,
    bucketUrl: env.bucketUrl,
    remote,
  })
  const { source } = await openSource(env, {
    newsroom,
    hosts: {},
    watch: UNWATCHED,
    clock: elapsed,
    log,
    sizeOf: imageSizes(join(newsroom, 'images')),
  })
  await source.prepare()
  const cache = createContentCache((key, error) => log.warn({ key, err: error }, 'content is stale'))
  const report = problemLog(log)
  const repositories = createContentRepositories({ source, cache, services, images, cmsUrls: env.cmsUrls, report })
  return { images, reader: (service) => repositories.reader(service) }
}

import { redirect } from 'react-router-dom'
import type { Page } from '../../src/content/home-block.ts'
import { publicPath } from '../../src/content/links.ts'
import { isMissing } from '../../src/content/repository.ts'
import { wordPressQueryTarget } from '../../src/content/wordpress-paths.ts'
import { feedPath } from '../../src/seo/feed-path.ts'
import { buildHead, type HeadModel } from '../../src/seo/head.ts'
import { homeGraph } from '../../src/seo/structured-data/graph.ts'
import { existingService, hasUrl } from '../../src/services/registry.ts'
import type { Service, ServiceName } from '../../src/services/service.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import type { Portal } from '../context.ts'
import type { LoaderArgs, PageDataOf } from '../page-data.ts'
import { hostOf, notFound, redirectUnlessCanonical } from './missing.ts'
import { withMostRead } from './most-read.ts'

type LoadedHome = Promise<PageDataOf<'home'>>

export async function homeLoader({ portal, url }: LoaderArgs): LoadedHome {
  await leadOn(portal, url.searchParams)
  return loadHome(portal, portal.service)
}

/** Follows queries of a WordPress (SRC-23). */
async function leadOn(portal: Portal, query: URLSearchParams): Promise<void> {
  const { service } = portal
  const target = query.size > 0 ? wordPressQueryTarget(query, service) : undefined
  switch (target?.to) {
    case undefined:
      return
    case 'path':
      throw redirect(target.path, 301)
    case 'feed':
      throw redirect(feedPath(target.format), 301)
    case 'lookup': {
      const missing = await portal.reader(service).shortLink(target.query)
      if (missing?.movedTo !== undefined) throw redirect(publicPath(missing.movedTo, service), 301)
      // Without a WordPress the parameter means nothing.
      if (missing) throw await notFound(portal, missing)
    }
  }
}

/** Other hosts redirect (PAGE-2). */
export function sisterHomeLoader(name: ServiceName, path: string) {
  return async ({ portal, url }: LoaderArgs): LoadedHome => {
    const sister = existingService(portal.services, name)
    if (hasUrl(sister) && hostOf(sister) !== hostOf(portal.service)) {
      throw redirect(`${sister.serviceUrl}/`, 301)
    }
    redirectUnlessCanonical(url, path)
    return loadHome(portal, sister)
  }
}

async function loadHome(portal: Portal, service: Service): LoadedHome {
  const home = await portal.reader(service).home()
  if (isMissing(home)) throw await notFound(portal, home)
  const about = homes(home, [service], () => {
    const head = buildHead({ service, path: '/', seo: home.seo })
    return { head, jsonLd: homeGraph(home, head, service) }
  })
  return { page: 'home', service, home: await withMostRead(home, portal, service), ...about }
}

/** Once per revision (docs/decisions/028). */
const homes = memoizeByIdentity<Page, { head: HeadModel; jsonLd: object }>()

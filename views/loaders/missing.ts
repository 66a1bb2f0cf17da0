import { redirect } from 'react-router-dom'
import { DEFAULT_MOST_READ } from '../../src/content/most-read.ts'
import { cmsPath } from '../../src/content/public-paths.ts'
import type { Missing } from '../../src/content/repository.ts'
import { buildHead, type HeadModel } from '../../src/seo/head.ts'
import { hasUrl, serviceAt } from '../../src/services/registry.ts'
import type { Service, Services } from '../../src/services/service.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import type { Portal } from '../context.ts'
import { NotFound } from '../page-data.ts'
import { mostRead } from './most-read.ts'

/** Newest articles (PAGE-29). */
const OFFERED = 4

const headsOfMissing = memoizeByIdentity<Service, HeadModel>()

/** Loaders throw it (PAGE-20, PAGE-22). */
export async function notFound(portal: Portal, { redirectLink }: Missing, url?: URL): Promise<NotFound> {
  const { service, services } = portal
  const currentPath = url?.pathname ?? '/'
  const head = headsOfMissing(service, [], () =>
    buildHead({ service, path: '/', title: service.messages.notFound.title, isNoindex: true }),
  )
  const redirectTo = redirectTarget(redirectLink, { path: currentPath, service, services })
  const [popular, newest] = await Promise.all([
    mostRead(portal, service, DEFAULT_MOST_READ),
    // Offers must not make the page fail.
    portal
      .reader(service)
      .newest()
      .catch(() => []),
  ])
  return new NotFound({ head, mostRead: popular, newest: newest.slice(0, OFFERED), redirectTo })
}

interface MissingPage {
  path: string
  service: Service
  services: Services
}

/**
 * Takes hosts of the group alone (PAGE-22).
 * @returns undefined: it is the missing page
 */
export function redirectTarget(
  redirectLink: string | undefined,
  { path, service, services }: MissingPage,
): string | undefined {
  const origin = hasUrl(service) ? service.serviceUrl : undefined
  const target = redirectLink ? URL.parse(redirectLink, origin) : null
  const owner = target?.username === '' ? serviceAt(services, target) : undefined
  const current = pageOf(path, service)
  const isSameHost = target?.host === (origin === undefined ? undefined : new URL(origin).host)
  if (target && owner && !(isSameHost && pageOf(target.pathname, service) === current)) return target.href
  return current === '/' ? undefined : '/'
}

function pageOf(path: string, { homeAlias }: Service): string {
  const page = cmsPath(path).replace(/\/page\/[01]$/, '')
  return page === '' || page === homeAlias ? '/' : page
}

/** @throws {Response} a permanent redirect (PAGE-5) */
export function redirectUnlessCanonical(url: URL, canonicalPath: string): void {
  if (comparable(url.pathname) !== comparable(canonicalPath)) throw redirect(canonicalPath + url.search, 301)
}

/** The case of escapes is ignored. */
function comparable(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase())
}

export function hostOf(service: Service): string | undefined {
  return hasUrl(service) ? new URL(service.serviceUrl).host : undefined
}

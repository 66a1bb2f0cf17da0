import { isNewsletterNotice, NOTICE_PARAMETER } from '../../content/newsletter.ts'
import { AMP_PARAMETER } from '../../content/public-paths.ts'
import type { Parameter, RequestKind, Route } from './route.ts'

export interface Target {
  /** With parameters in a fixed order. */
  url: string
  isWhole: boolean
}

export interface RouteTable {
  /** In order of precedence. */
  declared: readonly Route[]
  /** @param path without a query */
  at(path: string): Route | undefined
  kindOf(url: string): RequestKind | undefined
  isCacheable(url: string): boolean
  targetOf(url: string): Target
}

export type Place = { at: string } | { below: string } | { like: RegExp }

const MAX_URL_LENGTH = 2048

export function createRouteTable(declared: readonly Route[]): RouteTable {
  const rows = declared.map((route) => ({ route, matches: matcherOf(placeOf(route)) }))
  const at = (path: string): Route | undefined => rows.find(({ matches }) => matches(path))?.route
  return {
    declared,
    at,
    kindOf(url) {
      const { queue = 'page' } = at(pathOf(url)) ?? {}
      return queue === 'none' ? undefined : queue
    },
    isCacheable: (url) => url.length <= MAX_URL_LENGTH && url.startsWith('/') && at(pathOf(url))?.isDirect !== true,
    targetOf(url) {
      const path = pathOf(url)
      if (path === url) return { url, isWhole: true }
      const query = new URLSearchParams(url.slice(path.length))
      const counted = countedIn(at(path), query)
      return {
        url: counted.length === 0 ? path : `${path}?${counted.join('&')}`,
        isWhole: query.size === counted.length,
      }
    },
  }
}

export function placeOf({ path, like }: Pick<Route, 'path' | 'like'>): Place {
  if (like) return { like }
  const [, below] = /^([^:*]*\/)\*\w+$/.exec(path) ?? []
  if (below !== undefined) return { below }
  if (!/[:*]/.test(path)) return { at: path }
  const pattern = path.replace(/[.]/g, '\\.').replace(/\*\w+/g, '.+').replace(/:\w+/g, '[^/]+')
  return { like: new RegExp(`^${pattern}$`) }
}

function matcherOf(place: Place): (path: string) => boolean {
  if ('at' in place) return (path) => path === place.at
  if ('below' in place) return (path) => path.startsWith(place.below)
  return (path) => place.like.test(path)
}

function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

function countedIn(route: Route | undefined, query: URLSearchParams): string[] {
  const all = (route?.parameters ?? []).flatMap((parameter) => valuesOf(parameter, query, route?.counts))
  const counted = route?.counts === 'choice' ? all.slice(0, 1) : all
  if (!route?.hasNotice) return counted
  const notice = query.get(NOTICE_PARAMETER)
  return [
    ...counted,
    ...(query.has(AMP_PARAMETER) ? [AMP_PARAMETER] : []),
    // Any other notice would be an unbounded cache key.
    ...(isNewsletterNotice(notice) ? [`${NOTICE_PARAMETER}=${notice}`] : []),
  ]
}

function valuesOf({ name, form, isValue }: Parameter, query: URLSearchParams, counts: Route['counts']): string[] {
  const values = query.getAll(name).slice(0, counts === 'two' ? 2 : 1)
  return values
    .filter((value) => (form?.test(value) ?? true) && (isValue?.(value) ?? true))
    .map((value) => `${name}=${encodeURIComponent(value)}`)
}

import { matchRoutes, type RouteObject } from 'react-router-dom'
import { NEWSLETTER_PATH } from '../src/content/issue-id.ts'
import { CMS_FOLDERS, LIST_KINDS } from '../src/content/links.ts'
import { DATED_PATH } from '../src/content/public-paths.ts'
import { followPath } from '../src/languages/language.ts'
import type { Services } from '../src/services/service.ts'
import { articleLoader, previewLoader } from './loaders/article.ts'
import { homeLoader, sisterHomeLoader } from './loaders/home.ts'
import {
  FIXED_PAGE_NAMES,
  FIXED_PAGES,
  fixedPageLoader,
  followLoader,
  issueLoader,
  issuesLoader,
  listLoader,
} from './loaders/or-article.ts'
import { searchLoader } from './loaders/search.ts'
import type { LoaderArgs, PageData } from './page-data.ts'

export interface PageRoute extends Pick<RouteObject, 'caseSensitive'> {
  path: string
  /** @throws a redirect, or `NotFound` */
  load(args: LoaderArgs): Promise<PageData>
}

const home: PageRoute = { path: '/', load: homeLoader }
const newsletter: PageRoute[] = [
  { path: NEWSLETTER_PATH, load: issuesLoader },
  { path: `${NEWSLETTER_PATH}/:issue`, load: issueLoader },
]
const search: PageRoute = { path: '/search', load: searchLoader }

/** The CMS' folders redirect (PAGE-7, LANG-6). */
function lists(services: Services): PageRoute[] {
  const folders = [CMS_FOLDERS, ...Object.values(services).map(({ paths }) => paths)].flatMap((words) =>
    LIST_KINDS.map((kind) => words[kind]),
  )
  return [...new Set(folders)].flatMap((folder) => {
    const load = listLoader(folder)
    return [`/${folder}/:slug`, `/${folder}/:slug/page/:page`].map((path) => ({
      path,
      load,
      caseSensitive: true,
    }))
  })
}

function fixedPages(services: Services): PageRoute[] {
  return FIXED_PAGE_NAMES.flatMap((name) => {
    const paths = new Set(Object.values(services).flatMap((service) => FIXED_PAGES[name].pathOf(service) ?? []))
    return [...paths].map((path) => ({
      path,
      load: fixedPageLoader(name, path),
      caseSensitive: true,
    }))
  })
}

function followedLists(services: Services): PageRoute[] {
  return [...new Set(Object.values(services).map(followPath))].map((path) => ({
    path: `${path}/:folder/:slug`,
    load: followLoader(path),
    caseSensitive: true,
  }))
}

const aliases = (services: Services): PageRoute[] =>
  Object.values(services).flatMap(({ name, homeAlias }) =>
    homeAlias === undefined ? [] : [{ path: homeAlias, load: sisterHomeLoader(name, homeAlias) }],
  )
const article: PageRoute = { path: '*', load: articleLoader }

const ownRoutesOf = (services: Services): PageRoute[] => [
  home,
  ...lists(services),
  search,
  ...newsletter,
  ...fixedPages(services),
  ...followedLists(services),
  ...aliases(services),
]

export interface MatchedRoute {
  route: PageRoute
  params: LoaderArgs['params']
}

export const PREVIEW: MatchedRoute = { route: { path: '*', load: previewLoader }, params: {} }

/** No other route matches. */
const ARTICLE: MatchedRoute = { route: article, params: {} }

/** React Router ranks all routes at each call, so it gets few. */
export function createMatcher(services: Services): (pathname: string) => MatchedRoute {
  const routes = ownRoutesOf(services)
  const byStart = new Map<string, PageRoute[]>()
  for (const route of routes) {
    const start = startOf(route.path)
    byStart.set(start, [...(byStart.get(start) ?? []), route])
  }
  return (pathname) => {
    if (DATED_PATH.test(pathname)) return ARTICLE
    // An escaped path may match any route.
    const candidates = pathname.includes('%') ? routes : byStart.get(startOf(pathname))
    return (candidates && matchRoutes(candidates, pathname)?.[0]) ?? ARTICLE
  }
}

function startOf(path: string): string {
  return (path.split('/', 2)[1] ?? '').toLowerCase()
}

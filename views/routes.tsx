import type { RouteObject } from 'react-router-dom'
import type { Services } from '../src/services/service.ts'
import { Layout } from './document/layout.tsx'
import { archiveLoader, articleLoader, homeLoader, searchLoader, sisterHomeLoader } from './loaders.ts'
import { ArchivePage } from './pages/archive.tsx'
import { ArticlePage } from './pages/article.tsx'
import { ErrorPage } from './pages/error.tsx'
import { HomePage } from './pages/home.tsx'
import { SearchPage } from './pages/search.tsx'

const category = archiveLoader('category', '/kategoria')
const tag = archiveLoader('tag', '/tag')
const author = archiveLoader('author', '/author')

/** The routes of every site: path, loader, page (PAGE-1 to PAGE-11). */
const pages: RouteObject[] = [
  { path: '/', loader: homeLoader, element: <HomePage /> },
  { path: '/kategoria/:slug', loader: category, element: <ArchivePage />, caseSensitive: true },
  { path: '/kategoria/:slug/page/:page', loader: category, element: <ArchivePage />, caseSensitive: true },
  { path: '/tag/:slug', loader: tag, element: <ArchivePage />, caseSensitive: true },
  { path: '/tag/:slug/page/:page', loader: tag, element: <ArchivePage />, caseSensitive: true },
  { path: '/author/:slug', loader: author, element: <ArchivePage />, caseSensitive: true },
  { path: '/author/:slug/page/:page', loader: author, element: <ArchivePage />, caseSensitive: true },
  { path: '/search', loader: searchLoader, element: <SearchPage /> },
]
/** Homes that can be reached on every host (PAGE-2). */
const aliases = (services: Services): RouteObject[] =>
  Object.values(services).flatMap(({ name, homeAlias }) =>
    homeAlias === undefined
      ? []
      : [{ path: homeAlias, loader: sisterHomeLoader(name, homeAlias), element: <HomePage /> }],
  )
/** Any other path. */
const article: RouteObject = { path: '*', loader: articleLoader, element: <ArticlePage /> }

const ERROR = (
  <Layout>
    <ErrorPage />
  </Layout>
)

/** Wraps a page in the shell, with its error page. One level only, because nested routes cost the router time. */
const inShell = ({ element, ...route }: RouteObject): RouteObject => ({
  ...route,
  element: <Layout>{element}</Layout>,
  errorElement: ERROR,
})

export const routesOf = (services: Services): RouteObject[] => [...pages, ...aliases(services), article].map(inShell)

/**
 * The routes for a path that begins with a date, which only articles have: otherwise the router tries every route for
 * each page.
 */
export const datedRoutes = [inShell(article)]

import type { RouteObject } from 'react-router-dom'
import { Layout } from './layout.tsx'
import { archiveLoader, articleLoader, homeLoader, searchLoader, sisterHomeLoader } from './loaders.ts'
import { ArchivePage } from './pages/archive.tsx'
import { ArticlePage } from './pages/article.tsx'
import { ErrorPage } from './pages/error.tsx'
import { HomePage } from './pages/home.tsx'
import { SearchPage } from './pages/search.tsx'

const category = archiveLoader('category', '/kategoria')
const tag = archiveLoader('tag', '/tag')
const author = archiveLoader('author', '/author')

/** The one map of the site: path, loader, page (spec 2, "Routes"). */
const pages: RouteObject[] = [
  { path: '/', loader: homeLoader, element: <HomePage /> },
  { path: '/plus', loader: sisterHomeLoader('plus', '/plus'), element: <HomePage /> },
  { path: '/tech', loader: sisterHomeLoader('post', '/tech'), element: <HomePage /> },
  { path: '/kategoria/:slug', loader: category, element: <ArchivePage />, caseSensitive: true },
  { path: '/kategoria/:slug/page/:page', loader: category, element: <ArchivePage />, caseSensitive: true },
  { path: '/tag/:slug', loader: tag, element: <ArchivePage />, caseSensitive: true },
  { path: '/tag/:slug/page/:page', loader: tag, element: <ArchivePage />, caseSensitive: true },
  { path: '/author/:slug', loader: author, element: <ArchivePage />, caseSensitive: true },
  { path: '/author/:slug/page/:page', loader: author, element: <ArchivePage />, caseSensitive: true },
  { path: '/search', loader: searchLoader, element: <SearchPage /> },
]
/** Any path that is nothing else. */
const article: RouteObject = { path: '*', loader: articleLoader, element: <ArticlePage /> }

const ERROR = (
  <Layout>
    <ErrorPage />
  </Layout>
)

/** Every page in the shell, and what stands there when it cannot be had. One level: the router works for each. */
const inShell = ({ element, ...route }: RouteObject): RouteObject => ({
  ...route,
  element: <Layout>{element}</Layout>,
  errorElement: ERROR,
})

export const routes = [...pages, article].map(inShell)

/**
 * The same map for an address that begins with a date, which nothing but an article has: the router goes through all of
 * its routes for each page, again and again.
 */
export const datedRoutes = [inShell(article)]

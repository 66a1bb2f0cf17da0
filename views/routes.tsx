import { type RouteObject, useLoaderData } from 'react-router-dom'
import { NEWSLETTER_PATH } from '../src/content/issue-id.ts'
import { CMS_FOLDERS, LIST_KINDS } from '../src/content/links.ts'
import type { Services } from '../src/services/service.ts'
import { Layout } from './document/layout.tsx'
import { articleLoader, previewLoader } from './loaders/article.ts'
import { homeLoader, sisterHomeLoader } from './loaders/home.ts'
import {
  FIXED_PAGE_NAMES,
  FIXED_PAGES,
  type FixedPageName,
  fixedPageLoader,
  issueLoader,
  issuesLoader,
  listLoader,
} from './loaders/or-article.ts'
import { searchLoader } from './loaders/search.ts'
import type { PageDataOf } from './page-data.ts'
import { ArchivePage } from './pages/archive.tsx'
import { ArticlePage, PreviewPage } from './pages/article.tsx'
import { ErrorPage } from './pages/error.tsx'
import { HomePage } from './pages/home.tsx'
import { IssuePage, IssuesPage } from './pages/issue.tsx'
import { PrivacyPage } from './pages/privacy.tsx'
import { SavedPage } from './pages/saved.tsx'
import { SearchPage } from './pages/search.tsx'

const home: RouteObject = { path: '/', loader: homeLoader, element: <HomePage /> }
const newsletter: RouteObject[] = [
  { path: NEWSLETTER_PATH, loader: issuesLoader, element: <IssueOrArticle /> },
  { path: `${NEWSLETTER_PATH}/:issue`, loader: issueLoader, element: <IssueOrArticle /> },
]
const search: RouteObject = { path: '/search', loader: searchLoader, element: <SearchPage /> }

/** Folders of the CMS redirect to the service's (PAGE-7, LANG-6). */
function lists(services: Services): RouteObject[] {
  const folders = [CMS_FOLDERS, ...Object.values(services).map(({ paths }) => paths)].flatMap((words) =>
    LIST_KINDS.map((kind) => words[kind]),
  )
  return [...new Set(folders)].flatMap((folder) => {
    const loader = listLoader(folder)
    return [`/${folder}/:slug`, `/${folder}/:slug/page/:page`].map((path) => ({
      path,
      loader,
      element: <ListOrArticle />,
      caseSensitive: true,
    }))
  })
}

function fixedPages(services: Services): RouteObject[] {
  return FIXED_PAGE_NAMES.flatMap((name) => {
    const paths = new Set(Object.values(services).map(FIXED_PAGES[name].pathOf))
    return [...paths].map((path) => ({
      path,
      loader: fixedPageLoader(name, path),
      element: <FixedOrArticle />,
      caseSensitive: true,
    }))
  })
}

function FixedOrArticle() {
  const { page } = useLoaderData<PageDataOf<FixedPageName | 'archive' | 'article'>>()
  if (page === 'saved') return <SavedPage />
  return page === 'privacy' ? <PrivacyPage /> : <ListOrArticle />
}

function ListOrArticle() {
  return useLoaderData<PageDataOf<'archive' | 'article'>>().page === 'archive' ? <ArchivePage /> : <ArticlePage />
}

function IssueOrArticle() {
  const { page } = useLoaderData<PageDataOf<'issue' | 'issues' | 'archive' | 'article'>>()
  if (page === 'issue') return <IssuePage />
  return page === 'issues' ? <IssuesPage /> : <ListOrArticle />
}

const aliases = (services: Services): RouteObject[] =>
  Object.values(services).flatMap(({ name, homeAlias }) =>
    homeAlias === undefined
      ? []
      : [{ path: homeAlias, loader: sisterHomeLoader(name, homeAlias), element: <HomePage /> }],
  )
const article: RouteObject = { path: '*', loader: articleLoader, element: <ListOrArticle /> }

const ERROR = (
  <Layout>
    <ErrorPage />
  </Layout>
)

/** Nested routes cost the router time. */
const inShell = ({ element, ...route }: RouteObject): RouteObject => ({
  ...route,
  element: <Layout>{element}</Layout>,
  errorElement: ERROR,
})

export const routesOf = (services: Services): RouteObject[] =>
  [home, ...lists(services), search, ...newsletter, ...fixedPages(services), ...aliases(services), article].map(inShell)

/** Only articles' paths begin with a date, so the router tries nothing else. */
export const datedRoutes = [inShell(article)]

export const previewRoutes = [inShell({ path: '*', loader: previewLoader, element: <PreviewPage /> })]

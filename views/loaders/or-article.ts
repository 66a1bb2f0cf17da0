import { createElement, type ReactElement } from 'react'
import { ISSUE_ID, issuePath, NEWSLETTER_PATH } from '../../src/content/issue-id.ts'
import { CMS_FOLDERS, LIST_KINDS, listPath } from '../../src/content/links.ts'
import { cmsPath } from '../../src/content/public-paths.ts'
import { isMissing } from '../../src/content/repository.ts'
import { archiveKeys } from '../../src/content/surrogate-keys.ts'
import { accessibilityPath, followPath, privacyPath, savedPath } from '../../src/languages/language.ts'
import type { Messages } from '../../src/languages/messages.ts'
import { buildHead, type HeadModel } from '../../src/seo/head.ts'
import type { Service } from '../../src/services/service.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import type { LoaderArgs, PageDataOf } from '../page-data.ts'
import type { FollowedList } from '../pages/follow.tsx'
import { loadArchive } from './archive.ts'
import { articleLoader } from './article.ts'
import { notFound, redirectUnlessCanonical } from './missing.ts'

/** Any may be an article's. */
type OrArticle<P extends 'issue' | 'issues' | 'fixed' | 'privacy' | 'saved' = never> = Promise<
  PageDataOf<P | 'archive' | 'article'>
>

export function listLoader(folder: string) {
  return async (args: LoaderArgs): OrArticle => {
    const { paths } = args.portal.service
    // The CMS' form redirects (LANG-6).
    const kind = [paths, CMS_FOLDERS].flatMap((folders) => LIST_KINDS.filter((one) => folders[one] === folder))[0]
    if (kind === 'series' && !(await isSeries(args))) return articleLoader(args)
    return kind === undefined ? articleLoader(args) : loadArchive(kind, args)
  }
}

/** Other paths may be articles' (SERIES-2). */
async function isSeries({ portal, params }: LoaderArgs): Promise<boolean> {
  return !isMissing(await portal.reader(portal.service).archive('series', params.slug ?? '', 0))
}

/** Other paths are articles' (ISSUE-17). */
export async function issueLoader(args: LoaderArgs): OrArticle<'issue'> {
  const { portal, params, url } = args
  const { service, issues } = portal
  const { issue: id = '' } = params
  const isPath = url.pathname === issuePath(id)
  const issue = issues && isPath && ISSUE_ID.test(id) ? await issues.issue(service, id) : undefined
  if (!issue) return articleLoader(args)
  const path = issuePath(issue.id)
  const head = buildHead({ service, path, title: issue.subject, description: issue.preheader, isNoindex: true })
  return { page: 'issue', service, head, issue }
}

export async function issuesLoader(args: LoaderArgs): OrArticle<'issues'> {
  const { service, issues: archive } = args.portal
  const isPath = args.url.pathname === NEWSLETTER_PATH
  const issues = archive && isPath ? await archive.latest(service) : []
  if (issues.length === 0) return articleLoader(args)
  const title = service.messages.newsletter.label
  const head = buildHead({ service, path: NEWSLETTER_PATH, title, isNoindex: true })
  return { page: 'issues', service, head, issues }
}

interface FixedPage {
  /** Undefined: no such page. */
  pathOf(service: Service): string | undefined
  texts(messages: Messages): { title: string; lead: string }
  isNoindex: boolean
}

export const FIXED_PAGES = {
  privacy: { pathOf: privacyPath, texts: ({ privacy }) => privacy, isNoindex: false },
  saved: { pathOf: savedPath, texts: ({ saved }) => saved, isNoindex: true },
  follow: { pathOf: followPath, texts: ({ follow }) => follow, isNoindex: false },
  accessibility: {
    pathOf: (service) => (service.group.accessibility ? accessibilityPath(service) : undefined),
    texts: ({ accessibility }) => accessibility,
    isNoindex: false,
  },
} as const satisfies Record<string, FixedPage>
export type FixedPageName = keyof typeof FIXED_PAGES
export const FIXED_PAGE_NAMES: readonly FixedPageName[] = ['privacy', 'saved', 'follow', 'accessibility']

const heads = {
  privacy: memoizeByIdentity<Service, HeadModel>(),
  saved: memoizeByIdentity<Service, HeadModel>(),
  follow: memoizeByIdentity<Service, HeadModel>(),
  accessibility: memoizeByIdentity<Service, HeadModel>(),
}

/** The site's own page wins (CONS-24, AID-5). */
export function fixedPageLoader(name: FixedPageName, path: string) {
  const { pathOf, texts, isNoindex }: FixedPage = FIXED_PAGES[name]
  return async (args: LoaderArgs): OrArticle<'fixed' | 'privacy' | 'saved'> => {
    const { service, reader } = args.portal
    if (pathOf(service) !== path) return articleLoader(args)
    const own = await reader(service).article(cmsPath(path))
    const isOwn = !isMissing(own) || own.movedTo !== undefined || own.list !== undefined
    if (isOwn) return articleLoader(args)
    const { title, lead } = texts(service.messages)
    const head = heads[name](service, [], () => buildHead({ service, path, title, description: lead, isNoindex }))
    if (name === 'privacy' || name === 'saved') return { page: name, service, head }
    return { page: 'fixed', service, head, keys: [], body: await bodyOf(name) }
  }
}

/** Few readers open them. */
async function bodyOf(name: 'follow' | 'accessibility', list?: FollowedList): Promise<ReactElement> {
  if (name === 'accessibility') return createElement((await import('../pages/accessibility.tsx')).AccessibilityPage)
  return createElement((await import('../pages/follow.tsx')).FollowPage, { list })
}

/** @param path of the page to follow all (FOLLOW-2) */
export function followLoader(path: string) {
  return async (args: LoaderArgs): OrArticle<'fixed'> => {
    const { portal, params, url } = args
    const { service } = portal
    const { folder = '', slug = '' } = params
    const kind = (['author', 'series'] as const).find((one) => service.paths[one] === folder)
    if (kind === undefined || followPath(service) !== path) return articleLoader(args)
    const archive = await portal.reader(service).archive(kind, slug, 0)
    if (isMissing(archive)) throw await notFound(portal, archive, url)
    const name = archive.author?.name ?? archive.heading
    const base = listPath(kind, slug, service)
    redirectUnlessCanonical(url, path + base)
    const { follow } = service.messages
    const head = buildHead({
      service,
      path: path + base,
      title: follow.of({ name }),
      description: follow.lead,
      isNoindex: true,
    })
    const body = await bodyOf('follow', { kind, slug, name, href: base })
    return { page: 'fixed', service, head, body, keys: archiveKeys(archive, base, service) }
  }
}

import type { LoaderFunctionArgs } from 'react-router-dom'
import { ISSUE_ID, issuePath, NEWSLETTER_PATH } from '../src/content/issue-id.ts'
import { buildHead } from '../src/seo/head.ts'
import type { Portal } from './context.ts'
import { articleLoader } from './loaders.ts'
import type { PageDataOf } from './page-data.ts'

type Args = LoaderFunctionArgs<Portal>
type OrArticle<P extends 'issue' | 'issues'> = Promise<PageDataOf<P | 'archive' | 'article'>>

/** Any other path is an article's (ISSUE-17). */
export async function issueLoader(args: Args): OrArticle<'issue'> {
  const { context: portal, params, request } = args
  const { service, issues } = portal
  const { issue: id = '' } = params
  const isPath = new URL(request.url).pathname === issuePath(id)
  const issue = issues && isPath && ISSUE_ID.test(id) ? await issues.issue(service, id) : undefined
  if (!issue) return articleLoader(args)
  const path = issuePath(issue.id)
  const head = buildHead({ service, path, title: issue.subject, description: issue.preheader, isNoindex: true })
  return { page: 'issue', service, head, issue }
}

export async function issuesLoader(args: Args): OrArticle<'issues'> {
  const { service, issues: archive } = args.context
  const isPath = new URL(args.request.url).pathname === NEWSLETTER_PATH
  const issues = archive && isPath ? await archive.latest(service) : []
  if (issues.length === 0) return articleLoader(args)
  const title = service.messages.newsletter.label
  const head = buildHead({ service, path: NEWSLETTER_PATH, title, isNoindex: true })
  return { page: 'issues', service, head, issues }
}

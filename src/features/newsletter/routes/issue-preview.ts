import type { RequestHandler } from 'express'
import { renderIssue } from '../../../../mail/issue.ts'
import { issuePath } from '../../../content/issue-id.ts'
import { absoluteUrl } from '../../../content/links.ts'
import { forbidCaching } from '../../../edge/page-cache/policy.ts'
import { errorDocument } from '../../../edge/transport/minimal-response.ts'
import { contextOf } from '../../../http/request-context.ts'
import type { ServiceName } from '../../../services/service.ts'
import type { IssueArchive } from '../issues/archive.ts'
import { checkedIssueLink } from '../issues/issue-ids.ts'

interface IssuePreviewSettings {
  secrets: Readonly<Record<ServiceName, string>>
  issues: IssueArchive
}

const MAIL_POLICY =
  "default-src 'none'; img-src 'self' https: http:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-top-navigation-by-user-activation"

/** Shows an issue as a mail, or its plain form (ISSUE-18). A subscriber's links lead to the issue's page. */
export function issuePreview({ secrets, issues }: IssuePreviewSettings): RequestHandler<{ id: string }> {
  return async (request, response) => {
    forbidCaching(response)
    response.set({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    const { service } = contextOf(request)
    const refuse = (status: 403 | 404, words: { title: string; lead: string }): void => {
      response.status(status).type('html').send(errorDocument(service, words))
    }
    const secret = Object.hasOwn(secrets, service.name) ? secrets[service.name] : undefined
    if (secret === undefined) return refuse(404, service.messages.notFound)
    const { id } = request.params
    const isSigned =
      /^[\w-]{1,100}$/.test(id) && checkedIssueLink(secret, id, request.query, Math.floor(Date.now() / 1000))
    if (!isSigned) return refuse(403, service.messages.preview.refused)
    const issue = await issues.draft(service, id)
    if (!issue) return refuse(404, service.messages.preview.missing)
    const page = absoluteUrl(issuePath(issue.id), service)
    const mail = renderIssue(service, issue, { unsubscribeUrl: page, preferencesUrl: page, webUrl: page })
    if (request.query.output === 'text') {
      response.type('text').send(mail.text)
      return
    }
    response.setHeader('content-security-policy', MAIL_POLICY)
    response.type('html').send(mail.html)
  }
}

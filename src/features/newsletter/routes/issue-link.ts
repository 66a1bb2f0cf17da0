import { createHmac, randomBytes } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { ISSUE_ID } from '../../../content/issue-id.ts'
import { ISSUE_LINK, linksOf, OPENING } from '../../../content/issue-links.ts'
import { forbidCaching } from '../../../edge/page-cache/policy.ts'
import { errorDocument } from '../../../edge/transport/minimal-response.ts'
import { contextOf } from '../../../http/request-context.ts'
import type { Service } from '../../../services/service.ts'
import { clientKey } from '../../../system/network/addresses.ts'
import type { IssueArchive } from '../issues/archive.ts'
import type { ClickCounter } from '../issues/clicks.ts'

interface IssueLinkSettings {
  issues: IssueArchive
  clicks: ClickCounter
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const MAX_ISSUES = 50

/** Leads to what the stored issue has there, and nowhere else (ISSUE-20). */
export function issueLink({ issues, clicks }: IssueLinkSettings): RequestHandler<{ issue: string; link: string }> {
  const known = new Map<string, readonly string[]>()
  const clientOf = clientNames()
  const urlsOf = async (service: Service, id: string): Promise<readonly string[] | undefined> => {
    const key = `${service.name} ${id}`
    const before = known.get(key)
    if (before) return before
    const issue = await issues.issue(service, id)
    if (!issue) return undefined
    const [oldest] = known.keys()
    if (known.size >= MAX_ISSUES && oldest !== undefined) known.delete(oldest)
    known.set(key, linksOf(issue))
    return known.get(key)
  }
  return async (request, response, next) => {
    if (!ISSUE_ID.test(request.params.issue)) return next()
    const { service } = contextOf(request)
    forbidCaching(response)
    response.set('x-robots-tag', 'noindex, nofollow')
    const { issue: issueId } = request.params
    const [, number = '', version = ''] = ISSUE_LINK.exec(request.params.link) ?? []
    const link = Number(number)
    const urls = number === '' ? undefined : await urlsOf(service, issueId)
    const url = link === OPENING ? undefined : urls?.[link - 1]
    if (!urls || (link !== OPENING && url === undefined)) {
      response.status(404).type('html').send(errorDocument(service, service.messages.notFound))
      return
    }
    if (isOfReader(request, link)) {
      clicks.count({
        issueId,
        link,
        version: version === 'a' || version === 'b' ? version : '',
        client: clientOf(request),
      })
    }
    if (url === undefined) response.type('gif').send(PIXEL)
    else response.redirect(302, url)
  }
}

/** Programs that fetch in advance, or only check a link, say so or lack what browsers send. */
function isOfReader(request: Request<{ issue: string; link: string }>, link: number): boolean {
  if (request.method !== 'GET' || (request.get('user-agent') ?? '') === '') return false
  const purpose = `${request.get('sec-purpose') ?? ''}${request.get('purpose') ?? ''}${request.get('x-moz') ?? ''}`
  if (/prefetch|preview/i.test(purpose)) return false
  if (link === OPENING) return true
  const mode = request.get('sec-fetch-mode')
  if (mode !== undefined && mode !== 'navigate') return false
  return /\btext\/html\b/.test(request.get('accept') ?? '') && request.get('accept-language') !== undefined
}

/** A key of this process: what is in memory names nobody. */
function clientNames(): (request: Request<{ issue: string; link: string }>) => string {
  const key = randomBytes(16)
  return (request) =>
    createHmac('sha256', key)
      .update(`${clientKey(request.ip ?? '')}\n${request.get('user-agent')}\n${request.get('accept-language')}`)
      .digest('base64url')
      .slice(0, 22)
}

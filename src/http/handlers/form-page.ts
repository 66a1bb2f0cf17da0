import type { Request } from 'express'
import type { NewsletterNotice } from '../../config/copy.ts'
import { NOTICE_ID, NOTICE_PARAMETER } from '../../content/newsletter.ts'
import { CONFIRMATION_PATH } from '../../newsletter/confirm-path.ts'

const SOMEWHERE = 'http://portal.invalid'

/**
 * Where a reader without a script goes back to: the form's page, with the notice (NEWS-10). Never another host.
 * @param from what the form says of its page; else the address that the browser gives
 */
export function formPage(request: Request, from: string | undefined, notice: NewsletterNotice): string {
  const url = ownPage(from) ?? refererPage(request) ?? new URL(SOMEWHERE)
  url.searchParams.set(NOTICE_PARAMETER, notice)
  return `${url.pathname}${url.search}#${NOTICE_ID}`
}

/** A path of this portal, however it is written; the parser would take two slashes, or a backslash, for a host. */
function ownPage(from: string | undefined): URL | undefined {
  if (from === undefined || !from.startsWith('/') || /[\p{Cc}\\]/u.test(from)) return undefined
  const url = URL.parse(from, SOMEWHERE)
  return url && url.origin === SOMEWHERE && !url.pathname.startsWith('//') ? url : undefined
}

/** Pages that confirm have no place for a notice, and their addresses are secrets. */
function refererPage(request: Request): URL | undefined {
  const referer = URL.parse(request.get('referer') ?? '')
  if (!referer || referer.host !== request.get('host')) return undefined
  return referer.pathname.startsWith(CONFIRMATION_PATH) ? undefined : ownPage(`${referer.pathname}${referer.search}`)
}

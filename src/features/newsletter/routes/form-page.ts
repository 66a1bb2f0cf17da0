import type { Request } from 'express'
import type { NewsletterNotice } from '../../../content/newsletter.ts'
import { NOTICE_ID, NOTICE_PARAMETER } from '../../../content/newsletter.ts'

const SOMEWHERE = 'http://portal.invalid'

/**
 * Where a reader without JavaScript returns to: the form's page, with the notice (NEWS-10). Never another host.
 * @param from the page by the form's own field; absent: the `Referer`
 */
export function formPage(request: Request, from: string | undefined, notice: NewsletterNotice): string {
  const url = ownPage(from) ?? refererPage(request) ?? new URL(SOMEWHERE)
  url.searchParams.set(NOTICE_PARAMETER, notice)
  return `${url.pathname}${url.search}#${NOTICE_ID}`
}

/** `URL` reads a host after two slashes or a backslash: these are rejected. */
function ownPage(from: string | undefined): URL | undefined {
  if (from === undefined || !from.startsWith('/') || /[\p{Cc}\\]/u.test(from)) return undefined
  const url = URL.parse(from, SOMEWHERE)
  return url && url.origin === SOMEWHERE && !url.pathname.startsWith('//') ? url : undefined
}

/** A page for a token cannot show a notice, and its URL is a secret. */
function refererPage(request: Request): URL | undefined {
  const referer = URL.parse(request.get('referer') ?? '')
  if (!referer || referer.host !== request.get('host')) return undefined
  return referer.pathname.startsWith('/newsletter/') ? undefined : ownPage(`${referer.pathname}${referer.search}`)
}

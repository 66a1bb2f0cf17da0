import type { IncomingMessage } from 'node:http'

/** The one date form that senders may write today (RFC 9110, 5.6.7); any other form is not a condition. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Whether the client's copy is current.
 * @param modified last change, for resources that have one (feeds)
 */
export function isUnchanged({ headers }: IncomingMessage, etag: string, modified?: string): boolean {
  const wanted = headers['if-none-match']
  const since = headers['if-modified-since']
  if (wanted === undefined) return since !== undefined && isNotModifiedSince(since, modified)
  // The common case: the tag that this server sent.
  return wanted === etag || wanted === '*' || wanted.split(',').some((tag) => opaqueTag(tag.trim()) === opaqueTag(etag))
}

/** Weak and strong tags compare equal here (RFC 9110, 13.1.2). */
function opaqueTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}

/** Date comparison, for requests without a tag: a tag takes precedence (RFC 9110, 13.1.3). */
function isNotModifiedSince(since: string, modified: string | undefined): boolean {
  // JavaScript parses more than valid HTTP dates; an invalid date is ignored (RFC 9110, 13.1.3).
  if (modified === undefined || !HTTP_DATE.test(since)) return false
  return Date.parse(modified) <= Date.parse(since)
}

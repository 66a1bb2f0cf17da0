import type { IncomingMessage } from 'node:http'

/** Of the three forms (RFC 9110, 5.6.7) the one that is written today: in another it is no condition. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Whether a client has what it asks for already.
 * @param modified when it was changed last, for what says so (feeds)
 */
export function isUnchanged({ headers }: IncomingMessage, etag: string, modified?: string): boolean {
  const wanted = headers['if-none-match']
  const since = headers['if-modified-since']
  if (wanted === undefined) return since !== undefined && isNotModifiedSince(since, modified)
  // Mostly it is the one that this server gave.
  return wanted === etag || wanted === '*' || wanted.split(',').some((tag) => opaqueTag(tag.trim()) === opaqueTag(etag))
}

/** Weak and strong ones are alike here (RFC 9110, 13.1.2). */
function opaqueTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}

/** By date: a tag, when the client has it, is what counts (RFC 9110, 13.1.3). */
function isNotModifiedSince(since: string, modified: string | undefined): boolean {
  // What is no date counts as nothing, whatever JavaScript makes of it (RFC 9110, 13.1.3).
  if (modified === undefined || !HTTP_DATE.test(since)) return false
  return Date.parse(modified) <= Date.parse(since)
}

import { randomInt } from 'node:crypto'
import { localTime } from '../../../content/dates.ts'
import { ISSUE_PREVIEW_PATH } from '../../../content/public-paths.ts'
import type { Service } from '../../../services/service.ts'
import { checkedLink, type SignedLink, signedLink } from '../../../system/signed-link.ts'

const LETTERS = 'abcdefghijkmnpqrstuvwxyz'
const CHARACTERS = `${LETTERS}23456789`

export function newIssueId(service: Service, now: Date): string {
  const pick = (from: string): string => from.charAt(randomInt(from.length))
  return `${service.name}-${dayOf(service, now)}-${pick(LETTERS)}${pick(CHARACTERS)}${pick(CHARACTERS)}${pick(CHARACTERS)}`
}

/** Every instance has the same id, so that only one makes the issue. */
export function scheduledIssueId(service: Service, moment: Date): string {
  const { hour, minute } = localTime(moment.getTime(), service.timeZone)
  return `${service.name}-${dayOf(service, moment)}-${twoDigits(hour)}${twoDigits(minute)}`
}

function dayOf({ timeZone }: Service, at: Date): string {
  const { year, month, day } = localTime(at.getTime(), timeZone)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** No text of a source has such an id: no link opens both. */
const signedId = (issueId: string): string => `newsletter-issue_${issueId}`

/** Path and query of a preview (ISSUE-18). @param expires seconds since 1970 */
export function issuePreviewPath(secret: string, issueId: string, expires: number): string {
  const { signature } = signedLink(secret, signedId(issueId), expires)
  return `${ISSUE_PREVIEW_PATH}/${issueId}?${new URLSearchParams({ expires: String(expires), signature })}`
}

/** @param now seconds since 1970 @returns undefined: not signed, or expired */
export function checkedIssueLink(
  secret: string,
  issueId: string,
  query: { expires?: unknown; signature?: unknown },
  now: number,
): SignedLink | undefined {
  return checkedLink(secret, signedId(issueId), query, now)
}

import { createHash, randomInt } from 'node:crypto'
import type { BreakingLine } from '../../../content/breaking.ts'
import { localTime } from '../../../content/dates.ts'
import { ISSUE_PREVIEW_PATH } from '../../../content/public-paths.ts'
import type { Service } from '../../../services/service.ts'
import { checkedLink, type SignedLink, signedLink } from '../../../system/signed-link.ts'

const LETTERS = 'abcdefghijkmnpqrstuvwxyz'
const CHARACTERS = `${LETTERS}23456789`

export function newIssueId(service: Service, now: Date, key: string = service.name): string {
  const pick = (from: string): string => from.charAt(randomInt(from.length))
  return `${key}-${dayOf(service, now)}-${pick(LETTERS)}${pick(CHARACTERS)}${pick(CHARACTERS)}${pick(CHARACTERS)}`
}

/** Every instance has the same id: only one makes the issue. */
export function scheduledIssueId(service: Service, moment: Date, key: string = service.name): string {
  const { hour, minute } = localTime(moment.getTime(), service.timeZone)
  return `${key}-${dayOf(service, moment)}-${twoDigits(hour)}${twoDigits(minute)}`
}

/** A line whose words are corrected is the same news. */
export function breakingIssueId(
  service: Service,
  now: Date,
  key: string,
  { href }: Pick<BreakingLine, 'href'>,
): string {
  const number = createHash('sha256').update(href).digest().readUIntBE(0, 6)
  return `${key}-${dayOf(service, now)}-${number.toString(36).slice(-4).padStart(4, '0')}`
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

/**
 * Path and query of a preview (ISSUE-18).
 * @param expires seconds since 1970
 */
export function issuePreviewPath(secret: string, issueId: string, expires: number): string {
  const { signature } = signedLink(secret, signedId(issueId), expires)
  return `${ISSUE_PREVIEW_PATH}/${issueId}?${new URLSearchParams({ expires: String(expires), signature })}`
}

/**
 * @param now seconds since 1970
 * @returns undefined: not signed, or expired
 */
export function checkedIssueLink(
  secret: string,
  issueId: string,
  query: { expires?: unknown; signature?: unknown },
  now: number,
): SignedLink | undefined {
  return checkedLink(secret, signedId(issueId), query, now)
}

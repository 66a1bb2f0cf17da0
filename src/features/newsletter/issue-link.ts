import { checkedLink, type SignedLink, signedLink } from '../../system/signed-link.ts'

export const ISSUE_PREVIEW_PATH = '/preview/newsletter'

/** No text of a source has such an id, so that no signed link opens both. */
const signedId = (issueId: string): string => `newsletter-issue_${issueId}`

/** Path and query of the preview of an issue (ISSUE-18). @param expires seconds since 1970 */
export function issuePreviewPath(secret: string, issueId: string, expires: number): string {
  const { signature } = signedLink(secret, signedId(issueId), expires)
  return `${ISSUE_PREVIEW_PATH}/${issueId}?${new URLSearchParams({ expires: String(expires), signature })}`
}

/** @param now seconds since 1970 @returns undefined: nobody signed the link, or it has expired */
export function checkedIssueLink(
  secret: string,
  issueId: string,
  query: { expires?: unknown; signature?: unknown },
  now: number,
): SignedLink | undefined {
  return checkedLink(secret, signedId(issueId), query, now)
}

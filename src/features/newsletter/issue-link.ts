import { checkedLink, type SignedLink, signedLink } from '../../system/signed-link.ts'

/** Base path of the previews of issues; below that of articles. */
export const ISSUE_PREVIEW_PATH = '/preview/newsletter'

/** What is signed: no text of a source has such an id, so that no link opens both. */
const signedId = (issueId: string): string => `newsletter-issue_${issueId}`

/** Path and query of the preview of an issue (ISSUE-18). @param expires seconds since 1970 */
export function issuePreviewPath(secret: string, issueId: string, expires: number): string {
  const { signature } = signedLink(secret, signedId(issueId), expires)
  return `${ISSUE_PREVIEW_PATH}/${issueId}?${new URLSearchParams({ expires: String(expires), signature })}`
}

/** Undefined: nobody signed the link, or it has expired. @param now seconds since 1970 */
export function checkedIssueLink(
  secret: string,
  issueId: string,
  query: { expires?: unknown; signature?: unknown },
  now: number,
): SignedLink | undefined {
  return checkedLink(secret, signedId(issueId), query, now)
}

import type { SignedLink } from '../../system/signed-link.ts'

/** Folder of the preview links. */
export const PREVIEW_PATH = '/preview'

/** Path and query of a link. */
export function pathOfLink({ id, expires, signature }: SignedLink): string {
  return `${PREVIEW_PATH}/${id}?${new URLSearchParams({ expires: String(expires), signature })}`
}

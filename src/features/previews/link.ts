import type { SignedLink } from '../../system/signed-link.ts'

export const PREVIEW_PATH = '/preview'

export function pathOfLink({ id, expires, signature }: SignedLink): string {
  return `${PREVIEW_PATH}/${id}?${new URLSearchParams({ expires: String(expires), signature })}`
}

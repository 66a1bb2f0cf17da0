import { createHash } from 'node:crypto'

/** Names a text among a few others of one article: 48 bits as 8 letters of base64url. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}

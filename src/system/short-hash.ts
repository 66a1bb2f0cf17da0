import { createHash } from 'node:crypto'

/** Names a text among others of its kind. @param length letters of base64url, 6 bits each */
export function shortHash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length)
}

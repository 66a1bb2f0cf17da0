import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const TAG_LENGTH = 22

/** A strong tag, the same for the same bytes on every instance (CACHE-12). */
export function entityTag(body: string | Buffer): string {
  return `"${createHash('sha1').update(body).digest('base64url').slice(0, TAG_LENGTH)}"`
}

/**
 * Whether the client's copy is current, by its tag alone: a date has a resolution of a second, and differs between
 * instances (CACHE-12).
 */
export function isUnchanged({ headers }: IncomingMessage, etag: string): boolean {
  const wanted = headers['if-none-match']
  if (wanted === undefined) return false
  return wanted === etag || wanted === '*' || wanted.split(',').some((tag) => opaqueTag(tag.trim()) === opaqueTag(etag))
}

/** Weak and strong tags compare equal here (RFC 9110, 13.1.2). */
function opaqueTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}

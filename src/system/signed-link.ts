import { createHmac, timingSafeEqual } from 'node:crypto'

/** No link is valid for longer (PREVIEW-2). Seconds. */
export const MAX_LIFETIME = 7 * 24 * 3600

const ID = /^[A-Za-z0-9_-]{1,200}$/
const SECONDS = /^[1-9]\d{9,10}$/
const SIGNATURE = /^[0-9a-f]{64}$/

export interface SignedLink {
  id: string
  /** Seconds since 1970. */
  expires: number
  signature: string
}

/** @param expires seconds since 1970 @throws {RangeError} for an id of no source */
export function signedLink(secret: string, id: string, expires: number): SignedLink {
  if (!ID.test(id)) throw new RangeError(`"${id}" is no id of a text`)
  return { id, expires, signature: signatureOf(secret, id, String(expires)) }
}

/**
 * @param now seconds since 1970
 * @returns undefined for an expired link, one that expires too late, and one of another secret
 */
export function checkedLink(
  secret: string,
  id: string,
  { expires, signature }: { expires?: unknown; signature?: unknown },
  now: number,
): SignedLink | undefined {
  if (typeof expires !== 'string' || typeof signature !== 'string') return undefined
  if (!ID.test(id) || !SECONDS.test(expires) || !SIGNATURE.test(signature)) return undefined
  const isSigned = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secret, id, expires)))
  const left = Number(expires) - now
  return isSigned && left > 0 && left <= MAX_LIFETIME ? { id, expires: Number(expires), signature } : undefined
}

function signatureOf(secret: string, id: string, expires: string): string {
  return createHmac('sha256', secret).update(`${id}.${expires}`).digest('hex')
}

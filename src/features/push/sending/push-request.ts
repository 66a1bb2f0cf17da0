import webPush from 'web-push'
import { shortHash } from '../../../system/short-hash.ts'
import type { Chunk, Recipient } from '../store/records.ts'

export interface Vapid {
  publicKey: string
  privateKey: string
  /** Operators of push services write to it. */
  subject: string
}

export interface PushRequest {
  url: URL
  headers: Record<string, string>
  body: Buffer
}

/** A token is sent for half of its time (RFC 8292, 2: at most 24 hours). Seconds. */
const TOKEN_SECONDS = 12 * 3600
const RENEWED_AFTER = 6 * 3600
/** As few as browsers' push services have. */
const MAX_TOKENS = 500
/** Of the header (RFC 8030, 5.4). Characters. */
const TOPIC_LENGTH = 32

/**
 * Requests of RFC 8030, encrypted for one browser (RFC 8291, aes128gcm), with the sender identified (RFC 8292). One
 * token serves all requests to a push service.
 * @param now milliseconds since 1970
 */
export function createRequests(vapid: Vapid, now: () => number = Date.now) {
  const tokens = new Map<string, { value: string; until: number }>()
  const tokenFor = (origin: string): string => {
    const known = tokens.get(origin)
    if (known && known.until > now()) return known.value
    if (tokens.size >= MAX_TOKENS) tokens.clear()
    const expiration = Math.floor(now() / 1000) + TOKEN_SECONDS
    const { subject, publicKey, privateKey } = vapid
    const { Authorization: value } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
      expiration,
    )
    tokens.set(origin, { value, until: now() + RENEWED_AFTER * 1000 })
    return value
  }
  return (message: Chunk['message'], { endpoint, p256dh, auth }: Recipient): PushRequest => {
    const url = new URL(endpoint)
    const { cipherText } = webPush.encrypt(p256dh, auth, message.payload, 'aes128gcm')
    const ttl = Math.max(0, Math.round((Date.parse(message.expiresAt) - now()) / 1000))
    return {
      url,
      headers: {
        authorization: tokenFor(url.origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': String(cipherText.length),
        ttl: String(ttl),
        urgency: message.urgency,
        topic: collapseKey(message.topic),
      },
      body: cipherText,
    }
  }
}

/** A browser that was away gets the last message of a topic alone. */
function collapseKey(topic: string): string {
  return shortHash(topic, TOPIC_LENGTH)
}

import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  generateKeyPairSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import type { Subscription } from '../../src/features/push/store/records.ts'

/**
 * A push service of RFC 8030, with the browsers behind it: it decrypts what came by RFC 8291 and RFC 8188 and verifies the
 * sender by RFC 8292, with nothing but node:crypto.
 */
export interface PushService {
  origin: string
  /** A new browser. */
  subscribe(service?: string): TestSubscription
  /** In the order in which they came. */
  received: ReceivedPush[]
  close(): Promise<void>
}

export interface TestSubscription extends Subscription {
  path: string
  /** What the service responds; absent: 201. */
  responds?: { status: number; headers?: Record<string, string> } | undefined
}

export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  /** Decrypted; absent: the service refused the request, or leaves it out. */
  text: string | undefined
  status: number
  claims: Claims
}

const claimsForm = z.object({ aud: z.string(), exp: z.number(), sub: z.string() })
type Claims = z.output<typeof claimsForm>

interface Browser {
  subscription: TestSubscription
  keys: ECDH
}

/**
 * @param vapidKey the sender's public key that browsers subscribed with; others are refused: 403
 * @param every of so many messages one is decrypted
 */
export async function startPushService(vapidKey: string, every = 1): Promise<PushService> {
  const verified = new Map<string, Claims | undefined>()
  const claimsOf = (header: string): Claims | undefined => {
    if (!verified.has(header)) verified.set(header, verifiedClaims(header, vapidKey))
    return verified.get(header)
  }
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const path = request.url ?? ''
      const browser = browsers.get(path)
      if (!browser) return response.writeHead(404).end()
      const claims = claimsOf(request.headers.authorization ?? '')
      if (
        !claims ||
        claims.aud !== origin ||
        claims.exp * 1000 < Date.now() ||
        claims.exp * 1000 > Date.now() + 86_400_000
      )
        return response.writeHead(403).end()
      const { ttl, topic, urgency } = request.headers
      const isUsable = /^\d+$/.test(String(ttl)) && /^[\w-]{1,32}$/.test(String(topic ?? 'none'))
      if (request.method !== 'POST' || !isUsable || !/^(?:very-low|low|normal|high)$/.test(String(urgency)))
        return response.writeHead(400).end()
      const { status, headers } = browser.subscription.responds ?? { status: 201, headers: {} }
      const isTaken = status >= 200 && status < 300
      const text = isTaken && received.length % every === 0 ? decrypted(body, browser) : undefined
      received.push({ path, headers: request.headers, text, status, claims })
      return response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    received,
    subscribe(service = 'post') {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const path = `/push/${randomBytes(16).toString('base64url')}`
      const subscription: TestSubscription = {
        service,
        endpoint: origin + path,
        path,
        p256dh: keys.getPublicKey('base64url'),
        auth: randomBytes(16).toString('base64url'),
      }
      browsers.set(path, { subscription, keys })
      return subscription
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** RFC 8292: the token is a JWT (ES256) that the key of the header signed, which has to be that of the subscription. */
function verifiedClaims(header: string, key: string): Claims | undefined {
  const [, token = '', used = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(header) ?? []
  const [head = '', payload = '', signature = ''] = token.split('.')
  if (used !== key) return undefined
  const algorithm = z.object({ typ: z.literal('JWT'), alg: z.literal('ES256') })
  if (!algorithm.safeParse(JSON.parse(Buffer.from(head, 'base64url').toString())).success) return undefined
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? claimsForm.parse(JSON.parse(Buffer.from(payload, 'base64url').toString())) : undefined
}

const hmac = (key: Buffer, ...parts: ReadonlyArray<Buffer | string>): Buffer => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}

const TAG_BYTES = 16

/** RFC 8291, 3.4 and RFC 8188, 2: one record. */
function decrypted(body: Buffer, { keys, subscription }: Browser): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const record = body.subarray(21 + length)
  if (record.length > recordSize) throw new Error('more than one record')
  const secret = keys.computeSecret(sender)
  const ikm = hmac(
    hmac(Buffer.from(subscription.auth, 'base64url'), secret),
    Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]),
    Buffer.from([1]),
  )
  const prk = hmac(salt, ikm)
  const key = hmac(prk, 'Content-Encoding: aes128gcm\0', Buffer.from([1])).subarray(0, 16)
  const nonce = hmac(prk, 'Content-Encoding: nonce\0', Buffer.from([1])).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('the last record has no delimiter')
  return padded.subarray(0, end).toString()
}

/** A pair of keys, as `web-push generate-vapid-keys` prints it. */
export function newVapidKeys(): { publicKey: string; privateKey: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

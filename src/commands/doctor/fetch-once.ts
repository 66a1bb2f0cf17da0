/** A response as received; redirects are not followed. */
export interface SiteResponse {
  status: number
  headers: Headers
  text: string
}

/** No response at all. The message has the reason, for an operator. */
export class NoResponse extends Error {
  override readonly name = 'NoAnswer'
}

const DEADLINE_MS = 15_000
const MAX_BYTES = 8 * 1024 * 1024

/** Meaning of the codes of a failed connection. */
const REASONS: Record<string, string> = {
  ENOTFOUND: 'there is no such host name',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut off',
  EHOSTUNREACH: 'the machine cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  UND_ERR_SOCKET: 'the connection was cut off',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it signs its certificate itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from nobody that is known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it does not send the whole chain of its certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/**
 * GETs a URL once, within 15 s.
 * @throws {NoResponse}
 */
export async function fetchOnce(url: string, headers: Record<string, string> = {}): Promise<SiteResponse> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), DEADLINE_MS)
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: controller.signal })
    return { status: response.status, headers: response.headers, text: await bodyOf(response) }
  } catch (error) {
    throw new NoResponse(controller.signal.aborted ? `no answer within ${DEADLINE_MS / 1000} seconds` : reasonOf(error))
  } finally {
    clearTimeout(timer)
  }
}

/** Reads no more of a body than it needs. */
async function bodyOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    text += decoder.decode(chunk, { stream: true })
    if (bytes > MAX_BYTES) break
  }
  return text
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return REASONS[code] ?? (code || (cause instanceof Error ? cause.message : String(cause)))
}

/** The JSON of a response; undefined if it is invalid. */
export function jsonOf(response: SiteResponse): unknown {
  try {
    return JSON.parse(response.text)
  } catch {
    return undefined
  }
}

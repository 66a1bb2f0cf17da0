export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/**
 * @param maxBytes of the decoded body; the connection closes there
 * @throws {BodyTooLarge}
 */
export async function boundedText(response: Response, maxBytes: number): Promise<string> {
  return (await boundedBytes(response, maxBytes)).toString('utf8')
}

export async function boundedBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new BodyTooLarge(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

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

export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return REASONS[code] ?? (code || (cause instanceof Error ? cause.message : String(cause)))
}

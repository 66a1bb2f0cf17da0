import { type MediaFile, staysFile } from '../../content/remote-media.ts'
import { MAX_FILE_BYTES } from '../image-header.ts'
import { type MediaClient, MediaError } from './media-client.ts'

export interface Validators {
  etag?: string
  lastModified?: string
}

export interface Downloaded extends Validators {
  body: Buffer
}

/** Milliseconds for file and head. */
const [DEADLINE_MS, HEAD_DEADLINE_MS] = [20_000, 10_000]
const MISSING = new Set([404, 410])
const NOT_MODIFIED = 304
const MAX_VALIDATOR = 200

/**
 * @param known validators of a cached file
 * @returns undefined: it is still right
 * @throws {MediaError}
 */
export async function download(
  client: MediaClient,
  file: MediaFile,
  known: Validators = {},
): Promise<Downloaded | undefined> {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const headers = {
    accept: 'image/avif,image/webp,image/*;q=0.8',
    ...(known.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  }
  const response = await client.open(file, {
    method: 'GET',
    headers,
    signal,
    deadline: HEAD_DEADLINE_MS,
    follows: (target) => staysFile(file, target),
  })
  const { status, headers: received, body } = response
  try {
    if (status === NOT_MODIFIED && (known.etag ?? known.lastModified) !== undefined) return undefined
    if (MISSING.has(status)) throw new MediaError('missing', `HTTP ${status}`)
    if (status !== 200) throw new MediaError('failed', `HTTP ${status}`)
    if (received['content-encoding'] !== undefined) throw new MediaError('failed', 'a compressed image')
    if (Number(received['content-length'] ?? 0) > MAX_FILE_BYTES) throw tooLarge()
    const bytes = await bodyOf(body, signal)
    return { body: bytes, etag: validator(received.etag), lastModified: validator(received['last-modified']) }
  } finally {
    body.destroy()
  }
}

async function bodyOf(body: AsyncIterable<Buffer>, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      length += chunk.length
      if (length > MAX_FILE_BYTES) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof MediaError) throw error
    throw signal.aborted
      ? new MediaError('late', 'not complete in time')
      : new MediaError('unreachable', 'the connection was cut off')
  }
  return Buffer.concat(chunks, length)
}

function tooLarge(): MediaError {
  return new MediaError('too-large', `more than ${MAX_FILE_BYTES} bytes`)
}

function validator(value: string | undefined): string | undefined {
  return value !== undefined && value.length <= MAX_VALIDATOR ? value : undefined
}

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendMinimal } from './minimal-response.ts'

const TAG_LENGTH = 22

/** Is strong, and the same on every instance (CACHE-12). */
export function entityTag(body: string | Buffer): string {
  return `"${createHash('sha1').update(body).digest('base64url').slice(0, TAG_LENGTH)}"`
}

/** Dates have seconds, and differ between instances (CACHE-12). */
export function isUnchanged({ headers }: IncomingMessage, etag: string): boolean {
  const wanted = headers['if-none-match']
  if (wanted === undefined) return false
  return wanted === etag || wanted === '*' || wanted.split(',').some((tag) => opaqueTag(tag.trim()) === opaqueTag(etag))
}

/** (RFC 9110, 13.1.2) */
function opaqueTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}

interface ByteRange {
  start: number
  end: number
}

/** Several ranges get the whole body (RFC 9110, 14.2). */
const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i

/**
 * Bounds are inclusive.
 * @param etag strong; a date in `If-Range` is no condition (CACHE-12)
 * @returns undefined: the whole body; `none`: no satisfiable range
 */
export function rangeOf(
  { headers, method }: Pick<IncomingMessage, 'headers' | 'method'>,
  etag: string | undefined,
  length: number,
): ByteRange | 'none' | undefined {
  if (headers.range === undefined || method !== 'GET') return undefined
  // Weak tags promise no equal bytes (RFC 9110, 13.1.5).
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined
  const [, first = '', last = ''] = ONE_RANGE.exec(headers.range.trim()) ?? []
  if (first === '' && last === '') return undefined
  const [start, end] =
    first === '' ? [Math.max(0, length - Number(last)), length - 1] : [Number(first), endOf(last, length)]
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start < length && start <= end ? { start, end } : 'none'
}

function endOf(last: string, length: number): number {
  return last === '' ? length - 1 : Math.min(Number(last), length - 1)
}

/**
 * @param headers of the whole response, names and values in turn
 * @returns false: nothing is sent
 */
export function sendPart(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  etag: string,
  headers: readonly string[],
): boolean {
  const range = rangeOf(request, etag, body.length)
  if (range === undefined) return false
  if (range === 'none') {
    refuseRange(response, body.length)
    return true
  }
  const { start, end } = range
  response.writeHead(206, [
    ...headers.filter((_, index) => headers[index - (index % 2)] !== 'content-length'),
    ...['content-range', `bytes ${start}-${end}/${body.length}`],
    ...['content-length', String(end - start + 1)],
  ])
  response.end(body.subarray(start, end + 1))
  return true
}

export function refuseRange(response: ServerResponse, length: number): void {
  sendMinimal(response, 416, { 'content-range': `bytes */${length}` })
}

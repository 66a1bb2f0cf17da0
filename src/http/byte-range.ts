import type { IncomingMessage } from 'node:http'

/** The first and the last byte of a part. */
export interface ByteRange {
  start: number
  end: number
}

/** One part: who asks for several gets the whole, as servers may answer (RFC 9110, 14.2). */
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * The part of a body that a request asks for.
 * @param etag of the body, strong
 * @returns undefined: the whole is to be sent; `none`: there is no such part
 */
export function rangeOf({ headers }: IncomingMessage, etag: string, length: number): ByteRange | 'none' | undefined {
  const [, first = '', last = ''] = ONE_RANGE.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return undefined
  const condition = headers['if-range']
  if (condition !== undefined && condition !== etag) return undefined
  // The last bytes, so many.
  const [start, end] =
    first === '' ? [Math.max(0, length - Number(last)), length - 1] : [Number(first), endOf(last, length)]
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start < length && start <= end ? { start, end } : 'none'
}

function endOf(last: string, length: number): number {
  return last === '' ? length - 1 : Math.min(Number(last), length - 1)
}

import type { IncomingMessage } from 'node:http'

/** The first and the last byte of a range, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** A single range: a request for several gets the whole body, as RFC 9110, 14.2 permits. */
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * The part of a body that a request selects.
 * @param etag of the body, strong
 * @returns undefined: send the whole body; `none`: the range cannot be satisfied
 */
export function rangeOf({ headers }: IncomingMessage, etag: string, length: number): ByteRange | 'none' | undefined {
  const [, first = '', last = ''] = ONE_RANGE.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return undefined
  const condition = headers['if-range']
  if (condition !== undefined && condition !== etag) return undefined
  // A suffix range: the last so many bytes.
  const [start, end] =
    first === '' ? [Math.max(0, length - Number(last)), length - 1] : [Number(first), endOf(last, length)]
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start < length && start <= end ? { start, end } : 'none'
}

function endOf(last: string, length: number): number {
  return last === '' ? length - 1 : Math.min(Number(last), length - 1)
}

/** Registered for HTTP (RFC 9112, 7), and "trailers", which is none but stands among them in `TE`. */
const REGISTERED = new Set(['trailers', 'chunked', 'gzip', 'x-gzip', 'deflate', 'compress', 'x-compress', 'identity'])

/** Whether a `TE` names codings that there are, with or without weights. */
export function namesKnownCodings(value: string): boolean {
  return itemsOf(value).every((item) => item === '' || REGISTERED.has(item.split(';', 1)[0]?.trim() ?? ''))
}

/**
 * What is said of a body that came in transfer codings: nothing when it is chunked and no more. 501 where chunks hold
 * something that nobody here unpacks; 400 where they are not the last coding, so that the length is not known, or where
 * the version knows none (RFC 9112, 6.1 and 6.3).
 * @param lines values of `Transfer-Encoding`
 * @param isCurrent HTTP/1.1
 */
export function refusalOfCodings(lines: readonly string[], isCurrent: boolean): 400 | 501 | undefined {
  const codings = itemsOf(lines.join(','))
  if (!isCurrent || codings.indexOf('chunked') !== codings.length - 1) return 400
  return codings.length === 1 ? undefined : 501
}

function itemsOf(value: string): string[] {
  return value.split(',').map((item) => item.trim().toLowerCase())
}

/** Registered for HTTP (RFC 9112, 7), and "trailers", which is not a coding but is valid in `TE`. */
const REGISTERED = new Set(['trailers', 'chunked', 'gzip', 'x-gzip', 'deflate', 'compress', 'x-compress', 'identity'])

/** Whether a `TE` names registered codings, with or without weights. */
export function namesKnownCodings(value: string): boolean {
  return itemsOf(value).every((item) => item === '' || REGISTERED.has(item.split(';', 1)[0]?.trim() ?? ''))
}

/**
 * Refuses a body's transfer codings unless it is chunked and nothing else: 501 for codings inside the chunks, which
 * this server does not decode; 400 where chunked is not the last coding, so that the length is unknown, or where the
 * HTTP version has no codings (RFC 9112, 6.1 and 6.3).
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

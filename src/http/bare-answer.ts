import { type ServerResponse, STATUS_CODES } from 'node:http'

/** Nothing in it may load anything, and nothing may frame it. The parts that browsers derive from the first stand as well. */
export const CLOSED_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** On every answer, whoever gives it (decision 52). */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const

/** What an answer says that is given before, or instead of, the application: nothing but its status. */
function bareHeaders(body: string): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'content-security-policy': CLOSED_POLICY,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
  }
}

/** Answers with a status and no more, where nothing better can be had. Does nothing once an answer has begun. */
export function bareAnswer(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  body = String(status),
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(status, { ...bareHeaders(body), ...headers })
  response.end(body)
}

/** The same as bytes, for a connection on which no request could be read. It is the last thing on it. */
export function bareBytes(status: number, headers: Record<string, string> = {}): string {
  const body = String(status)
  const lines = Object.entries({ ...bareHeaders(body), ...headers, connection: 'close' })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

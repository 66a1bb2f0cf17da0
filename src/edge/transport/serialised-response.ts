import {
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'
import { memoizeBounded } from '../../system/memoize.ts'

export interface SerialisedResponse {
  status: number
  common: CommonLines
  bytes: Buffer
  bodyAt: number
}

export type SendSerialised = (
  serialised: SerialisedResponse,
  request: IncomingMessage,
  response: ServerResponse,
) => void

/** Shared by many pages. `plain` and `secure` are bytes for this date and policy. */
interface CommonLines {
  text: string
  date: string
  plain: Buffer | undefined
  secure: Buffer | undefined
  policy: string
}

const OWN = new Set(['etag', 'content-length', 'surrogate-key', 'last-modified', 'link', 'location', 'server-timing'])
const MAX_COMMON = 256

const commonLines = memoizeBounded(
  (text): CommonLines => ({ text, date: '', plain: undefined, secure: undefined, policy: '' }),
  MAX_COMMON,
)

/**
 * @param list names and values in turn
 * @throws {TypeError} for an invalid header (RFC 9110, 5.5)
 */
export function serialiseResponse(status: number, list: readonly string[], body?: Buffer): SerialisedResponse {
  let common = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`
  let own = ''
  for (let index = 0; index < list.length; index += 2) {
    const [name = '', value = ''] = list.slice(index, index + 2)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    const line = `${name}: ${value}\r\n`
    if (OWN.has(name)) own += line
    else common += line
  }
  const bodyAt = own.length + 2
  const bytes = Buffer.allocUnsafeSlow(bodyAt + (body?.length ?? 0))
  bytes.write(`${own}\r\n`, 'latin1')
  body?.copy(bytes, bodyAt)
  return { status, common: commonLines(common), bytes, bodyAt }
}

export function bodyOf({ bytes, bodyAt }: SerialisedResponse): Buffer {
  return bytes.subarray(bodyAt)
}

/** Read again on demand: a list for each page takes memory. */
export function headersIn({ common, bytes, bodyAt }: SerialisedResponse): string[] {
  const lines = (common.text + bytes.toString('latin1', 0, bodyAt)).split('\r\n').slice(1, -2)
  return lines.flatMap((line) => [line.split(': ', 1)[0] ?? '', line.slice(line.indexOf(': ') + 2)])
}

export const sendWithNode: SendSerialised = (serialised, _request, response) => {
  response.writeHead(serialised.status, headersIn(serialised))
  response.end(bodyOf(serialised))
}

/** Milliseconds, announced in whole seconds. */
export const KEEP_ALIVE_TIMEOUT = 5000

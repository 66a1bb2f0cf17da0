import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { encodingFor } from '../page-cache/send.ts'
import { CLOSED_POLICY, COMMON_HEADERS } from '../transport/common-headers.ts'
import { entityTag, isUnchanged, sendPart } from '../transport/conditional.ts'
import type { Encoding } from '../transport/encodings.ts'
import {
  bodyOf,
  headersIn,
  type SendSerialised,
  type SerialisedResponse,
  serialiseResponse,
} from '../transport/serialised-response.ts'

export const ASSETS_PATH = '/assets/'
export interface StaticFile {
  etag: string
  forms: Partial<Record<Encoding, SerialisedResponse>> & { identity: SerialisedResponse }
  unchanged: SerialisedResponse
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

export function typeOfFile(name: string): string | undefined {
  return TYPES[extname(name)]
}

export interface ReadFile {
  type: string
  cacheControl: string
  bodies: { identity: Buffer; gzip?: Buffer; br?: Buffer }
}

export function staticFile({ type, cacheControl, bodies }: ReadFile): StaticFile {
  const tag = entityTag(bodies.identity)
  const common = [
    ...['cache-control', cacheControl],
    ...['vary', 'Accept-Encoding'],
    ...Object.entries(COMMON_HEADERS).flat(),
    ...['content-security-policy', CLOSED_POLICY],
  ]
  const formOf = (encoding: Encoding, body: Buffer): SerialisedResponse =>
    serialiseResponse(
      200,
      [
        ...['content-type', type],
        // AMP caches serve documents from other hosts (AMP-11).
        ...(type === TYPES['.woff2'] ? ['access-control-allow-origin', '*'] : []),
        ...common,
        // Only exactly these bytes may be completed by a range.
        ...['etag', encoding === 'identity' ? tag : `W/${tag}`],
        ...(encoding === 'identity' ? ['accept-ranges', 'bytes'] : ['content-encoding', encoding]),
        ...['content-length', String(body.length)],
      ],
      body,
    )
  const { identity, gzip, br } = bodies
  return {
    etag: tag,
    forms: {
      identity: formOf('identity', identity),
      gzip: gzip && formOf('gzip', gzip),
      br: br && formOf('br', br),
    },
    unchanged: serialiseResponse(304, [...common, 'etag', `W/${tag}`]),
  }
}

function isPartSent(
  { etag, forms: { identity } }: StaticFile,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  return sendPart(request, response, bodyOf(identity), etag, headersIn(identity))
}

interface Sending {
  request: IncomingMessage
  response: ServerResponse
  send: SendSerialised
}

export function sendStaticFile(file: StaticFile, { request, response, send }: Sending): void {
  const { headers } = request
  if (isUnchanged(request, file.etag)) send(file.unchanged, request, response)
  // Ranges are of the plain file (RFC 9110, 14.2).
  else if (headers.range === undefined || !isPartSent(file, request, response))
    send(file.forms[encodingFor(headers['accept-encoding'] ?? '')] ?? file.forms.identity, request, response)
}

import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { encodingFor } from '../page-cache/send.ts'
import { systemCode } from '../system/error-code.ts'
import { sendPart } from '../transport/byte-range.ts'
import { entityTag, isUnchanged } from '../transport/conditional.ts'
import { ENCODINGS, type Encoding } from '../transport/encodings.ts'
import { CLOSED_POLICY, COMMON_HEADERS } from '../transport/minimal-response.ts'
import {
  bodyOf,
  type SendSerialised,
  type SerialisedResponse,
  serialiseResponse,
} from '../transport/serialised-response.ts'

/** A folder of the build, without subfolders. */
export interface StaticFolder {
  /** `/assets/` */
  path: string
  folder: string
  cacheControl: string
}

/** Files of the build, a few dozen with half a megabyte in all. Each stays in memory after its first request. */
export interface StaticFiles {
  /**
   * Responds to a request for one of the files.
   * @param before runs before the response is sent
   * @returns false when there is no such file
   */
  respond(request: IncomingMessage, response: ServerResponse, before?: RequestListener): boolean
}

interface StaticFile {
  etag: string
  /** The encodings that save bytes. */
  forms: Partial<Record<Encoding, SerialisedResponse>> & { identity: SerialisedResponse }
  unchanged: SerialisedResponse
}

/** Compressed copies that the build writes next to a file (esbuild.config.mjs). */
const SUFFIX = { br: '.br', gzip: '.gz' } as const
/** All file types of the build: an unknown one fails the start. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

/**
 * Serves the build's files and their precompressed copies, so that no request compresses anything; a file that was
 * requested once is sent from memory (COST-50 to COST-54).
 * @throws when a folder is missing, or has a file of an unknown type
 */
export function openStaticFiles(folders: readonly StaticFolder[], send: SendSerialised): StaticFiles {
  const files = new Map(folders.flatMap(filesOf))
  return {
    respond(request, response, before) {
      const { url = '/', method, headers } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      const mark = url.indexOf('?')
      const file = files.get(mark === -1 ? url : url.slice(0, mark))?.()
      if (!file) return false
      before?.(request, response)
      if (isUnchanged(request, file.etag)) send(file.unchanged, request, response)
      // A range is of the uncompressed file, whatever encodings the client accepts (RFC 9110, 14.2).
      else if (headers.range === undefined || !isPartSent(file, request, response))
        send(file.forms[encodingFor(headers['accept-encoding'] ?? '')] ?? file.forms.identity, request, response)
      return true
    },
  }
}

/**
 * Reads each file on its first request: the start does not wait for a hundred small files, and unused ones take no
 * memory.
 */
function filesOf({ path, folder, cacheControl }: StaticFolder): Array<[string, () => StaticFile | undefined]> {
  const names = new Set(readdirSync(folder))
  const isForm = (name: string): boolean =>
    Object.values(SUFFIX).some((suffix) => name.endsWith(suffix) && names.has(name.slice(0, -suffix.length)))
  const originals = [...names].filter((name) => !isForm(name))
  return originals.map((name) => {
    const type = TYPES[extname(name)]
    if (type === undefined) throw new Error(`${name}: a file of a type that is not known`)
    const bodyIn = (encoding: Encoding): Buffer | undefined => {
      const file = encoding === 'identity' ? name : name + SUFFIX[encoding]
      return names.has(file) ? readFileSync(join(folder, file)) : undefined
    }
    const read = (): StaticFile => {
      const [identity = Buffer.alloc(0), gzip, br] = ENCODINGS.map(bodyIn)
      return fileOf({ type, cacheControl, bodies: { identity, ...(gzip && { gzip }), ...(br && { br }) } })
    }
    let file: StaticFile | undefined
    return [
      path + name,
      () => {
        try {
          file ??= read()
        } catch (error) {
          // ENOENT: a deployment has removed the build under a running process. Only this file is missing.
          if (systemCode(error) !== 'ENOENT') throw error
        }
        return file
      },
    ]
  })
}

interface ReadFile {
  type: string
  cacheControl: string
  bodies: { identity: Buffer; gzip?: Buffer; br?: Buffer }
}

function fileOf({ type, cacheControl, bodies }: ReadFile): StaticFile {
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
        // AMP caches serve documents with these fonts from other hosts (AMP-11).
        ...(type === TYPES['.woff2'] ? ['access-control-allow-origin', '*'] : []),
        ...common,
        // A client may combine a range only with a copy of exactly these bytes.
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
      ...(gzip && { gzip: formOf('gzip', gzip) }),
      ...(br && { br: formOf('br', br) }),
    },
    unchanged: serialiseResponse(304, [...common, 'etag', `W/${tag}`]),
  }
}

function isPartSent(
  { etag, forms: { identity } }: StaticFile,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  return sendPart(request, response, bodyOf(identity), etag, identity.list)
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { bareAnswer, CLOSED_POLICY, COMMON_HEADERS } from './bare-answer.ts'
import { rangeOf } from './byte-range.ts'
import { ENCODINGS, type Encoding } from './encodings.ts'
import { bodyOf, type ReadyAnswer, readyAnswer, sendReady } from './ready-answer.ts'
import { encodingFor } from './send-page.ts'
import { isUnchanged } from './unchanged.ts'

/** A folder of the build, without any below it. */
export interface StaticFolder {
  /** `/assets/` */
  path: string
  folder: string
  cacheControl: string
}

/** The files of the build, in memory: there are a few dozen, of half a megabyte. */
export interface StaticFiles {
  /**
   * Answers a request for one of them.
   * @param before called before that is sent
   * @returns false: there is no such file
   */
  answer(request: IncomingMessage, response: ServerResponse, before?: RequestListener): boolean
}

interface StaticFile {
  etag: string
  modified: string
  /** In the encodings that it is worth. */
  forms: Partial<Record<Encoding, ReadyAnswer>> & { identity: ReadyAnswer }
  unchanged: ReadyAnswer
}

/** What the build writes beside a file that compression pays for (esbuild.config.mjs). */
const SUFFIX = { br: '.br', gzip: '.gz' } as const
/** All types that the build makes: a file of another one fails the start of whoever builds it. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

/**
 * Reads what the build made, compressed forms included, so that nothing is compressed for a request, and what is asked for
 * is sent as it lies in memory (COST-50 to COST-54).
 * @throws when a folder is missing, or has a file of a type that is not known
 */
export function readStaticFiles(folders: readonly StaticFolder[]): StaticFiles {
  const files = new Map(folders.flatMap(filesOf))
  return {
    answer(request, response, before) {
      const { url = '/', method, headers } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      const mark = url.indexOf('?')
      const file = files.get(mark === -1 ? url : url.slice(0, mark))
      if (!file) return false
      before?.(request, response)
      if (isUnchanged(request, file.etag, file.modified)) sendReady(file.unchanged, request, response)
      else if (headers.range !== undefined && method === 'GET') sendPart(file, request, response)
      else
        sendReady(file.forms[encodingFor(headers['accept-encoding'] ?? '')] ?? file.forms.identity, request, response)
      return true
    },
  }
}

/** One after the other, and at once: a start waits for a hundred small files less than for as many promises of them. */
function filesOf({ path, folder, cacheControl }: StaticFolder): Array<[string, StaticFile]> {
  const names = new Set(readdirSync(folder))
  const isForm = (name: string): boolean =>
    Object.values(SUFFIX).some((suffix) => name.endsWith(suffix) && names.has(name.slice(0, -suffix.length)))
  const originals = [...names].filter((name) => !isForm(name))
  return originals.map((name) => {
    const bodyIn = (encoding: Encoding): Buffer | undefined => {
      const file = encoding === 'identity' ? name : name + SUFFIX[encoding]
      return names.has(file) ? readFileSync(join(folder, file)) : undefined
    }
    const { mtime } = statSync(join(folder, name))
    const [identity = Buffer.alloc(0), gzip, br] = ENCODINGS.map(bodyIn)
    const bodies = { identity, ...(gzip && { gzip }), ...(br && { br }) }
    return [path + name, fileOf({ name, cacheControl, modified: mtime.toUTCString(), bodies })]
  })
}

interface ReadFile {
  name: string
  cacheControl: string
  modified: string
  bodies: { identity: Buffer; gzip?: Buffer; br?: Buffer }
}

function fileOf({ name, cacheControl, modified, bodies }: ReadFile): StaticFile {
  const type = TYPES[extname(name)]
  if (type === undefined) throw new Error(`${name}: a file of a type that is not known`)
  const tag = `"${createHash('sha1').update(bodies.identity).digest('base64url').slice(0, 22)}"`
  const common = [
    ...['cache-control', cacheControl],
    ...['vary', 'Accept-Encoding'],
    ...['last-modified', modified],
    ...Object.entries(COMMON_HEADERS).flat(),
    ...['content-security-policy', CLOSED_POLICY],
  ]
  const formOf = (encoding: Encoding, body: Buffer): ReadyAnswer =>
    readyAnswer(
      200,
      [
        ...['content-type', type],
        ...common,
        // A part may be joined to what a client has of these bytes only.
        ...['etag', encoding === 'identity' ? tag : `W/${tag}`],
        ...(encoding === 'identity' ? ['accept-ranges', 'bytes'] : ['content-encoding', encoding]),
        ...['content-length', String(body.length)],
      ],
      body,
    )
  const { identity, gzip, br } = bodies
  return {
    etag: tag,
    modified,
    forms: {
      identity: formOf('identity', identity),
      ...(gzip && { gzip: formOf('gzip', gzip) }),
      ...(br && { br: formOf('br', br) }),
    },
    unchanged: readyAnswer(304, [...common, 'etag', `W/${tag}`]),
  }
}

/** A part of the file as it is, whatever encodings the client takes (RFC 9110, 14.2). */
function sendPart({ etag, forms: { identity } }: StaticFile, request: IncomingMessage, response: ServerResponse): void {
  const body = bodyOf(identity)
  const range = rangeOf(request, etag, body.length)
  if (range === undefined) {
    sendReady(identity, request, response)
    return
  }
  if (range === 'none') {
    bareAnswer(response, 416, { 'content-range': `bytes */${body.length}` })
    return
  }
  const part = body.subarray(range.start, range.end + 1)
  response.writeHead(206, [
    ...withoutLength(identity.list),
    ...['content-range', `bytes ${range.start}-${range.end}/${body.length}`],
    ...['content-length', String(part.length)],
  ])
  response.end(part)
}

function withoutLength(list: readonly string[]): string[] {
  const index = list.indexOf('content-length')
  return list.toSpliced(index, 2)
}

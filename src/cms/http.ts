import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import axios, { type AxiosInstance, isAxiosError } from 'axios'
import { SourceError } from './errors.ts'
import type { WireAnswer } from './source.ts'

/** Bytes of a decoded answer: enough for the longest article, too little for a bomb. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const MAX_REDIRECTS = 3
/** Statuses worth one more try of an idempotent call. */
const RETRIED_STATUS = new Set([502, 503, 504])
const MISSING_STATUS = new Set([404, 410])

export interface JsonClient {
  /**
   * GETs JSON below the client's base URL, within one deadline for everything: connecting, redirects, the one retry
   * and the body.
   * @param path begins with "/", already percent-encoded
   * @throws {SourceError}
   */
  get(path: string, deadline: number): Promise<WireAnswer>
}

/** A client for one CMS. Credentials go to its own host only; a redirect to another host is not followed. */
export function createJsonClient(baseUrl: string, credentials?: { user: string; key: string }): JsonClient {
  const base = new URL(baseUrl)
  const http = axios.create({
    baseURL: baseUrl,
    headers: { accept: 'application/json' },
    ...(credentials && { auth: { username: credentials.user, password: credentials.key } }),
    httpAgent: new HttpAgent({ keepAlive: true, maxSockets: 64 }),
    httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: 64 }),
    proxy: false,
    maxRedirects: MAX_REDIRECTS,
    maxContentLength: MAX_ANSWER_BYTES,
    responseType: 'text',
    // JSON is parsed below, where a failure can name the call.
    transformResponse: (body: unknown) => body,
    validateStatus: () => true,
    beforeRedirect: (options) => {
      const target = new URL(String(options.href))
      if (!isOwnHost(target, base)) throw new Error(`${REDIRECT_REFUSED} ${target.host}`)
      // Lost on the way from http to https otherwise.
      if (credentials) options.auth = `${credentials.user}:${credentials.key}`
    },
  })
  return {
    async get(path, deadline) {
      const call = `GET ${base.pathname === '/' ? '' : base.pathname}${path}`
      const { status, body } = await within(deadline, (signal) => request(http, path, call, signal))
      if (MISSING_STATUS.has(status)) return { call, json: missingJson(body) }
      if (status < 200 || status > 299) throw new SourceError(call, 'status', `HTTP ${status}`)
      return { call, json: parseJson(body, call) }
    },
  }
}

/** Unlike `AbortSignal.timeout`, nothing of a call that is over stays in memory until its deadline would have come. */
async function within<T>(deadline: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), deadline)
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

const REDIRECT_REFUSED = 'redirect refused: to'

/** Scheme, host and port are the CMS' own; from http to https on the usual ports is no other host. */
function isOwnHost(target: URL, base: URL): boolean {
  const isUpgrade = base.protocol === 'http:' && target.protocol === 'https:'
  return target.origin === base.origin || (isUpgrade && target.host === base.host && base.port === '')
}

async function request(
  http: AxiosInstance,
  path: string,
  call: string,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  const once = async () => {
    const { status, data } = await http.get<string>(path, { signal })
    return { status, body: data }
  }
  try {
    const first = await once()
    return RETRIED_STATUS.has(first.status) ? await once() : first
  } catch (error) {
    const failure = failureOf(error, call, signal)
    if (failure.reason !== 'unreachable') throw failure
  }
  try {
    return await once()
  } catch (error) {
    throw failureOf(error, call, signal)
  }
}

function failureOf(error: unknown, call: string, signal: AbortSignal): SourceError {
  if (signal.aborted) return new SourceError(call, 'timeout', 'no complete answer within the deadline')
  const message = error instanceof Error ? error.message : String(error)
  if (message.includes(REDIRECT_REFUSED)) return new SourceError(call, 'redirect', message)
  const code = isAxiosError(error) ? error.code : undefined
  if (code === 'ERR_FR_TOO_MANY_REDIRECTS') return new SourceError(call, 'redirect', 'too many redirects')
  if (message.includes('maxContentLength')) {
    return new SourceError(call, 'too-large', `more than ${MAX_ANSWER_BYTES} bytes`)
  }
  return new SourceError(call, 'unreachable', code ?? message)
}

/** An escape of half a character, or of a whole one written as two. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/** Strings come out well-formed: half a character can stand in no address and in no answer. */
function parseJson(body: string, call: string): unknown {
  try {
    if (!SURROGATE_ESCAPE.test(body)) return JSON.parse(body)
    return JSON.parse(body, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
  } catch {
    throw new SourceError(call, 'not-json', `${body.length} characters that are not JSON`)
  }
}

/** The body of a 404 may say where to send the reader (contract, "Missing content"). */
function missingJson(body: string): unknown {
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'object' && json !== null && 'errors' in json ? json : undefined
  } catch {
    return undefined
  }
}

import axios, { type AxiosResponse, isAxiosError } from 'axios'
import { plainPath } from '../../observability/log/plain-path.ts'
import type { Span, TraceHeaders } from '../../observability/tracing/span.ts'
import { within } from '../../system/deadline.ts'
import { wholeJson } from '../../system/network/whole-json.ts'
import { inSlices, nextTurn } from '../../system/steps.ts'
import { isSuspect, wellFormedValue } from '../../system/well-formed.ts'
import type { Rank, Validator, WireResponse } from '../source.ts'
import { isRefusal, SourceError } from './errors.ts'
import { isIll } from './failure-classification.ts'
import { createHosts, type Host, type HostCall } from './host.ts'

/** Maximum size of a decoded response: enough for the longest article, too little for a decompression bomb. Bytes. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024
/** Maximum number of values: many small ones take far longer to parse than a few long ones (COST-11). */
const MAX_VALUES = 500_000
/** Parsing such a response takes milliseconds, so other work runs before and after it. Characters. */
const LARGE_RESPONSE = 250_000
const MAX_REDIRECTS = 3
/** Statuses after which an idempotent call is retried once. */
const RETRIED_STATUS: readonly unknown[] = [502, 503, 504]
const MISSING_STATUS = new Set([404, 410])
const NOT_MODIFIED = 304

/** Status and headers of a CMS response. */
export interface ResponseHead {
  status: number
  /** By lower-case name; repeated headers are joined by commas. */
  headers: Readonly<Record<string, string>>
}

/** JSON with status and headers. */
export interface JsonResponse extends WireResponse, ResponseHead {}

export interface CallOptions {
  /** `secondary`: its failure does not count against the host. */
  rank?: Rank
  /** Codes of error bodies that mean "no such content", whatever their status. */
  missingCodes?: readonly string[]
  /** Whether the body of a 404 says that the content does not exist; absent: each does. */
  isMissing?: (body: unknown) => boolean
  /** Parent span; absent: the call is not traced. */
  span?: Span | undefined
  /** Of the content that the caller has; one of another call does not count. */
  known?: Validator | undefined
}

export interface JsonClient {
  /**
   * GETs JSON below the client's base URL, within one deadline for everything: queueing, connecting, redirects, the one
   * retry and the body.
   * @param path begins with "/", already percent-encoded
   * @param deadline milliseconds
   * @throws {SourceError}
   */
  get(path: string, deadline: number, options?: CallOptions): Promise<JsonResponse>
  /**
   * HEAD of any URL of the host. Only statuses of a failing host (500 and above, 429) are failures, and redirects are
   * not followed.
   * @throws {SourceError}
   */
  head(path: string, deadline: number, options?: Pick<CallOptions, 'rank' | 'span'>): Promise<ResponseHead>
}

/**
 * A client for one CMS. Credentials go to its own host only; a redirect to another host is not followed.
 * @param host shared by all clients of the same host
 */
export function createJsonClient(
  baseUrl: string,
  credentials?: { user: string; key: string },
  host: Host = createHosts()(baseUrl),
): JsonClient {
  const base = new URL(baseUrl)
  const http = axios.create({
    baseURL: baseUrl,
    headers: { accept: 'application/json' },
    ...(credentials && { auth: { username: credentials.user, password: credentials.key } }),
    ...host.connections,
    proxy: false,
    maxRedirects: MAX_REDIRECTS,
    maxContentLength: MAX_RESPONSE_BYTES,
    responseType: 'text',
    // JSON is parsed below, where an error can name the call.
    transformResponse: (body: unknown) => body,
    validateStatus: () => true,
    beforeRedirect: (options) => {
      const target = new URL(String(options.href))
      if (!isOwnHost(target, base)) throw new Error(`${REDIRECT_REFUSED} ${target.host}`)
      // Otherwise lost on the way from http to https.
      if (credentials) options.auth = `${credentials.user}:${credentials.key}`
    },
  })
  const prefix = base.pathname.replace(/\/$/, '')
  /** The same call with other credentials is another one. */
  const targetOf = (call: string): string => (credentials ? `${credentials.user} ${call}` : call)
  return {
    get(path, deadline, { rank = 'primary', missingCodes = [], isMissing, span, known } = {}) {
      const call = `GET ${prefix}${path}`
      const conditions = known?.response?.call === call ? conditionsOf(known.response) : undefined
      return tried(host, { call, target: targetOf(call), rank, deadline, span }, async (signal, sent) => {
        const headers = { ...sent.headers, ...conditions }
        const response = await http.get<string>(path, { signal, headers }).catch((error: unknown) => {
          throw failureOf(error, call, signal)
        })
        if (conditions && response.status === NOT_MODIFIED) {
          return { call, ...headOf(response), json: undefined, isUnchanged: true as const }
        }
        // Without the query, which may have a reader's words.
        const onOutput = (words: string): void => host.noticed(`GET ${prefix}${plainPath(path)}`, words)
        return { call, ...headOf(response), json: await jsonOf(response, { call, missingCodes, isMissing, onOutput }) }
      })
    },
    head(path, deadline, { rank = 'primary', span } = {}) {
      const call = `HEAD ${prefix}${path}`
      return tried(host, { call, target: targetOf(call), rank, deadline, span }, async (signal, sent) => {
        const response = await http.head<string>(path, { signal, maxRedirects: 0, ...sent }).catch((error: unknown) => {
          throw failureOf(error, call, signal)
        })
        const { status } = response
        if (isIll(status)) throw new SourceError(call, 'status', `HTTP ${status}`, { status })
        return headOf(response)
      })
    },
  }
}

/** Makes a call and at most one retry, within one deadline. */
function tried<T>(
  host: Host,
  about: Pick<HostCall, 'call' | 'target' | 'rank' | 'deadline' | 'span'>,
  make: (signal: AbortSignal, sent: { headers?: TraceHeaders }) => Promise<T>,
): Promise<T> {
  return within(about.deadline, async (signal) => {
    const once = (isSecondTry: boolean) =>
      host.run({ ...about, signal, isSecondTry }, (headers) => make(signal, headers ? { headers } : {}))
    try {
      return await once(false)
    } catch (first) {
      if (!isWorthSecondTry(first)) throw first
      return await once(true).catch((second: unknown) => {
        // A refused retry tells less than the first failure.
        throw isRefusal(second) ? first : second
      })
    }
  })
}

const REDIRECT_REFUSED = 'redirect refused: to'
/** Codes of follow-redirects: too many redirects, or an invalid target. */
const REDIRECT_FAILURES = 'ERR_FR_'

/** Codes of Node's HTTP parser: the response is invalid. */
const PARSE_FAILURES = 'HPE_'
/** No connection: the host is at fault. A connection that breaks later is the URL's fault (RES-1). */
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ETIMEDOUT',
])

/** Same scheme, host and port as the CMS; http to https on the default ports counts as the same. */
function isOwnHost(target: URL, base: URL): boolean {
  const isUpgrade = base.protocol === 'http:' && target.protocol === 'https:'
  return target.origin === base.origin || (isUpgrade && target.host === base.host && base.port === '')
}

/** Transient failures. */
function isWorthSecondTry(error: unknown): boolean {
  if (!(error instanceof SourceError)) return false
  const { reason, facts } = error
  if (facts.isRecalled) return false
  return (
    reason === 'unreachable' ||
    reason === 'incomplete' ||
    (reason === 'status' && RETRIED_STATUS.includes(facts.status))
  )
}

function conditionsOf({ etag, lastModified }: NonNullable<Validator['response']>): Record<string, string> {
  return { ...(etag && { 'if-none-match': etag }), ...(lastModified && { 'if-modified-since': lastModified }) }
}

/** What a response says of its revision (RFC 9110, 8.8). */
export function validatorOf({ call, headers, json }: JsonResponse): Validator | undefined {
  const { etag, 'last-modified': lastModified } = headers
  if (json === undefined || (etag === undefined && lastModified === undefined)) return undefined
  return {
    isExact: etag !== undefined,
    response: { call, ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) },
  }
}

function headOf({ status, headers }: AxiosResponse<string>): ResponseHead {
  return { status, headers: plainHeaders(headers) }
}

/** @returns undefined when the content does not exist */
async function jsonOf(
  { status, data: body }: AxiosResponse<string>,
  {
    call,
    missingCodes,
    isMissing,
    onOutput,
  }: Pick<CallOptions, 'isMissing'> & {
    call: string
    missingCodes: readonly string[]
    onOutput: (words: string) => void
  },
): Promise<unknown> {
  if (MISSING_STATUS.has(status)) {
    if (isMissing && !isMissing(jsonOrNothing(body))) {
      throw new SourceError(call, 'not-json', `HTTP ${status} with a page: there is no API at this URL`, { status })
    }
    return missingJson(body)
  }
  if (status >= 200 && status <= 299) return parseJson(body, call, onOutput)
  if (isIll(status) || !missingCodes.includes(codeOf(body) ?? '')) {
    throw new SourceError(call, 'status', `HTTP ${status}`, { status })
  }
  return undefined
}

function plainHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
}

function failureOf(error: unknown, call: string, signal: AbortSignal): SourceError {
  if (signal.aborted) return new SourceError(call, 'timeout', 'no complete answer within the deadline')
  const message = error instanceof Error ? error.message : String(error)
  if (message.includes(REDIRECT_REFUSED)) return new SourceError(call, 'redirect', message)
  const code = isAxiosError(error) ? error.code : undefined
  if (code?.startsWith(REDIRECT_FAILURES)) return new SourceError(call, 'redirect', code)
  if (message.includes('maxContentLength')) {
    return new SourceError(call, 'too-large', `more than ${MAX_RESPONSE_BYTES} bytes`)
  }
  const isResponse = (isAxiosError(error) && error.response) || code?.startsWith(PARSE_FAILURES)
  if (isResponse) return new SourceError(call, 'incomplete', code ?? message)
  return new SourceError(call, 'unreachable', code ?? message, { isCutOff: !NO_CONNECTION.has(code ?? '') })
}

/**
 * All texts are well-formed (TEXT-11). Other output around the JSON does no harm, and its words go to the operator
 * (SRC-50).
 */
async function parseJson(body: string, call: string, onOutput: (words: string) => void): Promise<unknown> {
  if (hasTooManyValues(body)) throw new SourceError(call, 'too-large', `more than ${MAX_VALUES} values`)
  const isLarge = body.length > LARGE_RESPONSE
  if (isLarge) await nextTurn()
  let json: unknown
  try {
    const whole = wholeJson(body)
    json = whole.json
    if (whole.beside) onOutput(whole.beside)
  } catch {
    throw new SourceError(call, 'not-json', `${body.length} characters that are not JSON`)
  }
  if (isLarge) await nextTurn()
  return isSuspect(body) ? inSlices(wellFormedValue(json)) : json
}

/** Each value begins after one of three characters; those inside texts count too, as excluding them costs more. */
function hasTooManyValues(body: string): boolean {
  if (body.length < MAX_VALUES) return false
  let count = 0
  for (const sign of [',', '[', '{']) {
    for (let at = body.indexOf(sign); at !== -1 && count <= MAX_VALUES; at = body.indexOf(sign, at + 1)) count += 1
  }
  return count > MAX_VALUES
}

/** The body of a 404 may contain a redirect target (WIRE-5). */
function missingJson(body: string): unknown {
  const json = jsonOrNothing(body)
  return typeof json === 'object' && json !== null && 'errors' in json ? json : undefined
}

/** `{ "code": "rest_no_route", … }` */
function codeOf(body: string): string | undefined {
  const json = jsonOrNothing(body)
  return typeof json === 'object' && json !== null && 'code' in json ? String(json.code) : undefined
}

function jsonOrNothing(body: string): unknown {
  try {
    return wholeJson(body).json
  } catch {
    return undefined
  }
}

import axios, { type AxiosResponse, isAxiosError } from 'axios'
import { plainPath } from '../../observability/log/plain-path.ts'
import type { Span, TraceHeaders } from '../../observability/tracing/span.ts'
import { within } from '../../system/deadline.ts'
import { wholeJson } from '../../system/network/whole-json.ts'
import { inSlices, nextTurn } from '../../system/steps.ts'
import { isSuspect, wellFormedValue } from '../../system/well-formed.ts'
import type { Rank, Validator, WireResponse } from '../source.ts'
import { isIll, isRefusal, SourceError } from './errors.ts'
import { createHosts, type Host, type HostCall } from './host.ts'

/** Bytes, decoded: enough for the longest article, not for a decompression bomb. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024
/** Many small values take far longer to parse than few long ones (COST-11). */
const MAX_VALUES = 500_000
/** Characters; other work runs before and after the parsing. */
const LARGE_RESPONSE = 250_000
const MAX_REDIRECTS = 3
const RETRIED_STATUS: readonly unknown[] = [502, 503, 504]
const MISSING_STATUS = new Set([404, 410])
const NOT_MODIFIED = 304

export interface ResponseHead {
  status: number
  /** By lower-case name; commas join repeated ones. */
  headers: Readonly<Record<string, string>>
}

export interface JsonResponse extends WireResponse, ResponseHead {}

export interface CallOptions {
  /** Failures of `secondary` calls do not count against the host. */
  rank?: Rank
  /** In error bodies of any status they mean "no such content". */
  missingCodes?: readonly string[]
  /** Whether a 404's body says that the content does not exist; absent: each does. */
  isMissing?(body: unknown): boolean
  span?: Span
  /** Of the caller's content, by the same call. */
  known?: Validator
}

export interface JsonClient {
  /**
   * One deadline includes the retry.
   * @param path below the base URL, begins with "/", percent-encoded
   * @param deadline milliseconds
   * @throws {SourceError}
   */
  get(path: string, deadline: number, options?: CallOptions): Promise<JsonResponse>
  /**
   * Any URL of the host; follows no redirect.
   * @throws {SourceError} for statuses of a failing host only (500 and above, 429)
   */
  head(path: string, deadline: number, options?: Pick<CallOptions, 'rank' | 'span'>): Promise<ResponseHead>
}

/**
 * Credentials go to the CMS' own host only; a redirect to another one is not followed.
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
    auth: credentials && { username: credentials.user, password: credentials.key },
    ...host.connections,
    proxy: false,
    maxRedirects: MAX_REDIRECTS,
    maxContentLength: MAX_RESPONSE_BYTES,
    responseType: 'text',
    // The parser below names the call in its error.
    transformResponse: (body: unknown) => body,
    validateStatus: () => true,
    beforeRedirect: (options) => {
      const target = new URL(String(options.href))
      if (!isOwnHost(target, base)) throw new Error(`${REDIRECT_REFUSED} ${target.host}`)
      // follow-redirects drops the credentials on the way from http to https.
      if (credentials) options.auth = `${credentials.user}:${credentials.key}`
    },
  })
  const prefix = base.pathname.replace(/\/$/, '')
  /** Other credentials make another call. */
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
        // The query may have a reader's words.
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
        // The first failure says more than a refused retry.
        throw isRefusal(second) ? first : second
      })
    }
  })
}

const REDIRECT_REFUSED = 'redirect refused: to'
/** follow-redirects' codes for too many redirects or an invalid target. */
const REDIRECT_FAILURES = 'ERR_FR_'

/** Codes of Node's HTTP parser. */
const PARSE_FAILURES = 'HPE_'
/** They are the host's; a connection that breaks later is the URL's (RES-1). */
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ETIMEDOUT',
])

/** http to https on the default ports counts as the same. */
function isOwnHost(target: URL, base: URL): boolean {
  const isUpgrade = base.protocol === 'http:' && target.protocol === 'https:'
  return target.origin === base.origin || (isUpgrade && target.host === base.host && base.port === '')
}

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

export function validatorOf({ call, headers, json }: JsonResponse): Validator | undefined {
  const { etag, 'last-modified': lastModified } = headers
  if (json === undefined || (etag === undefined && lastModified === undefined)) return undefined
  return {
    isExact: etag !== undefined,
    response: { call, etag, lastModified },
  }
}

function headOf({ status, headers }: AxiosResponse<string>): ResponseHead {
  return { status, headers: plainHeaders(headers) }
}

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

/** Makes texts well-formed (TEXT-11), and reports output around the JSON (SRC-50). */
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

/** Counts characters before values, in texts too, as excluding those costs more. */
function hasTooManyValues(body: string): boolean {
  if (body.length < MAX_VALUES) return false
  let count = 0
  for (const sign of [',', '[', '{']) {
    for (let at = body.indexOf(sign); at !== -1 && count <= MAX_VALUES; at = body.indexOf(sign, at + 1)) count += 1
  }
  return count > MAX_VALUES
}

/** A 404's body may contain a redirect target (WIRE-5). */
function missingJson(body: string): unknown {
  const json = jsonOrNothing(body)
  return typeof json === 'object' && json !== null && 'errors' in json ? json : undefined
}

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

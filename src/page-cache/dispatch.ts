import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { CachePolicy } from '../system/cache-policy.ts'

/** A whole response of the application, kept instead of sent. */
export interface CapturedResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: Buffer
  /** Absent: the response must not be stored. */
  policy?: CachePolicy
  /** It is none: the client's own request is to be answered. */
  isPassedOn?: true
}

export interface DispatchRequest {
  /** Path and query, as a request line has them. */
  url: string
  host: string
  /** True: content must be requested again, where the cache would serve stale. */
  isRevalidation: boolean
  /** Of the reader's request that go on with it: its name, and its trace. */
  headers?: Readonly<Record<string, string>>
}

/** What the page cache and the application say to each other about a request that the page cache made. */
export interface Dispatch {
  /** True for a background refresh, false for a page that a reader waits for. */
  readonly isRevalidation: boolean
  /** As the application declares it; absent: the response must not be stored. */
  policy: CachePolicy | undefined
  /** The application asks for the client's own request. */
  isPassedOn: boolean
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Absent: a client sent the request. */
    dispatch?: Dispatch
  }
}

/**
 * Asks for the client's own request, where a response may be larger than anybody wants in memory.
 * @returns false: it is the client's own, and is to be answered
 */
export function passOn({ dispatch }: IncomingMessage, response: ServerResponse): boolean {
  if (!dispatch) return false
  dispatch.isPassedOn = true
  response.end()
  return true
}

/**
 * Runs the application for a GET that no client sent, and captures what it answers, uncompressed. Node's own request
 * and response objects are used without a connection; only the response's way out is replaced.
 */
export function dispatch(
  app: RequestListener,
  { url, host, isRevalidation, headers }: DispatchRequest,
): Promise<CapturedResponse> {
  const request = new IncomingMessage(new Socket())
  const dispatch: Dispatch = { isRevalidation, policy: undefined, isPassedOn: false }
  Object.assign(request, {
    method: 'GET',
    url,
    headers: { ...headers, host, 'accept-encoding': 'identity' },
    complete: true,
    dispatch,
  })
  request.push(null)
  return new Promise((resolve, reject) => {
    const response = captureResponse(request, dispatch, resolve, reject)
    try {
      app(request, response)
    } catch (error) {
      reject(error)
    }
  })
}

function captureResponse(
  request: IncomingMessage,
  dispatch: Dispatch,
  done: (captured: CapturedResponse) => void,
  failed: (error: Error) => void,
): ServerResponse {
  const response = new ServerResponse(request)
  const chunks: Buffer[] = []
  const take = (chunk: unknown, encoding: unknown): void => {
    // Middleware that waits for the headers to be sent gets its chance.
    if (!response.headersSent) response.writeHead(response.statusCode)
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, encoding as BufferEncoding | undefined))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  // Own properties, because Express replaces the prototype of the response it is given.
  const write = (chunk: unknown, encoding?: unknown): boolean => {
    take(chunk, typeof encoding === 'string' ? encoding : undefined)
    return true
  }
  const end = (chunk?: unknown, encoding?: unknown): ServerResponse => {
    if (response.writableEnded) return response
    take(typeof chunk === 'function' ? undefined : chunk, typeof encoding === 'string' ? encoding : undefined)
    Object.defineProperty(response, 'writableEnded', { value: true })
    Object.defineProperty(response, 'writableFinished', { value: true })
    const { policy, isPassedOn } = dispatch
    done({
      status: response.statusCode,
      headers: headersOf(response),
      body: Buffer.concat(chunks),
      ...(policy && { policy }),
      ...(isPassedOn && { isPassedOn }),
    })
    response.emit('finish')
    response.emit('close')
    return response
  }
  /** What is streamed may fail half-way: half a response is none. */
  const destroy = (error?: Error): ServerResponse => {
    if (response.writableEnded) return response
    failed(error ?? new Error(`the answer to ${request.url} was cut off`))
    response.emit('close')
    return response
  }
  return Object.assign(response, { write, end, destroy })
}

function headersOf(response: ServerResponse): Record<string, string> {
  const entries = Object.entries(response.getHeaders())
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  )
}

import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { CachePolicy } from '../../system/cache-headers.ts'
import { sendMinimal } from '../transport/minimal-response.ts'
import type { MessageClasses } from '../transport/server.ts'

export interface CapturedResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Absent: it must not be stored. */
  policy?: CachePolicy
  isPassedOn?: true
  /** It lacks what was late or failed: it must not be stored as fresh. */
  isIncomplete?: true
}

export type SendCaptured = (captured: CapturedResponse, request: IncomingMessage, response: ServerResponse) => void

export const sendPlain: SendCaptured = (captured, _request, response) => {
  response.writeHead(captured.status, { ...captured.headers, 'content-length': String(captured.body.length) })
  response.end(captured.body)
}

export interface DispatchRequest {
  url: string
  host: string
  isRevalidation: boolean
  method?: 'HEAD'
  headers?: Readonly<Record<string, string | undefined>>
}

export interface Dispatch {
  readonly isRevalidation: boolean
  policy: CachePolicy | undefined
  isPassedOn: boolean
  isIncomplete: boolean
}

declare module 'node:http' {
  interface IncomingMessage {
    dispatch?: Dispatch
  }
}

/**
 * Leaves to the caller a client's own request, whose response may be too large for memory.
 * @returns false: the caller must handle the request
 */
export function passOn({ dispatch }: IncomingMessage, response: ServerResponse): boolean {
  if (!dispatch) return false
  dispatch.isPassedOn = true
  response.end()
  return true
}

/**
 * Node's own objects would have no connection.
 * @param messages the application's; absent: Node's
 */
export function dispatch(
  app: RequestListener,
  { url, host, isRevalidation, method, headers }: DispatchRequest,
  messages: MessageClasses = { IncomingMessage, ServerResponse },
): Promise<CapturedResponse> {
  const request = new messages.IncomingMessage(new Socket())
  const dispatch: Dispatch = { isRevalidation, policy: undefined, isPassedOn: false, isIncomplete: false }
  Object.assign(request, {
    method: method ?? 'GET',
    url,
    headers: { ...headers, host, 'accept-encoding': 'identity' },
    complete: true,
    dispatch,
  })
  request.push(null)
  return new Promise((resolve, reject) => {
    const response = captureResponse(new messages.ServerResponse(request), dispatch, resolve, reject)
    try {
      app(request, response)
    } catch (error) {
      reject(error)
    }
  })
}

function captureResponse(
  response: ServerResponse,
  dispatch: Dispatch,
  done: (captured: CapturedResponse) => void,
  failed: (error: Error) => void,
): ServerResponse {
  const chunks: Buffer[] = []
  const take = (chunk: unknown, encoding: unknown): void => {
    // Middleware may hook into `writeHead`.
    if (!response.headersSent) response.writeHead(response.statusCode)
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, encoding as BufferEncoding | undefined))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  // Express replaces the prototype of the response.
  const write = (chunk: unknown, encoding?: unknown): boolean => {
    take(chunk, typeof encoding === 'string' ? encoding : undefined)
    return true
  }
  const end = (chunk?: unknown, encoding?: unknown): ServerResponse => {
    if (response.writableEnded) return response
    take(typeof chunk === 'function' ? undefined : chunk, typeof encoding === 'string' ? encoding : undefined)
    Object.defineProperty(response, 'writableEnded', { value: true })
    Object.defineProperty(response, 'writableFinished', { value: true })
    const { policy, isPassedOn, isIncomplete } = dispatch
    done({
      status: response.statusCode,
      headers: headersOf(response),
      body: Buffer.concat(chunks),
      policy,
      isPassedOn: isPassedOn ? true : undefined,
      isIncomplete: isIncomplete ? true : undefined,
    })
    response.emit('finish')
    response.emit('close')
    return response
  }
  /** A partial response must be neither sent nor stored. */
  const destroy = (error?: Error): ServerResponse => {
    if (response.writableEnded) return response
    failed(error ?? new Error(`the response to ${response.req.url} was cut off`))
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

interface Loading {
  now(): Promise<{ app: RequestListener }>
  later: Promise<{ app: RequestListener }>
  /** A reader waits for a page. Probes come without the page cache too. */
  onRendering(): void
  /** Of those who wait for the application. */
  waiting: ServerResponse[]
}

export function whenLoaded({ now, later, onRendering, waiting }: Loading): RequestListener {
  let loaded: RequestListener | undefined
  return (request, response) => {
    if (request.dispatch?.isRevalidation === false) onRendering()
    if (loaded) return loaded(request, response)
    const isRenewal = request.dispatch?.isRevalidation === true
    if (!isRenewal) waiting.push(response)
    const loading = isRenewal ? later : now()
    loading.then(
      ({ app }) => {
        loaded = app
        app(request, response)
      },
      () => sendMinimal(response, 503),
    )
  }
}

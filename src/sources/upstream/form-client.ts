import type { Readable } from 'node:stream'
import axios, { isAxiosError } from 'axios'
import type { Span } from '../../observability/tracing/span.ts'
import { within } from '../../system/deadline.ts'
import { SourceError } from './errors.ts'
import type { Host } from './host.ts'
import type { ResponseHead } from './http.ts'

export interface FormPost {
  path: string
  fields: URLSearchParams | FormData
  client: string
  deadline: number
  /** Absent: the body is not read. */
  maxBytes?: number
  span?: Span
}

export interface FormResponse extends ResponseHead {
  text: string
}

/** Posts forms to one CMS without credentials, retries or redirects. */
export interface FormClient {
  /** @throws {SourceError} without a complete response in time; never for a status */
  post(form: FormPost): Promise<FormResponse>
}

export function createFormClient(baseUrl: string, host: Host): FormClient {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  const http = axios.create({
    baseURL: baseUrl,
    ...host.connections,
    proxy: false,
    maxRedirects: 0,
    responseType: 'stream',
    validateStatus: () => true,
  })
  return {
    post({ path, fields, client, deadline, maxBytes, span }) {
      const call = `POST ${prefix}${path}`
      return within(deadline, (signal) =>
        host.run({ call, rank: 'secondary', deadline, signal, span }, async (trace) => {
          try {
            const headers = { ...trace, accept: 'application/json, text/html', 'x-forwarded-for': client }
            const response = await http.post<Readable>(path, fields, { signal, headers })
            const text = await bodyOf(response.data, maxBytes, call)
            return { status: response.status, headers: plainHeaders(response.headers), text }
          } catch (error) {
            throw failureOf(error, call, signal)
          }
        }),
      )
    },
  }
}

async function bodyOf(body: Readable, maxBytes: number | undefined, call: string): Promise<string> {
  if (maxBytes === undefined) {
    body.destroy()
    return ''
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) throw new SourceError(call, 'too-large', `more than ${maxBytes} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}

function plainHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
}

/** Errors never contain a form's fields. */
function failureOf(error: unknown, call: string, signal: AbortSignal): SourceError {
  if (error instanceof SourceError) return error
  if (signal.aborted) return new SourceError(call, 'timeout', 'no complete response within the deadline')
  return new SourceError(call, 'unreachable', (isAxiosError(error) ? error.code : undefined) ?? 'no response')
}

import { setTimeout as wait } from 'node:timers/promises'
import { BodyTooLarge, boundedText } from '../../../system/network/response.ts'
import { type Subscribers, SubscribersError } from '../subscribers.ts'

const MAX_RESPONSE_BYTES = 64 * 1024
const DEADLINE = 9000

export interface ProviderCall {
  method: 'GET' | 'POST' | 'PATCH'
  url: string
  headers: Record<string, string>
  body?: object
}

export type Call = (call: ProviderCall) => Promise<{ status: number; json: unknown }>

/**
 * One subscription has one deadline (NEWS-9). A redirect would carry the address elsewhere.
 * @throws {SubscribersError} without the provider's texts, which may repeat the address
 */
export async function callingProvider<T>(work: (call: Call) => Promise<T>): Promise<T> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), DEADLINE)
  try {
    return await work(async ({ method, url, headers, body }) => {
      const response = await fetch(url, {
        method,
        headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
        body: body && JSON.stringify(body),
        redirect: 'error',
        signal: deadline.signal,
      })
      const text = await boundedText(response, MAX_RESPONSE_BYTES)
      return { status: response.status, json: response.ok ? JSON.parse(text) : jsonOrNothing(text) }
    })
  } catch (error) {
    if (error instanceof SubscribersError) throw error
    if (deadline.signal.aborted) throw new SubscribersError('timeout', 'no response in time')
    throw new SubscribersError('unusable', reasonOf(error))
  } finally {
    clearTimeout(timer)
  }
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A parser's message repeats its input. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'not JSON'
  return error instanceof BodyTooLarge ? error.message : String(error)
}

export function basic(user: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}

const STEP = 1000

/** A known address may need one call more, so responses come at whole steps of milliseconds (NEWS-16). */
export function paced({ isDiscreet, subscribe }: Subscribers, step = STEP): Subscribers {
  return {
    isDiscreet,
    async subscribe(email, service) {
      const since = performance.now()
      try {
        return await subscribe(email, service)
      } finally {
        await wait(step - ((performance.now() - since) % step))
      }
    },
  }
}

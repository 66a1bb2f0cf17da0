import { scrubbedText } from '../../scrub.ts'

/** What an error of the database or its connection means for a call. */
export interface Failure {
  /** `passing`: the same call may succeed in a moment. `lasting`: only an operator can help. */
  kind: 'passing' | 'lasting'
  lacksTables: boolean
  /** Has neither addresses nor secrets. */
  detail: string
}

/**
 * SQLSTATE of what passes (postgresql.org/docs/current/errcodes-appendix.html): connections, too many of them, a server
 * that starts, stops or is a replica for a moment, and calls that were in each other's way.
 */
const PASSING = /^(?:08...|40...|53...|55P03|57P0[123]|57014|25006|23503)$/
const NO_TABLES = new Set(['42P01', '3F000', '42703'])
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
/** pg's own errors have no code. */
const CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|Client has encountered a connection error)/

export function failureOf(error: unknown): Failure {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const isPassing = PASSING.test(code) || NETWORK.has(code) || (code === '' && CONNECTION.test(message))
  return {
    kind: isPassing ? 'passing' : 'lasting',
    lacksTables: NO_TABLES.has(code),
    // The message of several failed connection attempts is empty.
    detail: scrubbedText(message || code || 'no connection'),
  }
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

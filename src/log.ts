import { type DestinationStream, type Logger, pino } from 'pino'
import { createRepeats, type Repeats } from './log-repeats.ts'
import { masking } from './masking.ts'

/** Fields that hold credentials wherever they stand; pino writes `[Redacted]` in their place. */
const CREDENTIALS = ['authorization', 'cookie', '["set-cookie"]', 'apikey', 'api_key', 'password', 'token', 'auth']
const PLACES = ['', '*.', '*.headers.']

interface LogSettings {
  level: string
  /** Values that never stand in a line, whoever wrote them into a message (`Env.secrets`). */
  secrets: readonly string[]
  /** What counts equal lines; to be told when the process ends. */
  repeats?: Repeats
}

/**
 * The log: a line of JSON for each event. Three things keep credentials out: an error says what went wrong and nothing of
 * what it was done with, fields that hold credentials by name are redacted, and what is known to be secret is masked in
 * the finished line, also where an answer of another server has repeated it. Equal lines are written once and counted (COST-82).
 * @param destination stdout when absent
 */
export function createLog(
  { level, secrets, repeats = createRepeats(secrets) }: LogSettings,
  destination?: DestinationStream,
): Logger {
  const mask = masking(secrets)
  const written = (line: string): string => {
    count(line)
    return mask(line)
  }
  const options = {
    level,
    base: null,
    redact: PLACES.flatMap((place) => CREDENTIALS.map((name) => (place + name).replace('.[', '['))),
    serializers: { err: plainError },
    hooks: { streamWrite: written, logMethod: repeats.logMethod },
  }
  return destination ? pino(options, destination) : pino(options)
}

const LEVELS = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' } as const
type Level = (typeof LEVELS)[keyof typeof LEVELS]

const lines: Record<Level, number> = { debug: 0, info: 0, warn: 0, error: 0, fatal: 0 }

/** Lines that this process has written, by their level. */
export const logLines: Readonly<Record<Level, number>> = lines

/** The level stands first in every line. */
function count(line: string): void {
  const level = LEVELS[Number(line.slice('{"level":'.length, '{"level":'.length + 2)) as keyof typeof LEVELS]
  if (level) lines[level] += 1
}

/** What a line says of an error. */
interface PlainError {
  type: string
  message: string
  stack?: string
  code?: string | number
  cause?: PlainError
}

const MAX_CAUSES = 3

/**
 * Name, message, stack and code. Clients of other servers hang the whole request on their errors, credentials included;
 * nothing of that is copied.
 */
export function plainError(error: unknown, depth = 0): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: plainError(error.cause, depth + 1) }),
  }
}

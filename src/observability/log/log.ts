import { type DestinationStream, type Logger, pino } from 'pino'
import { masking, redactedLine } from './redaction.ts'
import { createRepeats, type Repeats } from './repeats.ts'

/** pino redacts these at any depth. */
const CREDENTIALS = ['authorization', 'cookie', '["set-cookie"]', 'apikey', 'api_key', 'password', 'token', 'auth']
const PLACES = ['', '*.', '*.headers.']

interface LogSettings {
  level: string
  /** No line may have these (`Env.secrets`). */
  secrets: readonly string[]
  repeats?: Repeats
}

/**
 * Redacts credentials, secrets and readers' data (OBS-47), and counts equal lines (COST-82).
 * @param destination absent: stdout
 */
export function createLog(
  { level, secrets, repeats = createRepeats(secrets) }: LogSettings,
  destination?: DestinationStream,
): Logger {
  const mask = masking(secrets)
  const written = (line: string): string => {
    count(line)
    // Half a secret is not recognisable.
    return redactedLine(mask(line))
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

export const logLines: Readonly<Record<Level, number>> = lines

function count(line: string): void {
  const level = LEVELS[Number(line.slice('{"level":'.length, '{"level":'.length + 2)) as keyof typeof LEVELS]
  if (level) lines[level] += 1
}

interface PlainError {
  type: string
  message: string
  stack?: string
  code?: string | number
  cause?: PlainError
}

const MAX_CAUSES = 3

/** Clients attach requests to errors. */
export function plainError(error: unknown, depth = 0): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    cause: error.cause !== undefined && depth < MAX_CAUSES ? plainError(error.cause, depth + 1) : undefined,
  }
}

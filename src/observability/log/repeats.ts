import type { LogFn, Logger } from 'pino'
import { systemCode } from '../../system/record.ts'
import { masking } from './redaction.ts'

export interface Repeats {
  logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void
  flush(): void
}

interface Line {
  logger: Logger
  method: LogFn
  facts: Facts
  words: string
  more: number
}

type Facts = Record<string, string | number | boolean>

const WINDOW = 10_000
const MAX_DIFFERENT = 50
const MAX_KNOWN = 500
const MAX_VALUE = 500
/** Each is one event, or a state until the opposite line. */
const EACH_COUNTS = new Set(['request', 'the shared store is there', 'the shared store is away'])
const PASSING = new Set(['requestId', 'ms', 'path', 'count'])
/** pino's number. */
const FATAL = 60

/**
 * Logs further equal lines every ten seconds (COST-82).
 * @param secrets masked before a cut, as half a secret is not recognised
 */
export function createRepeats(secrets: readonly string[] = []): Repeats {
  const mask = masking(secrets)
  const known = new Map<string, Line>()
  const different = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    different.clear()
    for (const [key, line] of known) {
      if (line.more === 0) known.delete(key)
      else writeCount(line)
    }
    timer = known.size > 0 ? setTimeout(flush, WINDOW).unref() : undefined
  }

  return {
    logMethod(args, method, level) {
      const words = wordsOf(args)
      if (level >= FATAL || EACH_COUNTS.has(words)) return method.apply(this, args)
      const { facts, nested } = contentOf(args[0], mask)
      // No call crowds out another.
      const kind = `${level} ${words} ${facts.call ?? ''}`
      const whole = `${kind} ${JSON.stringify(facts)} ${nested}`
      const count = different.get(kind) ?? 0
      const hasRoom = count < MAX_DIFFERENT && known.size < MAX_KNOWN
      const line = known.get(whole) ?? (hasRoom ? undefined : (known.get(kind) ?? known.get('')))
      if (line) {
        line.more += 1
        return
      }
      timer ??= setTimeout(flush, WINDOW).unref()
      if (hasRoom) {
        different.set(kind, count + 1)
        known.set(whole, { logger: this, method, facts, words, more: 0 })
        return method.apply(this, args)
      }
      const isOfKind = known.size < MAX_KNOWN * 2
      known.set(isOfKind ? kind : '', {
        logger: this,
        method,
        facts: { isOther: true },
        words: isOfKind ? words : 'other lines',
        more: 1,
      })
    },
    flush() {
      clearTimeout(timer)
      flush()
    },
  }
}

function writeCount(line: Line): void {
  const { logger, method, facts, words, more } = line
  line.more = 0
  const seconds = WINDOW / 1000
  method.call(logger, { ...facts, more, seconds }, `${words}: ${more} more in ${seconds} s`)
}

function wordsOf([input, words]: readonly unknown[]): string {
  return typeof input === 'string' ? input : String(words ?? '')
}

interface Content {
  facts: Facts
  nested: string
}

function contentOf(input: unknown, mask: (text: string) => string): Content {
  const shortened = (text: string): string => mask(text).slice(0, MAX_VALUE)
  const content: Content = { facts: {}, nested: '' }
  if (input instanceof Error) return { ...content, facts: { err: shortened(plainWords(input)) } }
  for (const [name, value] of Object.entries(typeof input === 'object' && input !== null ? input : {})) {
    if (PASSING.has(name)) continue
    if (typeof value === 'string') content.facts[name] = shortened(value)
    else if (typeof value === 'number' || typeof value === 'boolean') content.facts[name] = value
    else if (value instanceof Error) content.facts[name] = shortened(plainWords(value))
    else content.nested = `${content.nested} ${name} ${jsonOf(value)}`.slice(0, MAX_VALUE)
  }
  return content
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

function plainWords(error: Error): string {
  const { name, message } = error
  return [name, systemCode(error), message].filter((part) => part !== undefined).join(' ')
}

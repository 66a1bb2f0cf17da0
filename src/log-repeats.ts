import type { LogFn, Logger } from 'pino'
import { masking } from './masking.ts'
import { systemCode } from './system-code.ts'

/**
 * Keeps equal lines from filling the log (COST-82): the first one is written, further ones are counted, and their number
 * is one line every ten seconds for as long as there are any.
 */
export interface Repeats {
  /** As pino calls it for each line. */
  logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void
  /** Writes what has been counted: before the process ends. */
  flush(): void
}

interface Line {
  logger: Logger
  method: LogFn
  facts: Facts
  words: string
  /** Further ones that have been counted. */
  more: number
}

type Facts = Record<string, string | number | boolean>

/** Milliseconds. */
const WINDOW = 10_000
/** Lines of the same words that differ, within a window: what readers can make up is told apart so far. */
const MAX_DIFFERENT = 50
/** Of all words together. */
const MAX_KNOWN = 500
/** Of a value, in what tells lines apart. Characters. */
const MAX_VALUE = 500
/** Lines that are told apart by being there: one for each request that was answered. */
const EACH_COUNTS = new Set(['request'])
/** What differs from one request to the next, and says nothing of what is wrong. */
const PASSING = new Set(['requestId', 'ms', 'path', 'count'])
/** pino's number. The process ends by it. */
const FATAL = 60

/** @param secrets taken out before a value is cut short: of half a secret nobody could tell that it is one */
export function createRepeats(secrets: readonly string[] = []): Repeats {
  const mask = masking(secrets)
  const known = new Map<string, Line>()
  const different = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    different.clear()
    for (const [key, line] of known) {
      if (line.more === 0) known.delete(key)
      else tell(line)
    }
    timer = known.size > 0 ? setTimeout(flush, WINDOW).unref() : undefined
  }

  return {
    logMethod(args, method, level) {
      const words = wordsOf(args)
      if (level >= FATAL || EACH_COUNTS.has(words)) return method.apply(this, args)
      const { facts, nested } = contentOf(args[0], mask)
      // What is wrong with one answer of a CMS must not push out what is wrong with another.
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

function tell(line: Line): void {
  const { logger, method, facts, words, more } = line
  line.more = 0
  const seconds = WINDOW / 1000
  method.call(logger, { ...facts, more, seconds }, `${words}: ${more} more in ${seconds} s`)
}

function wordsOf([given, words]: readonly unknown[]): string {
  return typeof given === 'string' ? given : String(words ?? '')
}

interface Content {
  facts: Facts
  /** Of the rest, to tell lines apart by: it may hold what a line must not say. */
  nested: string
}

function contentOf(given: unknown, mask: (text: string) => string): Content {
  const shortened = (text: string): string => mask(text).slice(0, MAX_VALUE)
  const content: Content = { facts: {}, nested: '' }
  if (given instanceof Error) return { ...content, facts: { err: shortened(plainWords(given)) } }
  for (const [name, value] of Object.entries(typeof given === 'object' && given !== null ? given : {})) {
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

/** Where an error was thrown is not what it says. */
function plainWords(error: Error): string {
  const { name, message } = error
  return [name, systemCode(error), message].filter((part) => part !== undefined).join(' ')
}

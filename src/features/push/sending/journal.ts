import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import type { Handed, Outcome } from '../store/records.ts'

/**
 * What a sender has done that is not in the database yet: the next process on this machine reads it (PUSH-9).
 */
export interface SendingJournal {
  /** From now on each may have arrived. */
  leaving(message: string, ids: readonly number[]): void
  arrived(message: string, outcome: Outcome): void
  /** Nothing is under way. */
  clear(): void
  close(): void
}

const line = z.union([
  z.tuple([z.literal('leaving'), z.string(), z.array(z.number())]),
  z.tuple([
    z.literal('arrived'),
    z.string(),
    z.union([
      z.object({ id: z.number(), kind: z.enum(['sent', 'refused', 'gone', 'unknown']) }),
      z.object({ id: z.number(), kind: z.literal('later'), dueAt: z.string(), isAttempt: z.boolean() }),
    ]),
  ]),
])
type Line = z.output<typeof line>

const FILE = /^push-(.+)\.sending$/
const OWNER_ONLY = 0o600

/** Names of machines have no tilde. */
export function newSender(random: string): string {
  return `${hostname()}~${process.pid}~${random}`
}

export function openSendingJournal(folder: string, holder: string): SendingJournal {
  const path = join(folder, `push-${holder}.sending`)
  let file: number | undefined
  const write = (entry: Line): void => {
    file ??= openSync(path, 'a', OWNER_ONLY)
    // A write that has returned outlives the process, not the machine.
    writeSync(file, `${JSON.stringify(entry)}\n`)
  }
  return {
    leaving: (message, ids) => write(['leaving', message, [...ids]]),
    arrived: (message, outcome) => write(['arrived', message, outcome]),
    clear() {
      if (file !== undefined) ftruncateSync(file)
    },
    close() {
      if (file === undefined) return
      closeSync(file)
      file = undefined
      rmSync(path, { force: true })
    },
  }
}

/**
 * Without a word of the journal it is unknown whether recipients have the message, and they do not get it again; those
 * that were not begun with are due now.
 * @returns by message
 */
export function settledByJournals(
  folder: string,
  handed: readonly Handed[],
  now: string,
): { outcomes: Map<string, Outcome[]>; remove(): void } {
  const journals = endedJournals(folder)
  const outcomes = new Map<string, Outcome[]>()
  for (const { message, id, holder } of handed) {
    const journal = journals.get(holder)
    const outcome = journal === undefined ? unknown(id) : outcomeIn(journal, message, id, now)
    outcomes.set(message, [...(outcomes.get(message) ?? []), outcome])
  }
  return {
    outcomes,
    remove() {
      for (const holder of journals.keys()) rmSync(join(folder, `push-${holder}.sending`), { force: true })
    },
  }
}

const unknown = (id: number): Outcome => ({ id, kind: 'unknown' })

function outcomeIn(lines: readonly Line[], message: string, id: number, now: string): Outcome {
  let outcome: Outcome = { id, kind: 'later', dueAt: now, isAttempt: false }
  for (const [kind, name, value] of lines) {
    if (name !== message) continue
    if (kind === 'leaving') {
      if (value.includes(id)) outcome = unknown(id)
    } else if (value.id === id) outcome = value
  }
  return outcome
}

/** Those of processes of this machine that are no more. */
function endedJournals(folder: string): Map<string, Line[]> {
  const journals = new Map<string, Line[]>()
  for (const name of namesIn(folder)) {
    const [, holder] = FILE.exec(name) ?? []
    if (holder === undefined || mayRun(holder)) continue
    journals.set(holder, linesOf(readFileSync(join(folder, name), 'utf8')))
  }
  return journals
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function mayRun(holder: string): boolean {
  const [machine, pid] = holder.split('~')
  if (machine !== hostname()) return true
  // A restarted container has the number again: its senders before this one have ended.
  if (Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** The last line may be half written. */
function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((one) => {
    try {
      const parsed = line.safeParse(JSON.parse(one))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })
}

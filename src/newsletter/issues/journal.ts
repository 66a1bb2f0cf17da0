import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** A hand-over whose last bytes never left: the process was killed in between. */
export interface KeptBack {
  id: number
  /** As it was passed to the store. */
  at: string
}

/**
 * What a sender of this machine was doing when it was killed. The store knows that a mail was handed over; this file
 * knows whether its end went to the socket. Its lines are in the system's memory as soon as they are written, which a
 * kill does not touch; after a crash of the machine they mean nothing, so that the file names the boot (ISSUE-11).
 */
export interface DeliveryJournal {
  /** Hand-overs of the process before that were never sent. */
  keptBack: readonly KeptBack[]
  /** In front of a hand-over. */
  intend(id: number, at: string): void
  /** Directly in front of the end of the mail. */
  leaves(id: number): void
  /** Nothing is left to be sent. */
  remove(): void
  /** The file stays for the next process. */
  close(): void
}

const BOOT = '/proc/sys/kernel/random/boot_id'
const INTENT = /^\? (\d{1,15}) (\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/
const LEAVING = /^! (\d{1,15})$/

/**
 * @param file of one issue; only the holder of its lease may open it
 * @returns undefined where it cannot be kept: such a system does not name its boots, or the folder cannot be written
 */
export function openJournal(file: string, bootFile = BOOT): DeliveryJournal | undefined {
  try {
    const boot = `boot ${readFileSync(bootFile, 'utf8').trim()}`
    const keptBack = readKeptBack(file, boot)
    mkdirSync(dirname(file), { recursive: true })
    // Appends: a kill during a restart must not lose what the process before has left.
    const handle = openSync(file, keptBack === undefined ? 'w' : 'a', 0o600)
    writeSync(handle, `\n${boot}\n`)
    return {
      keptBack: keptBack ?? [],
      intend: (id, at) => void writeSync(handle, `? ${id} ${at}\n`),
      leaves: (id) => void writeSync(handle, `! ${id}\n`),
      remove: () => rmSync(file, { force: true }),
      close: () => closeSync(handle),
    }
  } catch {
    return undefined
  }
}

/** Undefined: there is no file, or it is of another boot. */
function readKeptBack(file: string, boot: string): KeptBack[] | undefined {
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return undefined
  }
  if (lines.find((line) => line !== '') !== boot) return undefined
  const open = new Map<number, string>()
  for (const line of lines) {
    const [, intended, at = ''] = INTENT.exec(line) ?? []
    const [, leaving] = LEAVING.exec(line) ?? []
    if (intended !== undefined) open.set(Number(intended), at)
    if (leaving !== undefined) open.delete(Number(leaving))
  }
  return [...open].map(([id, at]) => ({ id, at }))
}

import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DeliveryResult } from './smtp-delivery.ts'

/** A hand-over that the server does not have. `at` is as it was passed to the store. */
export interface KeptBack {
  id: number
  at: string
}

export interface Unrecorded {
  id: number
  outcome: { kind: 'sent' } | { kind: 'refused'; code: number }
}

/**
 * What a sender was doing when it was killed. After a crash of the machine the lines mean nothing, so the file names
 * the boot (ISSUE-11).
 */
export interface DeliveryJournal {
  keptBack: readonly KeptBack[]
  unrecorded: readonly Unrecorded[]
  intend(id: number, at: string): void
  leaves(id: number): void
  /** Call `recorded` once the store has the result. */
  replied(id: number, result: DeliveryResult): void
  recorded(id: number): void
  remove(): void
  close(): void
}

const BOOT = '/proc/sys/kernel/random/boot_id'
const INTENT = /^\? (\d{1,15}) (\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/
const LEAVING = /^! (\d{1,15})$/
const REPLY = /^= (\d{1,15}) (?:(sent|deferred)|refused (\d{3}))$/
const RECORDED = /^\. (\d{1,15})$/

/**
 * @param file opened by the holder of its issue's lease
 * @returns undefined where the system names no boots, or the folder cannot be written
 */
export function openJournal(file: string, bootFile = BOOT): DeliveryJournal | undefined {
  try {
    const boot = `boot ${readFileSync(bootFile, 'utf8').trim()}`
    const left = readLeft(file, boot)
    mkdirSync(dirname(file), { recursive: true })
    // A kill during a restart must not lose the lines of the process before.
    const handle = openSync(file, left === undefined ? 'w' : 'a', 0o600)
    writeSync(handle, `\n${boot}\n`)
    return {
      keptBack: left?.keptBack ?? [],
      unrecorded: left?.unrecorded ?? [],
      intend: (id, at) => void writeSync(handle, `? ${id} ${at}\n`),
      leaves: (id) => void writeSync(handle, `! ${id}\n`),
      replied(id, result) {
        if (result.kind === 'sent' || result.kind === 'deferred') note(handle, `= ${id} ${result.kind}`)
        else if (result.kind === 'refused') note(handle, `= ${id} refused ${result.code}`)
      },
      recorded: (id) => note(handle, `. ${id}`),
      remove: () => rmSync(file, { force: true }),
      close: () => closeSync(handle),
    }
  } catch {
    return undefined
  }
}

function note(handle: number, line: string): void {
  try {
    writeSync(handle, `${line}\n`)
  } catch {}
}

type Left = { at: string; is: 'intended' | 'leaving' | 'deferred' | Unrecorded['outcome'] }

function readLeft(file: string, boot: string): Pick<DeliveryJournal, 'keptBack' | 'unrecorded'> | undefined {
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return undefined
  }
  if (lines.find((line) => line !== '') !== boot) return undefined
  const open = new Map<number, Left>()
  for (const line of lines) follow(open, line)
  const all = [...open]
  return {
    keptBack: all.flatMap(([id, { at, is }]) => (is === 'intended' || is === 'deferred' ? [{ id, at }] : [])),
    unrecorded: all.flatMap(([id, { is }]) => (typeof is === 'object' ? [{ id, outcome: is }] : [])),
  }
}

function follow(open: Map<number, Left>, line: string): void {
  const [, intended, at = ''] = INTENT.exec(line) ?? []
  if (intended !== undefined) open.set(Number(intended), { at, is: 'intended' })
  const [, recorded] = RECORDED.exec(line) ?? []
  if (recorded !== undefined) open.delete(Number(recorded))
  const [, leaving] = LEAVING.exec(line) ?? []
  const [, replied, kind, code] = REPLY.exec(line) ?? []
  const mail = open.get(Number(leaving ?? replied))
  if (!mail) return
  if (leaving !== undefined) mail.is = 'leaving'
  else if (code !== undefined) mail.is = { kind: 'refused', code: Number(code) }
  else mail.is = kind === 'sent' ? { kind } : 'deferred'
}

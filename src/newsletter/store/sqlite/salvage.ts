import { basename } from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { fillDigests } from '../digest.ts'
import type { Notify } from '../notice.ts'
import { textOrNone } from '../operation.ts'
import { tokenEnd } from '../times.ts'
import { newToken } from '../token.ts'
import { brokenFiles } from './broken-file.ts'
import { type BrokenFile, type BrokenTable, openBrokenFile } from './readable-rows.ts'
import { inTransaction, runOperation } from './run.ts'
import { isConstraint, reasonOf } from './sqlite-error.ts'

type BrokenRow = Readonly<Record<string, unknown>>
type Cell = string | number | null

/**
 * Recovers the readable rows of broken files that were set aside, each file once. A transaction: if the process is
 * killed, the next one starts over.
 */
export function salvage(db: DatabaseSyncInstance, path: string, at: string, notify: Notify): void {
  const isTakenOver = db.prepare('SELECT 1 FROM salvaged WHERE file = ?')
  for (const from of brokenFiles(path)) {
    if (isTakenOver.get(basename(from))) continue
    inTransaction(db, () => {
      // Another process may have done it during the wait for the lock.
      if (isTakenOver.get(basename(from))) return
      const { rows, problem } = takeOver(from, db, at)
      db.prepare('INSERT INTO salvaged (file, rows) VALUES (?, ?)').run(basename(from), rows)
      notify({ kind: 'salvaged', file: path, from, rows, ...(problem !== undefined && { problem }) })
    })
  }
}

/** @returns the number of subscribers taken over */
function takeOver(from: string, db: DatabaseSyncInstance, at: string): { rows: number; problem?: string } {
  let rows = 0
  try {
    const broken = openBrokenFile(from)
    try {
      const isSameKey = takeOverKey(broken, db)
      const people = new Map<number, number>()
      for (const row of broken.rows('subscribers')) {
        const id = isWritten(() => takeOverSubscriber(row, db, at))
        if (id === undefined) continue
        rows += 1
        people.set(Number(row.id), id)
      }
      runOperation(db, fillDigests())
      takeOverMail(broken, db, people, isSameKey)
      if (!isSameKey) return { rows, problem: 'its suppressions have another key, and are lost' }
    } finally {
      broken.close()
    }
    return { rows }
  } catch (error) {
    return { rows, problem: reasonOf(error) }
  }
}

/** @returns whether the suppressions of the broken file, which are digests, mean what they meant there */
function takeOverKey(broken: BrokenFile, db: DatabaseSyncInstance): boolean {
  const insert = db.prepare('INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING')
  const own = db.prepare('SELECT value FROM secrets WHERE name = ?')
  let isSame = [...broken.rows('suppressions')].length === 0
  for (const row of broken.rows('secrets')) {
    const [name, value] = [textOrNone(row.name), textOrNone(row.value)]
    if (name === undefined || value === undefined) continue
    insert.run(name, value)
    if (name === 'digest') isSame ||= own.get(name)?.value === value
  }
  return isSame
}

/**
 * A reader who has subscribed again has a row already; a confirmation counts more than none.
 * @returns the id of the row; undefined: unusable
 */
function takeOverSubscriber(row: BrokenRow, db: DatabaseSyncInstance, at: string): number | undefined {
  const texts = [row.email, row.email_key, row.service, row.status, row.created_at, row.token].map(readableText)
  if (texts.includes(undefined)) return undefined
  const [email = '', key = '', service = '', status = '', created = '', token = ''] = texts
  if (status !== 'pending' && status !== 'confirmed') return undefined
  const end = readableText(row.token_expires_at) ?? tokenEnd(at)
  db.prepare(
    `INSERT INTO subscribers (email, email_key, service, group_id, status, created_at, confirmed_at, token,
       token_expires_at, manage_token, letter_at, link_sent_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (service, email_key) DO UPDATE
       SET status = excluded.status, confirmed_at = excluded.confirmed_at, token = excluded.token
       WHERE excluded.status = 'confirmed' AND subscribers.status = 'pending'`,
  ).run(
    email,
    key,
    service,
    Number(row.group_id) || 1,
    status,
    created,
    readableText(row.confirmed_at) ?? null,
    token,
    end,
    readableText(row.manage_token) ?? newToken(),
    readableText(row.letter_at) ?? null,
    readableText(row.link_sent_at) ?? null,
  )
  return Number(db.prepare('SELECT id FROM subscribers WHERE service = ? AND email_key = ?').get(service, key)?.id)
}

/** What belongs to subscribers and issues. A delivery whose reader is lost stays in the counts. */
function takeOverMail(
  broken: BrokenFile,
  db: DatabaseSyncInstance,
  people: ReadonlyMap<number, number>,
  isSameKey: boolean,
): void {
  const idOf = ({ subscriber_id: id }: BrokenRow): Cell => people.get(Number(id)) ?? null
  const copy = (
    table: BrokenTable,
    columns: readonly string[],
    own: (row: BrokenRow) => Record<string, Cell> = () => ({}),
  ) => {
    const insert = db.prepare(insertion(table, columns))
    for (const row of broken.rows(table)) {
      const cells = { ...row, ...own(row) }
      isWritten(() => insert.run(...columns.map((column) => cellOf(cells[column]))).changes)
    }
  }
  copy('departures', ['day', 'service', 'people'])
  const last = Number(db.prepare('SELECT coalesce(max(id), 0) AS id FROM subscribers').get()?.id)
  const issue = ['id', 'service', 'subject', 'created_at', 'content', 'state', 'started_at', 'queued']
  // Rows have other numbers now, so an interrupted start begins again; it adds nobody twice.
  copy('issues', [...issue, 'filled_to', 'fill_until'], ({ fill_until: until }) => ({
    filled_to: 0,
    fill_until: typeof until === 'number' ? last : null,
  }))
  copy('delivery_counts', ['issue_id', 'outcome', 'people'])
  copy('mail_minutes', ['minute', 'mails'])
  copy('letters', ['subscriber_id', 'kind', 'mailbox', 'created_at', 'due_at', 'attempts'], (row) => ({
    subscriber_id: idOf(row),
  }))
  const delivery = ['issue_id', 'subscriber_id', 'digest', 'state', 'attempts', 'code', 'due_at', 'done_at']
  const digest = db.prepare('SELECT digest FROM subscribers WHERE id = ?')
  copy('deliveries', delivery, (row) => {
    const id = idOf(row)
    return { subscriber_id: id, ...(id !== null && { digest: cellOf(digest.get(id)?.digest) }) }
  })
  if (!isSameKey) return
  copy('suppressions', ['digest', 'reason', 'created_at'])
  copy('mailboxes', ['mailbox', 'asked_at', 'mailed_at'])
}

/** @param columns names that this file spells out */
function insertion(table: BrokenTable, columns: readonly string[]): string {
  return `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
}

/** Loses only a row that contradicts another row of the damaged file; rethrows any other failure. */
function isWritten<T>(write: () => T): T | undefined {
  try {
    return write()
  } catch (error) {
    if (isConstraint(error)) return undefined
    throw error
  }
}

function cellOf(value: unknown): Cell {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

function readableText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

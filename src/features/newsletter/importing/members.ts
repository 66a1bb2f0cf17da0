import { basename } from 'node:path'
import { asciiEmail, isEmail } from '../../../content/newsletter.ts'
import { LENGTHS, lineOf } from '../../../content/text.ts'
import type { SuppressionReason } from '../store/records.ts'
import { type CsvFlaw, type CsvRecord, readCsv } from './csv-records.ts'
import { momentOf } from './moments.ts'

/** `unproven`: nothing says that the reader has confirmed. */
export type MemberState = 'confirmed' | 'unproven' | SuppressionReason

export interface Member {
  line: number
  email: string
  state: MemberState
  /** ISO 8601, UTC. */
  at: string | undefined
  /** Provider and column of a confirmation, or the operator's own words. */
  proof: string
}

export const FORMS = ['mailchimp', 'ghost', 'listmonk', 'sare', 'szpalta', 'csv'] as const
export type FormName = (typeof FORMS)[number]

interface Reading {
  state: MemberState
  at?: string | undefined
  column?: string | undefined
  since?: string | undefined
}

interface Row {
  /** The first of these columns that has a value; '' without. */
  cell(...names: readonly string[]): string
  /** @throws {RangeError} */
  moment(...names: readonly string[]): { at: string; column: string } | undefined
  /** Lower case, without a folder. */
  file: string
}

interface Form {
  title: string
  columns: readonly string[]
  read(row: Row): Reading
}

const EMAIL = ['email', 'email address', 'e mail', 'e mail address', 'adres email', 'adres e mail', 'mail']
const CONFIRMED = ['confirmed at', 'confirm time', 'confirmation date', 'date confirmed', 'data potwierdzenia']
const ADDED = ['created at', 'created', 'date added', 'subscribed at', 'data dodania', 'data zapisu', 'data utworzenia']
const ENDED = ['unsubscribed at', 'unsub time', 'date unsubscribed', 'data wypisania', 'data wypisu']
const BOUNCED = ['bounced at', 'clean time', 'date bounced', 'data odbicia']
const COMPLAINED = ['complained at', 'date complained', 'data skargi']

type Status = 'confirmed' | 'subscribed' | 'unproven' | SuppressionReason

/** Words are without diacritics and punctuation. */
const STATUSES: Readonly<Record<Status, readonly string[]>> = {
  confirmed: [
    ...['confirmed', 'subscribed and confirmed', 'recorded and confirmed', 'potwierdzony', 'zapisany i potwierdzony'],
    ...['zapisany potwierdzony', 'zapisana i potwierdzona'],
  ],
  subscribed: ['subscribed', 'active', 'enabled', 'aktywny', 'zapisany', 'aktywna'],
  unproven: [
    ...['pending', 'unconfirmed', 'nonsubscribed', 'transactional', 'archived', 'subscribed unconfirmed'],
    ...['saved unconfirmed', 'unconfirmed subscribed', 'saved no verification', 'no verification', 'niepotwierdzony'],
    ...['zapisany niepotwierdzony', 'zapisany bez weryfikacji', 'bez weryfikacji', 'oczekujacy'],
  ],
  unsubscribe: [
    ...['unsubscribed', 'willingness to unsubscribe', 'unsubscribe', 'signed out manually', 'opted out', 'disabled'],
    ...['wypisany', 'wypis', 'chec wypisania', 'wypisany recznie', 'forgotten rodo', 'zapomniany rodo', 'rezygnacja'],
  ],
  bounce: [
    'cleaned',
    'bounced',
    'bounce',
    'hard bounce',
    'invalid',
    'odbity',
    'bledny',
    'nieprawidlowy',
    'nieistniejacy',
  ],
  complaint: [
    ...['complained', 'complaint', 'spam', 'abuse', 'blocked', 'blocklisted', 'blacklisted', 'address blocked'],
    ...['zablokowany', 'adres zablokowany', 'skarga'],
  ],
}
const STATUS_OF: ReadonlyMap<string, Status> = new Map(
  Object.entries(STATUSES).flatMap(([status, words]) => words.map((word) => [word, status as Status] as const)),
)

/** Spreadsheets write them in their user's language. */
const SPREADSHEET_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'prawda', 'tak', 'wahr', 'vrai'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'falsz', 'nie', 'falsch', 'faux'].map((word) => [word, false] as const),
])

/** Columns that end a subscription count in every form. */
function endOf(row: Row): Reading | undefined {
  const ends = [
    ['complaint', row.moment(...COMPLAINED)],
    ['bounce', row.moment(...BOUNCED)],
    ['unsubscribe', row.moment(...ENDED)],
  ] as const
  const [state, moment] = ends.find(([, at]) => at !== undefined) ?? []
  return state && { state, at: moment?.at }
}

function plain(row: Row): Reading {
  const [confirmed, added] = [row.moment(...CONFIRMED), row.moment(...ADDED)]
  const ended = endOf(row)
  if (ended) return ended
  const written = row.cell('status', 'state', 'stan')
  const status = written === '' ? 'subscribed' : STATUS_OF.get(wordsOf(written))
  switch (status) {
    case undefined:
      throw new RangeError('a status of no known meaning')
    case 'confirmed':
    case 'subscribed': {
      const proof = confirmed ?? (status === 'confirmed' ? added : undefined)
      return proof ? { state: 'confirmed', ...proof } : { state: 'unproven', since: added?.at }
    }
    case 'unproven':
      return { state: 'unproven' }
    default:
      return { state: status }
  }
}

const TABLE: Readonly<Record<FormName, Form>> = {
  /** A single opt-in, and a contact that the publisher added, have no `OPTIN_TIME`, or one that is `CONFIRM_TIME`. */
  mailchimp: {
    title: 'Mailchimp',
    columns: ['optin time', 'confirm time'],
    read(row) {
      const [optedIn, confirmed] = [row.moment('optin time'), row.moment('confirm time')]
      const at = row.moment('unsub time', 'clean time', 'last changed')?.at
      if (row.file.startsWith('cleaned') || row.cell('clean time') !== '') return { state: 'bounce', at }
      if (row.file.startsWith('unsubscribed') || row.cell('unsub time') !== '') {
        return { state: /spam|abuse/i.test(row.cell('unsub reason')) ? 'complaint' : 'unsubscribe', at }
      }
      if (row.file.startsWith('nonsubscribed')) return { state: 'unproven' }
      const isDouble = optedIn !== undefined && confirmed !== undefined && confirmed.at > optedIn.at
      return isDouble ? { state: 'confirmed', ...confirmed } : { state: 'unproven', since: (optedIn ?? confirmed)?.at }
    },
  },
  /** A member exists from the click on the mailed link on; who was imported has a label. */
  ghost: {
    title: 'Ghost',
    columns: ['subscribed to emails', 'complimentary plan'],
    read(row) {
      const added = row.moment('created at')
      if (row.cell('deleted at') !== '') return { state: 'unproven' }
      const subscribed = SPREADSHEET_WORDS.get(wordsOf(row.cell('subscribed to emails')))
      if (subscribed === undefined) throw new RangeError('subscribed_to_emails is neither true nor false')
      if (!subscribed) return { state: 'unsubscribe' }
      const isImported = row
        .cell('labels')
        .split(',')
        .some((label) => /^\s*import \d{4}-/i.test(label))
      return isImported || !added ? { state: 'unproven', since: added?.at } : { state: 'confirmed', ...added }
    },
  },
  /** A confirmation belongs to a list, of which its file says nothing. */
  listmonk: {
    title: 'listmonk',
    columns: ['uuid', 'attributes', 'status'],
    read(row) {
      const since = row.moment('created at')?.at
      const status = row.cell('status').toLowerCase()
      if (status === 'blocklisted') return { state: 'complaint', at: row.moment('updated at')?.at }
      if (status === 'disabled') return { state: 'unsubscribe', at: row.moment('updated at')?.at }
      if (status !== 'enabled') throw new RangeError('a status of no known meaning')
      return { state: 'unproven', since }
    },
  },
  sare: { title: 'SARE', columns: ['status', 'gsm'], read: plain },
  szpalta: { title: 'Szpalta', columns: ['confirm url', 'confirm until'], read: plain },
  csv: { title: 'CSV', columns: [], read: plain },
}

export interface ReadList {
  form: string
  members: Member[]
  flaws: CsvFlaw[]
  /** E-mail addresses of flawed rows. */
  doubtful: string[]
  lines: number
  others: number
}

interface ListSettings {
  /** Absent: the columns say it. */
  form: FormName | undefined
  /** The export of this portal may hold others. */
  list: string
  /** Words for readers who are subscribed without a proof. */
  confirmedBy: string | undefined
  now: Date
}

export function readMembers(file: string, text: string, settings: ListSettings): ReadList | undefined {
  const table = readCsv(text)
  if (!table) return undefined
  const isBare = table.header.length === 1 && isEmail(asciiEmail(table.header[0] ?? ''))
  const header = isBare ? ['email'] : table.header.map(wordsOf)
  const emailAt = header.findIndex((name) => EMAIL.includes(name))
  if (emailAt < 0) return undefined
  const name = settings.form ?? formOf(header)
  const list: ReadList = { form: TABLE[name].title, members: [], flaws: [], doubtful: [], lines: 0, others: 0 }
  const take = (record: CsvRecord | CsvFlaw): void => {
    list.lines += 1
    if ('problem' in record) return void list.flaws.push(record)
    const row = rowOf(header, record.cells, basename(file).toLowerCase(), settings.now)
    const isOther = name === 'szpalta' && row.cell('service') !== settings.list
    try {
      if (isOther) list.others += 1
      else
        list.members.push({ line: record.line, ...memberOf(row, record.cells[emailAt] ?? '', TABLE[name], settings) })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      list.flaws.push({ line: record.line, problem: error.message })
      const email = asciiEmail(record.cells[emailAt]?.trim() ?? '')
      if (isEmail(email)) list.doubtful.push(email)
    }
  }
  if (isBare) take({ line: 1, cells: table.header })
  for (const record of table.records((cells) => isEmail(asciiEmail(cells[emailAt]?.trim() ?? '')))) take(record)
  return list
}

/** @throws {RangeError} */
function memberOf(row: Row, written: string, form: Form, { confirmedBy }: ListSettings): Omit<Member, 'line'> {
  const email = emailOf(written)
  const { state, at, since, column } = form.read(row)
  if (state === 'unproven' && since !== undefined && confirmedBy !== undefined) {
    return { email, state: 'confirmed', at: since, proof: confirmedBy }
  }
  return { email, state, at, proof: lineOf(row.cell('proof'), LENGTHS.title) || `${form.title}: ${column ?? ''}` }
}

function formOf(header: readonly string[]): FormName {
  return FORMS.find((name) => TABLE[name].columns.every((column) => header.includes(column))) ?? 'csv'
}

/** @throws {RangeError} */
function emailOf(written: string): string {
  // The export of this portal guards spreadsheets so.
  const bare = written.trim().replace(/^'(?=[=+\-@])/, '')
  if (bare === '') throw new RangeError('no e-mail address')
  const email = asciiEmail(bare)
  if (!isEmail(email)) throw new RangeError('not an e-mail address')
  return email
}

function rowOf(header: readonly string[], cells: readonly string[], file: string, now: Date): Row {
  const cellOf = (name: string): string => cells[header.indexOf(name)]?.trim() ?? ''
  const first = (names: readonly string[]): string | undefined => names.find((name) => cellOf(name) !== '')
  return {
    file,
    cell: (...names) => cellOf(first(names) ?? ''),
    moment(...names) {
      const column = first(names)
      const at = column === undefined ? undefined : momentOf(cellOf(column), now)
      return column === undefined || at === undefined ? undefined : { at, column }
    },
  }
}

/** `Adres_E-mail` and `adres e-mail` are one name. */
function wordsOf(written: string): string {
  return written
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, ' ')
    .trim()
}

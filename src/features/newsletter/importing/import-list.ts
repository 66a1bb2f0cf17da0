import { mailboxKey } from '../../../content/newsletter.ts'
import { IMPORT_PAGE, type ImportCounts, type SuppressionCounts } from '../store/operations/importing.ts'
import type { SuppressionReason } from '../store/records.ts'
import type { SubscriberStore } from '../store/store.ts'
import type { Member } from './members.ts'

/** One entry a mailbox, and in doubt no mail (SUB-27). */
export interface ResolvedList {
  confirmed: Member[]
  suppressed: Array<Member & { state: SuppressionReason }>
  unproven: number
  /** One row confirms, and another one cannot be read. */
  doubtful: number
  duplicates: number
}

const GRAVITY: Readonly<Record<SuppressionReason, number>> = { unsubscribe: 1, bounce: 2, complaint: 3 }

/** @param doubtful e-mail addresses of rows that cannot be read */
export function resolveMembers(members: Iterable<Member>, doubtful: readonly string[] = []): ResolvedList {
  const doubts = new Set(doubtful.map(mailboxKey))
  const mailboxes = new Map<string, Member[]>()
  let rows = 0
  for (const member of members) {
    rows += 1
    const key = mailboxKey(member.email)
    const same = mailboxes.get(key)
    if (same) same.push(member)
    else mailboxes.set(key, [member])
  }
  const list: ResolvedList = {
    confirmed: [],
    suppressed: [],
    unproven: 0,
    doubtful: 0,
    duplicates: rows - mailboxes.size,
  }
  for (const [key, same] of mailboxes) {
    const ended = same.flatMap((member) => (isSuppressed(member) ? [member] : []))
    const [worst] = ended.sort((a, b) => GRAVITY[b.state] - GRAVITY[a.state])
    const confirmed = same.find(({ state }) => state === 'confirmed')
    if (worst) list.suppressed.push(...spellingsOf(same).map((email) => ({ ...worst, email })))
    else if (confirmed && doubts.has(key)) list.doubtful += 1
    else if (confirmed) list.confirmed.push(confirmed)
    else list.unproven += 1
  }
  return list
}

function isSuppressed(member: Member): member is Member & { state: SuppressionReason } {
  return member.state !== 'confirmed' && member.state !== 'unproven'
}

function spellingsOf(members: readonly Member[]): string[] {
  return [...new Map(members.map(({ email }) => [email.toLowerCase(), email])).values()]
}

export interface ImportResult {
  /** `same`: another spelling of a mailbox that is subscribed. */
  members: ImportCounts & { same: number }
  suppressions: SuppressionCounts
}

interface ImportSettings {
  store: Pick<SubscriberStore, 'importMembers' | 'importSuppressed' | 'emailKeys'>
  list: string
  now(): Date
  onPage?(done: number): void
}

/** A run that was interrupted is repeated: what is there stays, and who left meanwhile stays away. Nobody is mailed. */
export async function importList(
  { confirmed, suppressed }: ResolvedList,
  { store, list, now, onPage = () => {} }: ImportSettings,
): Promise<ImportResult> {
  const suppressions: SuppressionCounts = { suppressed: 0, known: 0, kept: 0 }
  const members = { added: 0, known: 0, left: 0, suppressed: 0, same: 0 }
  let done = 0
  // First, so that an interrupted run has mailed nobody who left.
  for (const page of pagesOf(suppressed)) {
    const rows = page.map(({ email, state, at }) => ({ email, reason: state, at }))
    add(suppressions, await store.importSuppressed(rows, now().toISOString()))
    done += page.length
    onPage(done)
  }
  const spellings = new Map((await store.emailKeys(list)).map((key) => [mailboxKey(key), key]))
  const isOther = ({ email }: Member): boolean => {
    const known = spellings.get(mailboxKey(email))
    return known !== undefined && known !== email.toLowerCase()
  }
  members.same = confirmed.filter(isOther).length
  for (const page of pagesOf(confirmed.filter((member) => !isOther(member)))) {
    const rows = page.map(({ email, at, proof }) => ({ email, confirmedAt: at ?? '', proof }))
    add(members, await store.importMembers(list, rows, now().toISOString()))
    done += page.length
    onPage(done)
  }
  return { members, suppressions }
}

function* pagesOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += IMPORT_PAGE) yield rows.slice(at, at + IMPORT_PAGE)
}

function add<T extends Record<string, number>>(sums: T, more: Partial<T>): void {
  for (const [name, count] of Object.entries(more)) Object.assign(sums, { [name]: (sums[name] ?? 0) + Number(count) })
}

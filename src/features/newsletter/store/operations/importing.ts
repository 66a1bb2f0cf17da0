import { emailKey } from '../../../../content/newsletter.ts'
import { type Operation, places, query, textOf } from '../../../../system/sql/operation.ts'
import { digestKey, hmac, newToken, tokenEnd } from '../digest.ts'
import type { SuppressionReason } from '../records.ts'

export const IMPORT_PAGE = 200

export interface ImportedMember {
  email: string
  confirmedAt: string
  proof: string
}

/**
 * `known`: subscribed before. `left`: gone since an earlier import, and never brought back. `suppressed`: they get no
 * mail.
 */
export type ImportCounts = Record<'added' | 'known' | 'left' | 'suppressed', number>

/** Readers confirmed elsewhere get no letter (SUB-27). */
export function* importMembers(list: string, members: readonly ImportedMember[], at: string): Operation<ImportCounts> {
  const counts: ImportCounts = { added: 0, known: 0, left: 0, suppressed: 0 }
  if (members.length === 0) return counts
  const key = yield* digestKey()
  // One order for all prevents deadlocks.
  const all = members
    .map((member) => ({ ...member, key: emailKey(member.email) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map((member) => ({ ...member, digest: hmac(key, member.key) }))
  const among = (rows: typeof all): string[] => rows.map(({ digest }) => digest)
  const suppressed = new Set(
    (yield* query(`SELECT digest FROM suppressions WHERE digest IN (${places(1, all.length)})`, ...among(all))).map(
      ({ digest }) => textOf(digest),
    ),
  )
  counts.suppressed = suppressed.size
  const allowed = all.filter(({ digest }) => !suppressed.has(digest))
  if (allowed.length === 0) return counts
  const isNew = new Set(
    (yield* query(
      `INSERT INTO imported (list, digest) VALUES ${allowed.map((_, index) => `($1, $${index + 2})`).join(', ')}
       ON CONFLICT (list, digest) DO NOTHING RETURNING digest`,
      list,
      ...among(allowed),
    )).map(({ digest }) => textOf(digest)),
  )
  const fresh = allowed.filter(({ digest }) => isNew.has(digest))
  const added = fresh.length === 0 ? [] : yield* insertAll(list, fresh, at)
  counts.added = added.length
  const there = yield* query(
    `SELECT email_key FROM subscribers WHERE service = $1 AND email_key IN (${places(2, allowed.length)})`,
    list,
    ...allowed.map((member) => member.key),
  )
  counts.known = there.length - added.length
  counts.left = allowed.length - there.length
  return counts
}

function* insertAll(
  list: string,
  members: ReadonlyArray<ImportedMember & { key: string; digest: string }>,
  at: string,
): Operation<readonly unknown[]> {
  const own = (member: (typeof members)[number]) =>
    [member.email, member.key, member.confirmedAt, newToken(), newToken(), member.digest, member.proof] as const
  const shared = 3
  const values = members.map((member, index) => {
    const [email, key, confirmed, token, manage, digest, proof] = own(member).map(
      (_, column) => `$${shared + index * own(member).length + column + 1}`,
    )
    return `(${email}, ${key}, $1, 'confirmed', $2, ${confirmed}, ${token}, $3, ${manage}, ${digest}, ${proof})`
  })
  return yield* query(
    `INSERT INTO subscribers
       (email, email_key, service, status, created_at, confirmed_at, token, token_expires_at, manage_token, digest, proof)
     VALUES ${values.join(', ')}
     ON CONFLICT (service, email_key) DO UPDATE
       SET status = 'confirmed', confirmed_at = excluded.confirmed_at, proof = excluded.proof
       WHERE subscribers.status = 'pending'
     RETURNING id`,
    list,
    at,
    tokenEnd(at),
    ...members.flatMap((member) => [...own(member)]),
  )
}

export interface SuppressedMember {
  email: string
  reason: SuppressionReason
  /** Absent: unknown. */
  at?: string | undefined
}

/** `kept`: they confirmed to this portal afterwards. */
export type SuppressionCounts = Record<'suppressed' | 'known' | 'kept', number>

/** Who left, bounced or complained elsewhere gets no mail (SUB-27). */
export function* importSuppressed(members: readonly SuppressedMember[], at: string): Operation<SuppressionCounts> {
  const counts: SuppressionCounts = { suppressed: 0, known: 0, kept: 0 }
  if (members.length === 0) return counts
  const key = yield* digestKey()
  const all = members
    .map((member) => ({ ...member, digest: hmac(key, emailKey(member.email)) }))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1))
  const own = yield* query(
    `SELECT email_key, max(confirmed_at) AS confirmed_at FROM subscribers
     WHERE status = 'confirmed' AND proof IS NULL AND email_key IN (${places(1, all.length)}) GROUP BY email_key`,
    ...all.map(({ email }) => emailKey(email)),
  )
  const confirmedAt = new Map(own.map((row) => [textOf(row.email_key), textOf(row.confirmed_at)]))
  const leaves = all.filter(({ email, reason, at: since = '' }) => {
    const confirmed = confirmedAt.get(emailKey(email))
    return reason !== 'unsubscribe' || confirmed === undefined || confirmed <= since
  })
  counts.kept = all.length - leaves.length
  if (leaves.length === 0) return counts
  const changed = yield* query(
    `INSERT INTO suppressions (digest, reason, created_at)
     VALUES ${leaves.map((_, index) => `($${2 * index + 2}, $${2 * index + 3}, $1)`).join(', ')}
     ON CONFLICT (digest) DO UPDATE SET reason = excluded.reason
       WHERE suppressions.reason = 'unsubscribe' AND excluded.reason <> 'unsubscribe'
     RETURNING digest`,
    at,
    ...leaves.flatMap(({ digest, reason }) => [digest, reason]),
  )
  yield* query(
    `DELETE FROM subscribers WHERE proof IS NOT NULL AND email_key IN (${places(1, leaves.length)})`,
    ...leaves.map(({ email }) => emailKey(email)),
  )
  counts.suppressed = changed.length
  counts.known = leaves.length - changed.length
  return counts
}

/** Two spellings are one reader. */
export function* emailKeys(list: string): Operation<string[]> {
  const rows = yield* query('SELECT email_key FROM subscribers WHERE service = $1', list)
  return rows.map(({ email_key: key }) => textOf(key))
}

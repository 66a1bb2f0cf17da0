/** No lease is this long: one that seems so comes from a clock that was wrong. Seconds. */
export const LONGEST_LEASE = 86_400

/** Expressions of times, as the clock has them that leases of a table go by. */
export interface LeaseTimes {
  now: string
  /** When the lease ends. */
  until: string
  /** No lease ends after this. */
  longest: string
}

/**
 * The statement that takes or prolongs a lease, which one holder has at a time: of a killed one it is free when its time
 * is over. It returns a row to the one that has it. `$1` is its name, `$2` the holder.
 */
export function leaseStatement(table: string, { now, until, longest }: LeaseTimes): string {
  return `INSERT INTO ${table} AS leases (name, holder, held_until) VALUES ($1, $2, ${until})
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
       WHERE leases.holder = excluded.holder OR leases.held_until <= ${now} OR leases.held_until > ${longest}
     RETURNING name`
}

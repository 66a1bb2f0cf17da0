/** A longer one comes from a wrong clock. Seconds. */
export const LONGEST_LEASE = 86_400

/** SQL expressions. */
export interface LeaseTimes {
  now: string
  until: string
  longest: string
}

/** Takes or prolongs a lease, and returns a row to the holder. `$1` is the name, `$2` the holder. */
export function leaseStatement(table: string, { now, until, longest }: LeaseTimes): string {
  return `INSERT INTO ${table} AS leases (name, holder, held_until) VALUES ($1, $2, ${until})
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
       WHERE leases.holder = excluded.holder OR leases.held_until <= ${now} OR leases.held_until > ${longest}
     RETURNING name`
}

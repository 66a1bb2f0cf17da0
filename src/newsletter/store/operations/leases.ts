import { changes, type Operation } from '../operation.ts'
import { beyondLeases, secondsFrom } from '../times.ts'

export function* lease(name: string, holder: string, at: string, seconds: number): Operation<boolean> {
  return yield* changes(
    `INSERT INTO leases (name, holder, held_until) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
       WHERE leases.holder = excluded.holder OR leases.held_until <= $4 OR leases.held_until > $5
     RETURNING name`,
    name,
    holder,
    secondsFrom(at, seconds),
    at,
    beyondLeases(at),
  )
}

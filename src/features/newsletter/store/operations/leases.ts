import { leaseStatement } from '../../../../system/lease.ts'
import { changes, type Operation } from '../operation.ts'
import { beyondLeases, secondsFrom } from '../times.ts'

const LEASE = leaseStatement('leases', { now: '$4', until: '$3', longest: '$5' })

/**
 * Takes or prolongs a lease that one holder has at a time; 0 seconds give it back.
 * @returns whether the holder has it
 */
export function* lease(name: string, holder: string, at: string, seconds: number): Operation<boolean> {
  return yield* changes(LEASE, name, holder, secondsFrom(at, seconds), at, beyondLeases(at))
}

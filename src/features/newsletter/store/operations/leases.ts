import { leaseStatement } from '../../../../system/lease.ts'
import { changes, type Operation } from '../operation.ts'
import { beyondLeases, secondsFrom } from '../times.ts'

const LEASE = leaseStatement('leases', { now: '$4', until: '$3', longest: '$5' })

export function* lease(name: string, holder: string, at: string, seconds: number): Operation<boolean> {
  return yield* changes(LEASE, name, holder, secondsFrom(at, seconds), at, beyondLeases(at))
}

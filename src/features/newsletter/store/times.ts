import { TOKEN_DAYS } from '../../../content/newsletter.ts'
import { LONGEST_LEASE } from '../../../system/lease.ts'

const SECOND_MS = 1000
const DAY_MS = 86_400 * SECOND_MS

export function secondsFrom(at: string, seconds: number): string {
  return new Date(Date.parse(at) + seconds * SECOND_MS).toISOString()
}

export function daysFrom(at: string, days: number): string {
  return new Date(Date.parse(at) + days * DAY_MS).toISOString()
}

export function tokenEnd(at: string): string {
  return daysFrom(at, TOKEN_DAYS)
}

export function dayOf(at: string): string {
  return at.slice(0, at.indexOf('T'))
}

export function beyondLeases(at: string): string {
  return secondsFrom(at, LONGEST_LEASE)
}

import { randomInt } from 'node:crypto'
import { localTime } from '../../../content/dates.ts'
import type { Service } from '../../../services/service.ts'

const LETTERS = 'abcdefghijkmnpqrstuvwxyz'
const CHARACTERS = `${LETTERS}23456789`

/** Editors' issues never have the schedule's ids, which end in digits. */
export function newIssueId(service: Service, now: Date): string {
  const pick = (from: string): string => from.charAt(randomInt(from.length))
  return `${service.name}-${dayOf(service, now)}-${pick(LETTERS)}${pick(CHARACTERS)}${pick(CHARACTERS)}${pick(CHARACTERS)}`
}

/** The id is the same on every instance, so that only one can make the issue of a moment. */
export function scheduledIssueId(service: Service, moment: Date): string {
  const { hour, minute } = localTime(moment.getTime(), service.timeZone)
  return `${service.name}-${dayOf(service, moment)}-${twoDigits(hour)}${twoDigits(minute)}`
}

function dayOf({ timeZone }: Service, at: Date): string {
  const { year, month, day } = localTime(at.getTime(), timeZone)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

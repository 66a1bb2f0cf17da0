import { type Flags, PURPOSES, type Purpose } from './purposes.ts'

/** A command to the IAB's TCF v2.2 API. What it calls back with comes from a third party, and may be anything. */
export type TcfApi = (
  command?: string,
  version?: number,
  callback?: (data: unknown, isOk: boolean) => void,
  parameter?: unknown,
) => unknown

declare global {
  interface Window {
    __tcfapi?: TcfApi
  }
}

/**
 * The purposes of TCF v2.2 behind each purpose here: storing on the device (1), basic advertising (2), measuring
 * advertising (7) and content (8), understanding audiences (9).
 */
const TCF_PURPOSES: Readonly<Record<Purpose, readonly number[]>> = {
  advertising: [1, 2, 7],
  measurement: [1, 7, 8, 9],
  notifications: [1, 2, 7],
  embeds: [1, 2, 7],
  comments: [1],
  audience: [1, 9],
}
/** In the Global Vendor List: Google Advertising Products. Others are not in it, or not by one id. */
const TCF_VENDORS: Readonly<Partial<Record<Purpose, readonly number[]>>> = { advertising: [755] }

/** What a platform's TCData say. */
export interface Decision {
  flags: Flags
  /** The reader has just decided; false: earlier. */
  isNew: boolean
}

/** @returns undefined: the reader has not decided yet */
export function decisionIn(data: unknown): Decision | undefined {
  const status = field(data, 'eventStatus')
  if (status !== 'tcloaded' && status !== 'useractioncomplete') return undefined
  return {
    flags: Object.fromEntries(PURPOSES.map((purpose) => [purpose, allows(data, purpose)])),
    isNew: status === 'useractioncomplete',
  }
}

function allows(data: unknown, ours: Purpose): boolean {
  if (field(data, 'gdprApplies') === false) return true
  const isIn = (list: unknown) => (number: number) => field(field(list, 'consents'), String(number)) === true
  return (
    TCF_PURPOSES[ours].every(isIn(field(data, 'purpose'))) &&
    (TCF_VENDORS[ours] ?? []).every(isIn(field(data, 'vendor')))
  )
}

export function field(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
}

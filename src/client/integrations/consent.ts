import { type ConsentMode, waitsForConsent } from '../../integrations/settings.ts'
import { readSettings } from './settings.ts'

/**
 * Purposes of consent (CONS-7): `consent` gates ads, analytics, push and embeds, each of the
 * others one provider.
 */
export type Purpose = 'consent' | 'comments' | 'audience'
export const PURPOSES: readonly Purpose[] = ['consent', 'comments', 'audience']

/** The consent gate of every third party. */
export interface ConsentGate {
  isGranted(purpose: Purpose): boolean
  /** Runs once: at once, or as soon as consent is granted. */
  whenGranted(purpose: Purpose, run: () => void): void
}

/** The part of the IAB TCF v2.2 API in use. */
interface TcData {
  eventStatus?: 'tcloaded' | 'cmpuishown' | 'useractioncomplete'
  gdprApplies?: boolean
  purpose?: { consents?: Record<string, boolean> }
}
type TcfApi = (
  command: 'addEventListener' | 'displayConsentUi',
  version: 2,
  callback: (data: TcData, isOk: boolean) => void,
) => void

declare global {
  interface Window {
    __tcfapi?: TcfApi
  }
}

/**
 * The TCF purposes of each purpose here: storing on the device (1), basic advertising (2) and measuring advertising
 * (7); for comments only storing; for audience measurement storing and understanding audiences (9).
 */
const TCF_PURPOSES: Record<Purpose, readonly number[]> = { consent: [1, 2, 7], comments: [1], audience: [1, 9] }

/** Polling interval for a consent platform that loads later. Milliseconds. */
const LOOK_EVERY = 500
const LOOK_FOR = 30_000

let shared: ConsentGate | undefined

/** The document's gate. */
export function consentGate(): ConsentGate {
  shared ??= createConsentGate(readSettings()?.consent ?? 'preset')
  return shared
}

/** With a mode that waits nothing is granted until consent arrives (CONS-7, CONS-8). */
export function createConsentGate(mode: ConsentMode): ConsentGate {
  const waits = waitsForConsent(mode)
  const granted = new Set<Purpose>(waits ? [] : PURPOSES)
  const waiting = new Map<Purpose, Array<() => void>>()
  const set = (purpose: Purpose, isGranted: boolean): void => {
    if (!isGranted) {
      granted.delete(purpose)
      return
    }
    granted.add(purpose)
    const runs = waiting.get(purpose) ?? []
    waiting.delete(purpose)
    for (const run of runs) run()
  }
  if (waits) listen(set)
  return {
    isGranted: (purpose) => granted.has(purpose),
    whenGranted(purpose, run) {
      if (granted.has(purpose)) run()
      else waiting.set(purpose, [...(waiting.get(purpose) ?? []), run])
    },
  }
}

type SetConsent = (purpose: Purpose, isGranted: boolean) => void

/** Subscribes to the consent platform, or else to the event of CONS-9. */
function listen(set: SetConsent): void {
  let hasPlatform = false
  const look = (): boolean => {
    const api = window.__tcfapi
    if (typeof api !== 'function') return false
    hasPlatform = true
    api('addEventListener', 2, (data, isOk) => {
      const isSettled = data.eventStatus === 'tcloaded' || data.eventStatus === 'useractioncomplete'
      if (!isOk || !isSettled) return
      for (const purpose of PURPOSES) set(purpose, allows(data, purpose))
    })
    return true
  }
  addEventListener('szpalta:consent', (event) => {
    const detail: unknown = (event as CustomEvent<unknown>).detail
    if (hasPlatform || typeof detail !== 'object' || detail === null) return
    for (const purpose of PURPOSES) {
      const value: unknown = Reflect.get(detail, purpose)
      if (typeof value === 'boolean') set(purpose, value)
    }
  })
  if (look()) return
  const timer = setInterval(() => {
    if (look()) clearInterval(timer)
  }, LOOK_EVERY)
  setTimeout(() => clearInterval(timer), LOOK_FOR)
}

function allows({ gdprApplies, purpose }: TcData, ours: Purpose): boolean {
  return gdprApplies === false || TCF_PURPOSES[ours].every((number) => purpose?.consents?.[number] === true)
}

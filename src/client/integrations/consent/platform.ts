import type { BrowserSettings } from '../../../integrations/browser-settings.ts'
import { CATEGORIES, type Category } from '../../../integrations/third-party.ts'
import { loadScript } from '../script.ts'
import { CHOICE_KEY, endOf, readChoice, writeChoice } from './choice.ts'
import { type Decider, type Flags, type GateControl, purposesOf } from './purposes.ts'
import { hasSignal, isSignalSent } from './signal.ts'
import { decisionIn, field, installStub } from './tcf.ts'

/** Milliseconds; the page may bring a platform. */
const LOOK_EVERY = 500
const LOOK_FOR = 30_000
/** Milliseconds. */
const CLICK_LIMIT = 5000

/** Replaces the portal's question (CONS-9, CONS-23). */
export function followPlatform({ platform }: BrowserSettings, { set, refuse }: GateControl): Decider {
  let isFollowed = false
  /** The reader opened the question, or overrode the signal. */
  let isWanted = readChoice(false)?.withSignal === true

  const take = (data: unknown, isOk: boolean): void => {
    const decision = isOk && (isWanted || !hasSignal()) ? decisionIn(data) : undefined
    if (!decision) return
    set(decision.flags)
    // For other tabs (CONS-22).
    if (decision.isNew || !readChoice(false)) store(decision.flags)
  }
  const follow = (): boolean => {
    const api = window.__tcfapi
    if (isFollowed || typeof api !== 'function') return isFollowed
    isFollowed = true
    api('addEventListener', 2, take)
    return true
  }
  let loading: Promise<boolean> | undefined
  const load = (): Promise<boolean> => {
    if (!platform) return Promise.resolve(follow())
    if (!loading) {
      installStub()
      loading = loadScript(platform.script)
      follow()
    }
    return loading
  }
  const isRefused = async (): Promise<boolean> => {
    if (isWanted) return false
    return hasSignal() || (readChoice(false) === undefined && (await isSignalSent()))
  }
  let isAsked = false
  const loadUnlessRefused = async (): Promise<void> => {
    if (isAsked || !platform) return
    isAsked = true
    if (await isRefused()) refuse()
    else await load()
  }

  addEventListener('storage', ({ key }) => {
    const choice = key === CHOICE_KEY ? readChoice(false) : undefined
    // Another tab's grant says nothing to this platform.
    if (choice) set(flagsOf(CATEGORIES.filter((category) => choice.granted[category] === undefined)))
  })
  if (!platform && !follow()) {
    const timer = setInterval(() => follow() && clearInterval(timer), LOOK_EVERY)
    setTimeout(() => clearInterval(timer), LOOK_FOR)
  }
  return {
    wanted: () => void loadUnlessRefused(),
    async change() {
      isWanted = true
      return (await inTime(load(), CLICK_LIMIT)) && isLoaded() && display()
    },
    isAlone: () => isFollowed,
  }
}

function isLoaded(): boolean {
  let ping: unknown
  window.__tcfapi?.('ping', 2, (data) => {
    ping = data
  })
  return window.__tcfapi !== undefined && field(ping, 'cmpLoaded') !== false
}

/** TCF has no such command, but platforms share this one. */
function display(): boolean {
  let isThere = true
  window.__tcfapi?.('displayConsentUi', 2, (_data, isOk) => {
    isThere = isOk !== false
  })
  return isThere
}

function store(flags: Flags): void {
  const granted = CATEGORIES.filter((category) => purposesOf(category).every((purpose) => flags[purpose] === true))
  writeChoice({
    granted: Object.fromEntries(granted.map((category) => [category, []])),
    refused: CATEGORIES.filter((category) => !granted.includes(category)),
    withSignal: hasSignal(),
    until: endOf(Date.now()),
  })
}

function flagsOf(refused: readonly Category[]): Flags {
  return Object.fromEntries(refused.flatMap(purposesOf).map((purpose) => [purpose, false]))
}

function inTime(promise: Promise<boolean>, limit: number): Promise<boolean> {
  return Promise.race([promise, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), limit))])
}

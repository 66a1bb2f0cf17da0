import type { BrowserSettings } from '../../../integrations/browser-settings.ts'
import { SETTINGS_ID, waitsForConsent } from '../../../integrations/settings.ts'
import {
  type ConsentParts,
  type Decider,
  type Flag,
  type Flags,
  flagsIn,
  type GateControl,
  PURPOSES,
  type Purpose,
} from './purposes.ts'
import { hasSignal } from './signal.ts'

export interface ConsentGate {
  isGranted(purpose: Purpose): boolean
  /** Absent: unchanged since the page opened. */
  decisionOn(purpose: Purpose): Flag | undefined
  /** @param canStop `run` stops without consent, not with the document */
  whenGranted(purpose: Purpose, run: () => void, canStop?: boolean): void
  onChange(listener: (isGranted: ConsentGate['isGranted']) => void): void
  /** @returns false: no question comes */
  change(): Promise<boolean>
}

const NOBODY: Decider = { wanted: () => {}, change: async () => false, isAlone: () => false }

let shared: ConsentGate | undefined

export function consentGate(parts: ConsentParts): ConsentGate {
  shared ??= createConsentGate(readSettings() ?? { consent: 'preset' }, parts)
  return shared
}

function createConsentGate(settings: BrowserSettings, parts: ConsentParts): ConsentGate {
  const granted = new Set<Purpose>(settings.consent === 'preset' && !hasSignal() ? PURPOSES : [])
  const decisions: Flags = {}
  const waiting = new Map<Purpose, Array<{ run: () => void; canStop: boolean }>>()
  /** Ends with the document alone. */
  const running = new Set<Purpose>()
  const listeners: Array<(isGranted: ConsentGate['isGranted']) => void> = []
  const isGranted = (purpose: Purpose): boolean => granted.has(purpose)

  const start = (purpose: Purpose, run: () => void, canStop: boolean): void => {
    if (!canStop) running.add(purpose)
    run()
  }
  const set = (flags: Flags): void => {
    for (const purpose of PURPOSES) {
      const flag = flags[purpose]
      if (flag === undefined) continue
      decisions[purpose] = flag
      if (flag === true) granted.add(purpose)
      else granted.delete(purpose)
    }
    for (const listener of listeners) listener(isGranted)
    if ([...running].some((purpose) => !granted.has(purpose))) {
      parts
        .withdrawal()
        .then(({ withdraw }) => withdraw())
        .catch(() => location.reload())
      return
    }
    for (const purpose of granted) {
      const runs = waiting.get(purpose) ?? []
      waiting.delete(purpose)
      for (const { run, canStop } of runs) start(purpose, run, canStop)
    }
  }
  const refuse = (): void =>
    set(Object.fromEntries(PURPOSES.flatMap((purpose) => (granted.has(purpose) ? [] : [[purpose, false]]))))
  const control: GateControl = { set, refuse, waiting: () => [...waiting.keys()] }
  const decider = deciderOf(settings, control, parts)
  let decides = NOBODY
  decider.then(
    (ready) => {
      decides = ready
      for (const purpose of waiting.keys()) ready.wanted(purpose)
    },
    () => {},
  )
  if (settings.consent === 'own' || settings.consent === 'cmp') {
    addEventListener('szpalta:consent', (event) => {
      if (!decides.isAlone()) set(flagsIn((event as CustomEvent<unknown>).detail))
    })
  }
  return {
    isGranted,
    decisionOn: (purpose) => decisions[purpose],
    whenGranted(purpose, run, canStop = false) {
      if (granted.has(purpose)) {
        start(purpose, run, canStop)
        return
      }
      waiting.set(purpose, [...(waiting.get(purpose) ?? []), { run, canStop }])
      decides.wanted(purpose)
    },
    onChange: (listener) => void listeners.push(listener),
    change: () => decider.then((ready) => ready.change()).catch(() => false),
  }
}

async function deciderOf(settings: BrowserSettings, control: GateControl, parts: ConsentParts): Promise<Decider> {
  switch (settings.consent) {
    case 'own':
      return (await parts.own()).askReaders(settings, control, parts)
    case 'cmp':
      return (await parts.platform()).followPlatform(settings, control, parts)
    case 'preset':
    case 'none':
      return NOBODY
  }
}

export function startConsentChange(gate: ConsentGate): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-consent-settings]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void gate.change().then((isOpen) => {
      if (!isOpen) location.assign(link.href)
    })
  })
}

/** A click opens the question (CONS-8), or suffices where nobody can ask (CONS-14). */
export function loadWhenGranted(box: HTMLElement, waiting: string, run: () => void, parts: ConsentParts): void {
  if (!waitsForConsent(readSettings()?.consent ?? 'preset')) {
    run()
    return
  }
  const gate = consentGate(parts)
  const notice = box.querySelector('.embed-notice')
  gate.whenGranted('embeds', run)
  if (gate.isGranted('embeds')) return
  if (notice) notice.textContent = waiting
  void gate.change()
}

export function readSettings(): BrowserSettings | undefined {
  // The settings become scripts; no CMS content is in the head.
  const text = document.head.querySelector(`script#${SETTINGS_ID}`)?.textContent
  return text ? (JSON.parse(text) as BrowserSettings) : undefined
}

import type { BrowserSettings } from '../../../integrations/browser-settings.ts'
import { CATEGORIES, type Category } from '../../../integrations/third-party.ts'
import { CHOICE_KEY, type Choice, decisionOn, endOf, readChoice, writeChoice } from './choice.ts'
import { type ConsentParts, type Decider, type Flags, type GateControl, type Purpose, purposesOf } from './purposes.ts'
import { hasSignal } from './signal.ts'

export function askReaders(
  { asks = {}, dialogStyles = '' }: BrowserSettings,
  { set, refuse, waiting }: GateControl,
  parts: Pick<ConsentParts, 'dialog'>,
): Decider {
  const categories = CATEGORIES.filter((category) => asks[category] !== undefined)
  /** For forbidden storage. */
  let ofDocument: Choice | undefined
  const current = (): Choice | undefined => readChoice(hasSignal()) ?? ofDocument
  const decision = (category: Category) => decisionOn(current(), category, asks[category] ?? [])
  const apply = (): void => set(flagsOf(categories, decision))

  const decide = (accepted: readonly string[]): void => {
    const isAccepted = (category: Category): boolean => accepted.includes(category)
    ofDocument = {
      granted: Object.fromEntries(categories.filter(isAccepted).map((category) => [category, asks[category] ?? []])),
      refused: categories.filter((category) => !isAccepted(category)),
      withSignal: hasSignal() || isSignalled,
      until: endOf(Date.now()),
    }
    writeChoice(ofDocument)
    follow()
  }

  let isOpen = false
  /** Scripts do not see the request's signal. */
  let isSignalled = false
  const open = async (kind: 'question' | 'settings'): Promise<boolean> => {
    if (isOpen) return true
    isOpen = true
    try {
      const { openDialog } = await parts.dialog()
      const granted = categories.filter((category) => decision(category) === 'granted')
      const outcome = await openDialog({ kind, categories, granted, styles: dialogStyles, decide })
      if (outcome === 'signalled') refuse()
      isSignalled = outcome === 'signalled' || isSignalled
      return outcome !== 'failed'
    } catch {
      return false
    } finally {
      isOpen = false
    }
  }
  const isAsked = (purpose: Purpose): boolean =>
    categories.some((category) => purposesOf(category).includes(purpose) && decision(category) === 'open')
  let isSettled = false
  const askOnce = (): void => {
    if (isSettled || hasSignal() || !waiting().some(isAsked)) return
    isSettled = true
    void open('question')
  }

  let hadChoice = false
  const follow = (): void => {
    const hasChoice = current() !== undefined
    if (hasChoice || hadChoice) apply()
    hadChoice = hasChoice
  }
  // Another tab decided, or this one returns.
  addEventListener('storage', ({ key }) => {
    if (key === CHOICE_KEY || key === null) follow()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow()
  })
  follow()
  return { wanted: askOnce, change: () => open('settings'), isAlone: () => false }
}

const FLAGS = { granted: true, refused: false, open: 'open' } as const

function flagsOf(categories: readonly Category[], decision: (category: Category) => keyof typeof FLAGS): Flags {
  const flags: Flags = {}
  for (const category of categories) {
    for (const purpose of purposesOf(category)) flags[purpose] = FLAGS[decision(category)]
  }
  return flags
}

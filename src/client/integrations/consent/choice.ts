import { CATEGORIES, type Category } from '../../../integrations/third-party.ts'

/** The only store of the choice (CONS-19). */
export const CHOICE_KEY = 'consent'
const MONTHS = 6

export interface Choice {
  /** Ids of third parties. */
  granted: Partial<Record<Category, string[]>>
  refused: Category[]
  /** It overrides the browser's signal (CONS-21). */
  withSignal: boolean
  /** Milliseconds since 1970. */
  until: number
}

/** Six months by the calendar, in milliseconds since 1970. */
export function endOf(now: number): number {
  const end = new Date(now)
  end.setUTCMonth(end.getUTCMonth() + MONTHS)
  return end.getTime()
}

/** @param hasSignal refuses a choice made without it */
export function readChoice(hasSignal: boolean, now = Date.now()): Choice | undefined {
  try {
    const choice = choiceIn(JSON.parse(localStorage.getItem(CHOICE_KEY) ?? 'null'))
    if (!choice || choice.until <= now || choice.until > endOf(now)) return undefined
    return hasSignal && !choice.withSignal ? undefined : choice
  } catch {
    return undefined
  }
}

export function writeChoice(choice: Choice): void {
  try {
    localStorage.setItem(CHOICE_KEY, JSON.stringify(choice))
  } catch {}
}

function choiceIn(value: unknown): Choice | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { granted, refused, withSignal, until } = value as Record<string, unknown>
  if (typeof granted !== 'object' || granted === null || typeof until !== 'number') return undefined
  const list = (of: unknown): string[] =>
    Array.isArray(of) ? of.filter((one): one is string => typeof one === 'string') : []
  const known: Choice['granted'] = {}
  for (const category of CATEGORIES) {
    const ids: unknown = Reflect.get(granted, category)
    if (Array.isArray(ids)) known[category] = list(ids)
  }
  const no = list(refused)
  return {
    granted: known,
    refused: CATEGORIES.filter((category) => no.includes(category)),
    withSignal: withSignal === true,
    until,
  }
}

/**
 * A new third party brings the question back.
 * @param ids of third parties now
 */
export function decisionOn(
  choice: Choice | undefined,
  category: Category,
  ids: readonly string[],
): 'granted' | 'refused' | 'open' {
  if (!choice) return 'open'
  const granted = choice.granted[category]
  if (granted) return ids.every((id) => granted.includes(id)) ? 'granted' : 'open'
  return choice.refused.includes(category) ? 'refused' : 'open'
}

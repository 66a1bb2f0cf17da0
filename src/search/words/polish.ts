import { POLISH_ENDINGS } from './polish-endings.ts'

/** What an ending is replaced with. */
interface Replacement {
  removed: number
  added: string
}

/** A stem has at least as many letters. */
const MIN_STEM = 2

const { replacements, longest } = parsed(POLISH_ENDINGS)

/**
 * The stem that the inflected forms of a Polish word share, by its longest known ending (docs/decisions/066-search.md).
 * @param word without diacritics, lower case
 */
export function polishStem(word: string): string {
  // Neither numbers nor words with digits are inflected.
  if (word.length <= MIN_STEM || !/^[a-z]+$/.test(word)) return word
  for (let length = Math.min(longest, word.length); length > 0; length--) {
    const replacement = replacements.get(word.slice(-length))
    if (!replacement) continue
    const stem = word.slice(0, word.length - replacement.removed) + replacement.added
    return stem.length < MIN_STEM ? word : stem
  }
  return word
}

function parsed(text: string): { replacements: ReadonlyMap<string, Replacement>; longest: number } {
  const replacements = new Map<string, Replacement>()
  let longest = 0
  for (const [, ending = '', removed = '', added = ''] of text.matchAll(/([a-z]+):(\d+)([a-z]*)/g)) {
    replacements.set(ending, { removed: Number(removed), added })
    longest = Math.max(longest, ending.length)
  }
  return { replacements, longest }
}

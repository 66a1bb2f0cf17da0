import { foldWord } from './fold.ts'
import { POLISH_ENDINGS } from './polish-endings.ts'
import { STOP_WORDS } from './stop-words.ts'

interface Replacement {
  removed: number
  added: string
}

/** A shorter stem would be another word ("mail" is not "ma"). */
const MIN_STEM = 3
/** Only diacritics distinguish these from others: "mają" is not of "Maja". */
const WRITTEN_STEMS: ReadonlyMap<string, string> = new Map([
  ['mają', 'miec'],
  ['rąk', 'rek'],
])
/** Begins endings that are a whole word. */
const BEGINNING = '^'

const { replacements, longest } = parsed(POLISH_ENDINGS)

export function polishStemOf(written: string): string {
  return WRITTEN_STEMS.get(written.toLowerCase()) ?? polishStem(foldWord(written))
}

/**
 * Removes a word's longest known ending (docs/decisions/066-search.md).
 * @param word without diacritics, lower case
 */
function polishStem(word: string): string {
  // Numbers, and words with digits or symbols, are not inflected.
  if (word.length < MIN_STEM || !/^[a-z]+$/.test(word)) return word
  const whole = BEGINNING + word
  for (let length = Math.min(longest, whole.length); length > 0; length--) {
    const replacement = replacements.get(whole.slice(-length))
    if (!replacement) continue
    const stem = word.slice(0, word.length - replacement.removed) + replacement.added
    if (stem.length >= MIN_STEM && !STOP_WORDS.pl.has(stem)) return stem
  }
  return word
}

function parsed(text: string): { replacements: ReadonlyMap<string, Replacement>; longest: number } {
  const replacements = new Map<string, Replacement>()
  let longest = 0
  for (const [, ending = '', removed = '', added = ''] of text.matchAll(/(\^?[a-z]+):(\d+)([a-z]*)/g)) {
    replacements.set(ending, { removed: Number(removed), added })
    longest = Math.max(longest, ending.length)
  }
  return { replacements, longest }
}

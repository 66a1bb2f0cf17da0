/** Letters of the shortest words that may have one typing error, and two. */
const MIN_FOR_ONE = 5
const MIN_FOR_TWO = 8

export function allowedErrors(word: string): number {
  // Another number or symbol is no typing error.
  if (/[^\p{L}]/u.test(word)) return 0
  if (word.length < MIN_FOR_ONE) return 0
  return word.length < MIN_FOR_TWO ? 1 : 2
}

/**
 * A letter is wrong, missing or too many, or two are swapped.
 * @param sorted by UTF-16 units
 * @returns places in the list with their errors
 */
export function termsWithErrors(
  sorted: readonly string[],
  word: string,
  most: number,
): Array<{ at: number; errors: number }> {
  const matches: Array<{ at: number; errors: number }> = []
  const width = word.length + 1
  const rows = [Uint8Array.from({ length: width }, (_, column) => column)]
  let before = ''
  for (let at = 0; at < sorted.length; ) {
    const term = sorted[at] ?? ''
    const shared = sharedBeginning(before, term)
    before = term
    /** Letters that cannot begin a match. */
    let hopeless = 0
    for (let row = shared + 1; row <= term.length; row++) {
      const previous = rows[row - 1]
      if (!previous) break
      const current = rows[row] ?? new Uint8Array(width)
      rows[row] = current
      if (fillRow(current, previous, rows[row - 2], word, term, row) > most) {
        hopeless = row
        break
      }
    }
    if (hopeless > 0) {
      before = term.slice(0, hopeless)
      at = firstWithout(before, sorted, at)
      continue
    }
    const errors = rows[term.length]?.[word.length] ?? most + 1
    if (errors <= most) matches.push({ at, errors })
    at += 1
  }
  return matches
}

/** The first place after `from` whose term has another beginning. */
function firstWithout(beginning: string, sorted: readonly string[], from: number): number {
  let step = 1
  while (sorted[from + step]?.startsWith(beginning)) step *= 2
  let [low, high] = [from + (step >> 1), Math.min(from + step, sorted.length)]
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]?.startsWith(beginning)) low = middle
    else high = middle
  }
  return high
}

/** @returns the least number of errors in the row */
function fillRow(
  current: Uint8Array,
  previous: Uint8Array,
  beforePrevious: Uint8Array | undefined,
  word: string,
  term: string,
  row: number,
): number {
  current[0] = Math.min(row, 255)
  let least = row
  for (let column = 1; column <= word.length; column++) {
    const isSame = word[column - 1] === term[row - 1]
    let errors = Math.min(
      (previous[column] ?? 0) + 1,
      (current[column - 1] ?? 0) + 1,
      (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
    )
    const isSwapped = column > 1 && row > 1 && word[column - 1] === term[row - 2] && word[column - 2] === term[row - 1]
    if (isSwapped && beforePrevious) errors = Math.min(errors, (beforePrevious[column - 2] ?? 0) + 1)
    current[column] = Math.min(errors, 255)
    least = Math.min(least, errors)
  }
  return least
}

function sharedBeginning(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one[length] === other[length]) length++
  return length
}

/** Letters of the shortest word with an ending that no rule knows, and of the longest such ending. */
const MIN_WORD = 4
const MAX_ENDING = 2
/** Endings of languages with Latin letters; in others any letters may be one. */
const ENDING = /^(?:[aeiouyns]|e[dgjmnrs]|[oiy]m|ow|mi|k[aiou]|i[aeou]|[^a-z]+)$/

/** Removes an ending that no rule knows: "blockchainy" is "blockchain", "unikod" is not "unik". */
export function withoutUnknownEnding(folded: string): string[] {
  const lengths = Array.from({ length: MAX_ENDING }, (_, at) => folded.length - 1 - at)
  return lengths
    .filter((length) => length >= MIN_WORD && ENDING.test(folded.slice(length)))
    .map((length) => folded.slice(0, length))
}

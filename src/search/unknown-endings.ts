/** Letters of the shortest word that may have an ending which no rule knows, and of the longest such ending. */
const MIN_WORD = 4
const MAX_ENDING = 2
/** Endings of the languages with Latin letters; in others any letters may be one. */
const ENDING = /^(?:[aeiouyns]|e[dgjmnrs]|[oiy]m|ow|mi|k[aiou]|i[aeou]|[^a-z]+)$/

/** What a word is without an ending that no rule knows: "blockchainy" is "blockchain", "unikod" is not "unik". */
export function withoutUnknownEnding(folded: string): string[] {
  const lengths = Array.from({ length: MAX_ENDING }, (_, at) => folded.length - 1 - at)
  return lengths
    .filter((length) => length >= MIN_WORD && ENDING.test(folded.slice(length)))
    .map((length) => folded.slice(0, length))
}

/** Optimal string alignment: a letter added, dropped or changed, or neighbours swapped. */
export function editDistance(one: string, other: string): number {
  let last: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++) {
      const changed = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1)
      const isSwapped = i > 0 && j > 0 && one[i] === other[j - 1] && one[i - 1] === other[j]
      const swapped = isSwapped ? (last[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, swapped))
    }
    last = row
    row = next
  }
  return row.at(-1) ?? 0
}

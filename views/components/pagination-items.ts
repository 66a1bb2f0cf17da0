/** Numbered pages shown at once (spec 9, "Pagination window"). */
const WINDOW = 6
/** The window begins this far before the current page: n-2 to n+3 (decision 61). */
const BEFORE = 2

/**
 * The numbers of a pagination: six pages around the current one, shifted at the ends, the first and the last page, and
 * a gap only where more than one page is hidden (decisions 38 and 61).
 * @returns nothing when the list has at most one page; the current page is clamped
 */
export function paginationItems(current: number, max: number): Array<number | 'gap'> {
  if (max <= 1) return []
  const page = Math.min(Math.max(Math.trunc(current), 1), max)
  const from = Math.max(1, Math.min(page - BEFORE, max - WINDOW + 1))
  const to = Math.min(max, from + WINDOW - 1)
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [...hidden([1, from - 1]), ...pages, ...hidden([max, to + 1]).reverse()]
}

/**
 * What stands for the hidden pages between an end of the list and the window, from the end inwards.
 * @param range the end of the list and the hidden page next to the window
 */
function hidden([end, inner]: [number, number]): Array<number | 'gap'> {
  const isFirst = end === 1
  const count = isFirst ? inner - end + 1 : end - inner + 1
  if (count <= 0) return []
  if (count === 1) return [end]
  return count === 2 ? [end, inner] : [end, 'gap']
}

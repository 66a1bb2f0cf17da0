/** PAGE-17. */
const WINDOW = 6
/** Pages before the current one (PAGE-17). */
const BEFORE = 2

/**
 * A gap replaces hidden pages where there is more than one (PAGE-17).
 * @returns nothing for at most one page; the current page is clamped
 */
export function paginationItems(current: number, max: number): Array<number | 'gap'> {
  if (max <= 1) return []
  const page = Math.min(Math.max(Math.trunc(current), 1), max)
  const from = Math.max(1, Math.min(page - BEFORE, max - WINDOW + 1))
  const to = Math.min(max, from + WINDOW - 1)
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [...hidden([1, from - 1]), ...pages, ...hidden([max, to + 1]).reverse()]
}

/** @param range the end of the list, and the hidden page next to the window */
function hidden([end, inner]: [number, number]): Array<number | 'gap'> {
  const isFirst = end === 1
  const count = isFirst ? inner - end + 1 : end - inner + 1
  if (count <= 0) return []
  if (count === 1) return [end]
  return count === 2 ? [end, inner] : [end, 'gap']
}

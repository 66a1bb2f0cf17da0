/** Characters; longer ones are sentences. */
const LONGEST = 24
/** `−12,5%`, `21 mln`, `0,1 ETH`. */
const NUMBER = /^[~≈<>≤≥±+\-−–]?\s?[€$£]?\d[\d\s.,]*(?:[%‰°×€$£]|\p{L}{1,5}\.?)?$/u
const MISSING = /^[-–—]?$/
const FEWEST = 2

export interface CellText {
  text: string
  colSpan?: number
  rowSpan?: number
}

/**
 * Aligned for comparison (BLOCK-14), except the first, which names rows.
 * @returns numbers of columns, from 0
 */
export function numericColumns(rows: ReadonlyArray<readonly CellText[]>): Set<number> {
  const numbers = new Map<number, number>()
  const others = new Set<number>([0])
  placed(rows, ({ text, colSpan = 1 }, column) => {
    const written = text.trim()
    if (MISSING.test(written)) return
    if (colSpan > 1 || written.length > LONGEST || !NUMBER.test(written)) others.add(column)
    else numbers.set(column, (numbers.get(column) ?? 0) + 1)
  })
  const columns = [...numbers].filter(([column, count]) => count >= FEWEST && !others.has(column))
  return new Set(columns.map(([column]) => column))
}

/** Spans move cells of the rows below. */
export function placed<C extends Omit<CellText, 'text'>>(
  rows: ReadonlyArray<readonly C[]>,
  visit: (cell: C, column: number) => void,
): void {
  let taken: number[] = []
  for (const row of rows) {
    const below = taken.map((count) => Math.max(0, count - 1))
    let column = 0
    for (const cell of row) {
      while (taken[column]) column += 1
      visit(cell, column)
      for (let at = column; at < column + (cell.colSpan ?? 1); at += 1) below[at] = (cell.rowSpan ?? 1) - 1
      column += cell.colSpan ?? 1
    }
    taken = below
  }
}

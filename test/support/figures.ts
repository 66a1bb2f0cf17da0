/** Measurements of a suite, printed as one table at its end. */
export interface Figures {
  add(fault: string, measured: string, limit?: string): void
  print(): void
}

export function createFigures(): Figures {
  const rows: Array<[string, string, string]> = []
  return {
    add: (fault, measured, limit = '') => void rows.push([fault, measured, limit]),
    print() {
      if (rows.length === 0) return
      const lines = [['fault', 'measured', 'limit'], ...rows]
      const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
      const text = lines.map((line) =>
        line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join(' | ')
          .trimEnd(),
      )
      // Not through the console: the runner would add the source of each line.
      process.stderr.write(`\n${text.join('\n')}\n`)
    },
  }
}

export const MEGABYTE = 1024 * 1024

export const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`
export const milliseconds = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`

/** The smallest of the values that is not below `share` of them. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

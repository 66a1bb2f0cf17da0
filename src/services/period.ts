const MILLISECONDS = { h: 3_600_000, d: 24 * 3_600_000, w: 7 * 24 * 3_600_000 } as const
const PERIOD = /^([1-9]\d{0,2})([hdw])$/
const MAX_DAYS = 366

/** Parses `12h`, `7d` or `2w` to milliseconds; undefined for anything else, and for more than a year. */
export function periodOf(written: string): number | undefined {
  const [, count = '', unit] = PERIOD.exec(written) ?? []
  if (unit !== 'h' && unit !== 'd' && unit !== 'w') return undefined
  const period = Number(count) * MILLISECONDS[unit]
  return period <= MAX_DAYS * MILLISECONDS.d ? period : undefined
}

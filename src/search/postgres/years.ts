import { createHash } from 'node:crypto'
import { elapsed } from '../../system/clock.ts'
import { INDEX_LIMIT_MS, literal, oneAtATime, type RunSql, SCHEMA } from './run-sql.ts'

export interface Year {
  /** The first date, and the first one after it. */
  since: string
  before: string
}

const [FIRST, LAST] = [1990, 2099]
const END = '\u{10ffff}'
const STARTS = ['', ...Array.from({ length: LAST - FIRST + 2 }, (_, at) => String(FIRST + at)), END]
/** Another instance may begin a year; until then its articles are among the newest. */
const TTL_MS = 60_000

/** A CMS may invent dates; years are few. */
export function yearOf(published: string): Year {
  const next = STARTS.findIndex((start) => published < start)
  return { since: STARTS[next - 1] ?? '', before: STARTS[next] ?? END }
}

/** Makes the server use the indexes of a year. */
export function within({ since, before }: Year): string {
  return `published >= ${literal(since)} AND published < ${literal(before)}`
}

/**
 * An index for each service and year finds a common word in the newest years, and a beginning in one
 * (docs/decisions/114).
 */
export function yearIndexes(service: string, year: Year): string[] {
  const name = createHash('sha256').update(service).digest('hex').slice(0, 12)
  return (['heads', 'words'] as const).map(
    (column) => `CREATE INDEX IF NOT EXISTS articles_${column}_${name}_${year.since || 'older'} ON ${SCHEMA}.articles
      USING gin (${column}) WITH (fastupdate = off) WHERE service = ${literal(service)} AND ${within(year)}`,
  )
}

/** Years that have indexes. */
export interface Years {
  known(): Promise<readonly Year[]>
  prepare(dates: Iterable<string>): Promise<void>
}

export function createYears(run: RunSql, service: string): Years {
  let looked: { years: Promise<readonly Year[]>; until: number } | undefined
  const look = async (): Promise<readonly Year[]> => {
    const rows = await run(`SELECT since FROM ${SCHEMA}.years WHERE service = $1 ORDER BY since DESC`, [service])
    return rows.map(({ since }) => yearOf(String(since)))
  }
  const known = (): Promise<readonly Year[]> => {
    if (looked && elapsed() < looked.until) return looked.years
    const next = { years: look(), until: elapsed() + TTL_MS }
    looked = next
    next.years.catch(() => {
      if (looked === next) looked = undefined
    })
    return next.years
  }
  return {
    known,
    async prepare(dates) {
      const years = new Map([...dates].map(yearOf).map((year) => [year.since, year]))
      for (const { since } of await known()) years.delete(since)
      for (const year of years.values()) {
        const noted = `INSERT INTO ${SCHEMA}.years VALUES (${literal(service)}, ${literal(year.since)}) ON CONFLICT DO NOTHING`
        await run(oneAtATime([...yearIndexes(service, year), noted]), [], INDEX_LIMIT_MS)
        looked = undefined
      }
    },
  }
}

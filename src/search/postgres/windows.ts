import { elapsed } from '../../system/clock.ts'
import { type RunSql, SCHEMA } from './run-sql.ts'

/** Numbers of the newest articles that are searched before all are. */
const SIZES = [8000, 64_000]
/** New articles move the windows slowly. Milliseconds. */
const TTL_MS = 600_000

/**
 * Where the newest articles of a service begin: a word of every tenth article is found often enough in few of them, and a
 * rare one costs little in all.
 * @returns their oldest dates, the newest first; the last is empty, and means all
 */
export function createWindows(run: RunSql, service: string): () => Promise<readonly string[]> {
  let known: { windows: Promise<readonly string[]>; until: number } | undefined
  const look = async (): Promise<readonly string[]> => {
    const dates: string[] = []
    for (const size of SIZES) {
      const [row] = await run(
        `SELECT published FROM ${SCHEMA}.articles WHERE service = $1 ORDER BY published DESC, id OFFSET ${size} LIMIT 1`,
        [service],
      )
      if (!row) break
      dates.push(String(row.published))
    }
    return [...dates, '']
  }
  return () => {
    if (known && elapsed() < known.until) return known.windows
    const windows = look()
    const next = { windows, until: elapsed() + TTL_MS }
    known = next
    windows.catch(() => {
      if (known === next) known = undefined
    })
    return windows
  }
}

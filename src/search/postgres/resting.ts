import { elapsed } from '../../system/clock.ts'
import { READ_LIMIT_MS, type RunSql } from './run-sql.ts'

/** Milliseconds until a database that did not answer is looked at again. */
const FIRST_LOOK = 1000
const NEXT_LOOK = 10_000

export class DatabaseResting extends Error {
  override readonly name = 'DatabaseResting'
}

/**
 * Statements of a database that hangs fail at once (SEARCH-20).
 * @param firstLook milliseconds
 * @param nextLook milliseconds
 */
export function withRests(run: RunSql, firstLook = FIRST_LOOK, nextLook = NEXT_LOOK): RunSql {
  let isResting = false
  const look = (): void => {
    run('SELECT 1').then(
      () => {
        isResting = false
      },
      () => lookAfter(nextLook),
    )
  }
  const lookAfter = (pause: number): void => void setTimeout(look, pause).unref()
  return async (sql, values, limit = READ_LIMIT_MS) => {
    if (isResting) throw new DatabaseResting('the database has not answered of late, and is looked at again soon')
    const startedAt = elapsed()
    try {
      return await run(sql, values, limit)
    } catch (error) {
      if (!isResting && elapsed() - startedAt >= limit * LATE) {
        isResting = true
        lookAfter(firstLook)
      }
      throw error
    }
  }
}

/** An earlier failure was a response. */
const LATE = 0.9

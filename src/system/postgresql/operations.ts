import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Operation } from '../sql/operation.ts'
import type { Connections } from './connections.ts'
import { within } from './connections.ts'
import { migrate, type Tables } from './migrate.ts'
import { failureOf, runInTransaction, UnknownOutcomeError } from './transaction.ts'

interface OperationsSettings {
  connections: Connections
  tables: Tables
  /** Milliseconds for all attempts. */
  limit: number
  onMigrated?(client: PoolClient): Promise<void>
  errorOf(reason: 'timeout' | 'unusable', detail: string): Error
}

export interface PostgresOperations {
  run<T>(operation: () => Operation<T>, isRead: boolean): Promise<T>
  ready(): Promise<void>
  /** Other work, repeated like operations. */
  use<T>(work: (client: PoolClient, until: number) => Promise<T>): Promise<T>
}

const MIGRATION_LIMIT_MS = 120_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 800
const MAX_PENDING = 1000

/** Repeats what fails before its `COMMIT` until it is late; later failures have an unknown outcome. */
export function createPostgresOperations({
  connections,
  tables,
  limit,
  onMigrated,
  errorOf,
}: OperationsSettings): PostgresOperations {
  let pending = 0
  let awaySince: number | undefined
  let migrated: Promise<void> | undefined

  const prepared = (): Promise<void> => {
    const limitOfMigration = performance.now() + MIGRATION_LIMIT_MS
    migrated ??= connections
      .use(limitOfMigration, async (client) => {
        await within(migrate(client, tables, MIGRATION_LIMIT_MS), limitOfMigration)
        await onMigrated?.(client)
      })
      .catch((error: unknown) => {
        migrated = undefined
        throw error
      })
    return migrated
  }
  const repeated = async <T>(attempt: (until: number) => Promise<T>): Promise<T> => {
    if (pending >= MAX_PENDING) throw errorOf('timeout', 'too many calls wait')
    pending += 1
    const until = performance.now() + limit
    try {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        try {
          const value = await attempt(until)
          awaySince = undefined
          return value
        } catch (error) {
          const now = performance.now()
          const { kind, detail, lacksTables } = failureOf(error)
          if (error instanceof UnknownOutcomeError) {
            throw errorOf('timeout', `whether it was written is unknown: ${detail}`)
          }
          // An emptied database gets its tables again.
          const isRepeatable = kind === 'passing' || (lacksTables && migrated !== undefined)
          if (lacksTables) migrated = undefined
          if (!isRepeatable) throw errorOf('unusable', detail)
          awaySince ??= now
          if (now + pause > until || now - awaySince > limit) throw errorOf('timeout', detail)
          await wait(pause)
        }
      }
    } finally {
      pending -= 1
    }
  }
  return {
    run: (operation, isRead) =>
      repeated(async (until) => {
        await within(prepared(), until)
        return connections.use(until, (client) =>
          runInTransaction(client, operation(), { schema: tables.schema, isRead, until }),
        )
      }),
    ready: () => repeated((until) => within(prepared(), until)),
    use: (work) => repeated((until) => connections.use(until, (client) => work(client, until))),
  }
}

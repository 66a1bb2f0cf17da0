import { createPostgresStore } from '../../src/features/newsletter/store/postgres/postgres-store.ts'
import { reachOf } from '../../src/system/clear-text.ts'
import type { DatabaseSettings } from '../../src/system/postgresql/connections.ts'
import { bad, type Check, type Finding, good, weak } from './check.ts'

/** Checks the subscribers' database without changing it (SUB-24). */
export function databaseChecks(database: DatabaseSettings): Check[] {
  return [{ title: 'Looking at the database of subscribers', run: () => serverOf(database) }]
}

async function serverOf(database: DatabaseSettings): Promise<Finding> {
  const { host, port } = database
  const place = host.startsWith('/') ? host : `${host}:${port}`
  const store = createPostgresStore({ database, notify: () => {} })
  try {
    const { version, notDurable, isEncrypted } = await store.server()
    const says = `PostgreSQL ${version} at ${place} takes subscribers, ${isEncrypted ? 'by TLS' : 'without TLS'}.`
    if (notDurable.length > 0) {
      return weak(
        `${says} A power cut may take subscribers that were acknowledged: ${notDurable.join(' and ')} is off there.`,
        `Switch ${notDurable.join(' and ')} on in the settings of the server.`,
      )
    }
    if (!isEncrypted && !host.startsWith('/') && reachOf(host) !== 'machine') {
      return weak(
        `${says} Everybody on that network can read the addresses.`,
        'Set sslmode=verify-full in DATABASE_URL, or sslmode=require where the server has a certificate of its own making.',
      )
    }
    return good(says)
  } catch (error) {
    return bad(
      `The database of subscribers at ${place} cannot be used (${error instanceof Error ? error.message : String(error)}).`,
      'Correct DATABASE_URL, or start the server. Where its certificate is not that of a known authority, name it in sslrootcert, or set sslmode=require.',
    )
  } finally {
    await store.close()
  }
}

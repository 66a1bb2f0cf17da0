import { type DatabaseSettings, sharedConnections } from '../../../system/postgresql/connections.ts'
import { createPostgresOperations } from '../../../system/postgresql/operations.ts'
import { effectOf, operationOf } from './operations/operations.ts'
import { DATABASE_TABLES } from './schema.ts'
import { type PushStore, PushStoreError, storeOver } from './store.ts'

const CALL_LIMIT_MS = 8000

export function createPostgresStore(database: DatabaseSettings): PushStore {
  const connections = sharedConnections(database)
  const operations = createPostgresOperations({
    connections,
    tables: DATABASE_TABLES,
    limit: CALL_LIMIT_MS,
    errorOf: (_reason, detail) => new PushStoreError(detail),
  })
  return storeOver(
    (name, ...args) => operations.run(() => operationOf(name, args), effectOf(name) === 'read'),
    () => connections.close(),
  )
}

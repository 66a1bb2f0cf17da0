import { createReadStream, existsSync } from 'node:fs'
import { emailKey } from '../../../content/newsletter.ts'
import type { DatabaseSettings } from '../../../system/postgresql/connections.ts'
import { FileBusyError, reasonOf } from '../../../system/sql/sqlite.ts'
import type { Notify } from './notice.ts'
import type { StorePlace } from './open-store.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import { hasStrayParts, partsSetAside, withFile } from './sqlite/subscriber-file.ts'

export interface Removal {
  removed: ReadonlyArray<{ email: string; services: readonly string[] }>
  /** Broken files that contain one of the addresses. */
  remainsIn: readonly string[]
  problem?: string
}

/**
 * Portals may use the store meanwhile (SUB-12). It is scrubbed without a match too (SUB-13): an interrupted run may
 * have removed them.
 * @returns undefined without a store
 */
export async function removeSubscribers(
  { file, database }: StorePlace,
  emails: readonly string[],
  opening: { at: string; notify: Notify },
): Promise<Removal | undefined> {
  const distinct = [...new Map(emails.map((email) => [emailKey(email), email])).values()]
  return database ? removeFromDatabase(database, distinct, opening.notify) : removeFromFile(file, distinct, opening)
}

async function removeFromDatabase(
  database: DatabaseSettings,
  emails: readonly string[],
  notify: Notify,
): Promise<Removal> {
  const store = createPostgresStore({ database, notify })
  try {
    const services = await store.remove(emails)
    const removed = emails.map((email, index) => ({ email, services: services[index] ?? [] }))
    const problem = await store.scrub().then(() => undefined, reasonOf)
    return { removed, remainsIn: [], problem }
  } finally {
    await store.close()
  }
}

async function removeFromFile(
  path: string,
  emails: readonly string[],
  opening: { at: string; notify: Notify },
): Promise<Removal | undefined> {
  if (!existsSync(path) && !hasStrayParts(path) && partsSetAside(path).length === 0) return undefined
  const services = emails.map(() => new Set<string>())
  await withFile(path, opening, (file) => {
    for (const [index, names] of file.call('remove', emails).entries()) {
      for (const name of names) services[index]?.add(name)
    }
    if (!file.isInPlace()) throw new FileBusyError('the file is replaced again and again')
  })
  const removed = emails.map((email, index) => ({ email, services: [...(services[index] ?? [])] }))
  const problem = await withFile(path, opening, (file) => file.scrub()).then(() => undefined, reasonOf)
  const remainsIn: string[] = []
  for (const part of partsSetAside(path)) if (await holdsAny(part, emails.map(emailKey))) remainsIn.push(part)
  return { removed, remainsIn, problem }
}

async function holdsAny(file: string, texts: readonly string[]): Promise<boolean> {
  const longest = Math.max(...texts.map((text) => text.length))
  let tail = ''
  for await (const chunk of createReadStream(file, 'latin1')) {
    const text = tail + String(chunk).toLowerCase()
    if (texts.some((sought) => text.includes(sought))) return true
    tail = text.slice(-longest)
  }
  return false
}

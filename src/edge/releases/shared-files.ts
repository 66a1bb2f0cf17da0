import type { LastingValues, Store } from '../../system/store/store.ts'
import { isHashedName } from './file-names.ts'
import { bodiesOf, MAX_TEXT_LENGTH } from './file-text.ts'
import type { FileSource } from './other-releases.ts'
import { digestOf, type Seal } from './seal.ts'

/** Files of a build are available for this long after its last instance has ended (REL-1). Milliseconds. */
const LASTS = 7 * 86_400_000
/** A running build begins that time again when this much of it has passed. Milliseconds. */
const RENEWED_AFTER = 3_600_000
/** The braces keep all keys on one node of a Redis Cluster. */
const TABLE = '{release-files}'
/** Least time between two readings of the table, which bounds the cost of invented names. Milliseconds. */
const READ_PAUSE = 1000
/** A larger table was not written by releases of a week. */
const MAX_FILES = 20_000

export interface SharedFilesSettings {
  store: Pick<Store, 'get'> & { lasting: LastingValues }
  seal: Seal
  wallClock?: () => number
}

export interface SharedFiles extends FileSource {
  /**
   * Stores files that the store lacks, and begins the time of all of them again.
   * @param files by their names
   * @throws {StoreError}
   */
  publish(files: ReadonlyMap<string, OwnFile>): Promise<void>
}

export interface OwnFile {
  digest: string
  /** The stored form. @throws when the build is gone */
  text(): Promise<string>
}

const keyOf = (name: string): string => `${TABLE}:${name}`

export function createSharedFiles({
  store: { get, lasting },
  seal,
  wallClock = Date.now,
}: SharedFilesSettings): SharedFiles {
  let table: ReadonlyMap<string, string> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const read = async (): Promise<void> => {
    readAt = wallClock()
    table = await lasting.fields(TABLE)
  }
  const readOnce = (): Promise<void> => {
    // The clock may have been set back.
    if (Math.abs(wallClock() - readAt) >= READ_PAUSE)
      reading ??= read().finally(() => {
        reading = undefined
      })
    return reading ?? Promise.resolve()
  }
  const recordOf = (name: string, text: string | undefined) => {
    const record = text === undefined ? undefined : seal.opened(name, text)
    return record && record.until > wallClock() ? record : undefined
  }

  return {
    async publish(files) {
      const before = await lasting.fields(TABLE)
      const storedUntil = (name: string, { digest }: OwnFile): number => {
        const record = recordOf(name, before.get(name))
        return record?.digest === digest ? record.until : 0
      }
      const ending = [...files].filter(([name, file]) => storedUntil(name, file) < wallClock() + LASTS)
      if (ending.length === 0) return
      const lifetime = LASTS + RENEWED_AFTER
      const exist = await lasting.prolong(
        ending.map(([name]) => keyOf(name)),
        lifetime,
      )
      for (const [index, [name, file]] of ending.entries()) {
        if (!exist[index] || storedUntil(name, file) === 0) await lasting.put(keyOf(name), await file.text(), lifetime)
      }
      const until = wallClock() + lifetime
      const records = ending.map(([name, { digest }]) => [name, seal.sealed(name, { until, digest })] as const)
      // The table comes last, so that it names nothing that is not stored.
      await lasting.setFields(TABLE, new Map(records), lifetime)
      const old = [...before].filter(([name, text]) => !files.has(name) && isOver(text, wallClock()))
      if (old.length > 0) {
        await lasting.removeFields(
          TABLE,
          old.map(([name]) => name),
        )
      }
    },
    async find(name) {
      if (!isHashedName(name)) return undefined
      if (!recordOf(name, table.get(name))) await readOnce()
      const record = table.size > MAX_FILES ? undefined : recordOf(name, table.get(name))
      if (!record) return undefined
      const text = await get(keyOf(name))
      if (text === undefined || text.length > MAX_TEXT_LENGTH || digestOf(text) !== record.digest) return undefined
      return { ...(await bodiesOf(text)), until: record.until }
    },
  }
}

/** Records of another deployment's secret may go too. */
function isOver(text: string, now: number): boolean {
  const until = Number(text.split(' ', 1)[0])
  return !(until > now)
}

import { createHash, createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { LastingValues, Store } from '../../system/store/store.ts'
import type { FileSource } from './other-releases.ts'
import { isHashedName, MAX_FILE_BYTES } from './other-releases.ts'

/** SHA-256 of the text, and milliseconds of the wall clock, which instances share. */
interface FileRecord {
  until: number
  digest: string
}

interface Seal {
  sealed(name: string, record: FileRecord): string
  opened(name: string, text: string): FileRecord | undefined
}

/** `until digest code`. */
const PARTS = 3
const KEY_BYTES = 32

/** @param secret stretched, because the store shows its results */
export async function createSeal(secret: string): Promise<Seal> {
  const stretched = await promisify<string, string, number, Buffer>(scrypt)(secret, 'szpalta release files', KEY_BYTES)
  const codeOf = (name: string, { until, digest }: FileRecord): string =>
    createHmac('sha256', stretched).update(`${name} ${until} ${digest}`).digest('base64url')
  return {
    sealed: (name, record) => `${record.until} ${record.digest} ${codeOf(name, record)}`,
    opened(name, text) {
      const parts = text.split(' ')
      const [until = '', digest = '', code = ''] = parts
      const record = { until: Number(until), digest }
      if (parts.length !== PARTS || !Number.isSafeInteger(record.until)) return undefined
      return isSame(code, codeOf(name, record)) ? record : undefined
    },
  }
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const FORMS = { br: 'br ', identity: 'id ' } as const
/** Base64 takes four characters for three bytes. */
const MAX_TEXT_LENGTH = Math.ceil(MAX_FILE_BYTES / 3) * 4 + FORMS.br.length

export function textOf({ identity, br }: { identity: Buffer; br?: Buffer | undefined }): string {
  return br ? FORMS.br + br.toString('base64') : FORMS.identity + identity.toString('base64')
}

/** @throws when it is no such text, or too large */
async function bodiesOf(text: string): Promise<{ identity: Buffer; br?: Buffer }> {
  const form = text.slice(0, FORMS.br.length)
  const bytes = Buffer.from(text.slice(FORMS.br.length), 'base64')
  if (form === FORMS.identity) return { identity: bytes }
  if (form !== FORMS.br) throw new Error('not a file')
  const identity = await promisify(brotliDecompress)(bytes, { maxOutputLength: MAX_FILE_BYTES })
  return { identity, br: bytes }
}

/** Milliseconds after a build's last instance has ended (REL-1). */
const LASTS = 7 * 86_400_000
/** Milliseconds, after which a running build extends its files' time. */
const RENEWED_AFTER = 3_600_000
/** The braces keep all keys on one node of a cluster. */
const TABLE = '{release-files}'
/** Milliseconds between readings of the table, against invented names. */
const READ_PAUSE = 1000
const MAX_FILES = 20_000

export interface SharedFilesSettings {
  store: Pick<Store, 'get'> & { lasting: LastingValues }
  seal: Seal
  wallClock?: () => number
}

export interface SharedFiles extends FileSource {
  /**
   * Extends the time of all files.
   * @param files by their names
   * @throws {StoreError}
   */
  publish(files: ReadonlyMap<string, OwnFile>): Promise<void>
}

export interface OwnFile {
  digest: string
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
      // The table names nothing that is not stored.
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

function isOver(text: string, now: number): boolean {
  const until = Number(text.split(' ', 1)[0])
  return !(until > now)
}

import { createHash, createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * The digest is the SHA-256 of the stored text; `until` is in milliseconds by the wall clock, which instances share.
 */
export interface FileRecord {
  until: number
  digest: string
}

/**
 * Proves that a record comes from an instance of this deployment, and not from somebody else who can write to the
 * store.
 */
export interface Seal {
  sealed(name: string, record: FileRecord): string
  /** @returns undefined for a record that this deployment did not write */
  opened(name: string, text: string): FileRecord | undefined
}

/** `until digest code`. */
const PARTS = 3
const KEY_BYTES = 32

/** @param secret that all instances have; stretched, because the store shows what is made with it */
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

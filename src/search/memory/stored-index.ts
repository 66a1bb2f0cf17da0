import { createHash } from 'node:crypto'
import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { dirname } from 'node:path'
import * as z from 'zod'
import { readRegularFile, replaceFile } from '../../system/files.ts'
import { systemCode } from '../../system/record.ts'
import { takingTurns } from '../../system/steps.ts'
import type { IndexArrays } from './built-index.ts'

const FORM = 1
/** Bytes, some 40,000 articles; a larger index is neither read nor written. */
const MAX_BYTES = 256 * 1024 ** 2
const MAX_HEAD = 1024
/** Bytes processed without a pause. */
const PIECE = 4 * 1024 ** 2
/** Milliseconds; a process that takes longer has ended. */
const LONGEST_MAKING = 600_000
/** Arrays of numbers can lie where the bytes are. */
const ALIGNMENT = 8

const head = z.object({
  form: z.literal(FORM),
  program: z.string(),
  endianness: z.literal(endianness()),
  articles: z.string(),
  digest: z.string(),
  /** In bytes. */
  lengths: z.array(z.number().int().nonnegative()).length(11),
})
const entryList = z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]))

/** With the version of each article, by id. */
export interface StoredIndex {
  arrays: IndexArrays
  versions: ReadonlyMap<string, string>
}

/** A service's file; no function rejects. */
export interface IndexStore {
  read(): Promise<StoredIndex | undefined>
  /** @returns false where nothing can be kept */
  write(index: StoredIndex): Promise<boolean>
  /** Reads the file's head alone. */
  has(versions: ReadonlyMap<string, string>): Promise<boolean>
  /** Does work, unless another process of this folder has begun it. */
  alone(work: () => Promise<void>): Promise<void>
}

export interface IndexStoreSettings {
  file: string
  /** Names what made the index, as words of another program may differ. */
  program(): Promise<string>
  /** Called for each broken file, and once when none can be written. */
  onProblem(error: unknown): void
}

export function createIndexStore({ file, program, onProblem }: IndexStoreSettings): IndexStore {
  let isWritable = true
  const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')
  return {
    async read() {
      try {
        const bytes = await readRegularFile(file, MAX_BYTES)
        const parsed = headOf(bytes)
        // Another release made it.
        if (parsed?.program !== (await program())) return undefined
        return await decoded(bytes, parsed)
      } catch (error) {
        if (!isAbsent(error)) onProblem(error)
        return undefined
      }
    },
    async write({ arrays, versions }) {
      if (!isWritable) return false
      try {
        const parts = partsOf(arrays, versions)
        const lengths = parts.map(({ byteLength }) => byteLength)
        const body = parts.flatMap((part) => [part, new Uint8Array(paddingOf(part.byteLength))])
        if (lengths.reduce((sum, length) => sum + length, MAX_HEAD) > MAX_BYTES) return false
        const written = JSON.stringify({
          ...{ form: FORM, program: await program(), endianness: endianness() },
          ...{ articles: digestOfVersions(versions), digest: await digestOf(body), lengths },
        })
        await replaceFile(file, [Buffer.from(written.padEnd(MAX_HEAD)), ...body])
        return true
      } catch (error) {
        isWritable = false
        onProblem(error)
        return false
      }
    },
    async alone(work) {
      const mark = `${file}.making`
      try {
        await mkdir(dirname(file), { recursive: true })
        const { mtimeMs } = await stat(mark).catch(() => ({ mtimeMs: Date.now() }))
        if (Date.now() - mtimeMs > LONGEST_MAKING) await rm(mark, { force: true })
        await writeFile(mark, '', { flag: 'wx' })
      } catch {
        return
      }
      await work().finally(() => rm(mark, { force: true }))
    },
    async has(versions) {
      try {
        const opened = await open(file, 'r')
        try {
          const { buffer } = await opened.read(Buffer.alloc(MAX_HEAD), 0, MAX_HEAD, 0)
          const parsed = headOf(buffer)
          return parsed?.program === (await program()) && parsed.articles === digestOfVersions(versions)
        } finally {
          await opened.close()
        }
      } catch {
        return false
      }
    },
  }
}

type Head = z.output<typeof head>

function headOf(bytes: Buffer): Head | undefined {
  const parsed = head.safeParse(JSON.parse(bytes.toString('utf8', 0, MAX_HEAD)))
  return parsed.data
}

function partsOf(arrays: IndexArrays, versions: ReadonlyMap<string, string>): Uint8Array[] {
  const { entries, terms, heads, texts, sequence, starts, titleLengths } = arrays
  const listed = entries.map(({ id, category, date }) => [id, category, date, versions.get(id) ?? ''])
  return [
    Buffer.from(JSON.stringify(listed)),
    Buffer.from(terms.join('\n')),
    ...[heads.starts, heads.documents, heads.weights].map(bytesOf),
    ...[texts.starts, texts.documents, texts.weights].map(bytesOf),
    ...[sequence, starts, titleLengths].map(bytesOf),
  ]
}

async function decoded(bytes: Buffer, { lengths, digest }: Head): Promise<StoredIndex> {
  if ((await digestOf([bytes.subarray(MAX_HEAD)])) !== digest) throw new Error('an index of the search is not whole')
  let at = MAX_HEAD
  const parts = lengths.map((length) => {
    const part = bytes.subarray(at, at + length)
    at += length + paddingOf(length)
    return part
  })
  const text = (part: number): string => parts[part]?.toString() ?? ''
  const numbers = (part: number): Uint32Array => {
    const { buffer, byteOffset, byteLength } = parts[part] ?? bytes
    return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT)
  }
  const postings = (first: number): IndexArrays['heads'] => ({
    ...{ starts: numbers(first), documents: numbers(first + 1) },
    weights: parts[first + 2] ?? new Uint8Array(),
  })
  const listed = entryList.parse(JSON.parse(text(0)))
  return {
    versions: new Map(listed.map(([id, , , version]) => [id, version])),
    arrays: {
      entries: listed.map(([id, category, date]) => ({ id, category, date })),
      terms: text(1) === '' ? [] : text(1).split('\n'),
      ...{ heads: postings(2), texts: postings(5) },
      ...{ sequence: numbers(8), starts: numbers(9), titleLengths: numbers(10) },
    },
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function paddingOf(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT
}

async function digestOf(parts: readonly Uint8Array[]): Promise<string> {
  const hash = createHash('sha256')
  const pause = takingTurns()
  for (const part of parts) {
    for (let at = 0; at < part.byteLength; at += PIECE) {
      hash.update(part.subarray(at, at + PIECE))
      await pause()
    }
  }
  return hash.digest('base64url')
}

function digestOfVersions(versions: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
  for (const [id, version] of versions) hash.update(`${id}\n${version}\n`)
  return hash.digest('base64url')
}

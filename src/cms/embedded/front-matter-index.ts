import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'

/**
 * Front matter that was parsed before, by its own words: YAML takes nine tenths of a start's work. What a file says decides,
 * and neither its name nor its dates, so that no edit, copy or renaming gives an article another one's front matter. Schemas
 * check what comes from here as they check what is parsed (SRC-62).
 */
export interface FrontMatterIndex {
  /** Reads the files, each of which may be missing, broken, or of another release; never rejects. */
  load(): Promise<void>
  /** @param parse called for what is not known; what it throws is not remembered */
  valueOf(text: string, parse: () => unknown): unknown
  /** Writes what was used since the last call, where any of it is new; never rejects. */
  save(): Promise<void>
}

export interface FrontMatterFiles {
  /** Read, and never written: made by the build. */
  built?: string | undefined
  /** Read and written; absent: nothing is. */
  own?: string | undefined
}

/** Another form has another number: files of other releases are not read. */
const FORM = 1
/** No newsroom comes near: a million articles. Bytes. */
const MAX_BYTES = 1024 ** 3

const stored = z.object({ form: z.literal(FORM), digest: z.string(), entries: z.string() })
const entries = z.record(z.string(), z.string())

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** @param onError called when the file cannot be written */
export function createFrontMatterIndex(
  { built, own }: FrontMatterFiles,
  onError: (error: unknown) => void,
): FrontMatterIndex {
  /** JSON by digest: strings that nobody has asked for yet are parsed by nobody. */
  let known = new Map<string, string>()
  let used = new Map<string, string>()
  let isNew = false

  const read = async (file: string | undefined): Promise<void> => {
    const bytes = file === undefined ? undefined : await readFile(file).catch(() => undefined)
    if (bytes === undefined || bytes.length > MAX_BYTES) return
    const whole = stored.safeParse(jsonOf(bytes.toString())).data
    if (whole === undefined || digestOf(whole.entries) !== whole.digest) return
    for (const [digest, json] of Object.entries(entries.safeParse(jsonOf(whole.entries)).data ?? {})) {
      known.set(digest, json)
    }
  }

  return {
    async load() {
      await read(built)
      await read(own)
    },
    valueOf(text, parse) {
      const digest = digestOf(text)
      const json = used.get(digest) ?? known.get(digest)
      if (json !== undefined) {
        used.set(digest, json)
        return JSON.parse(json)
      }
      const value = parse()
      const written = JSON.stringify(value)
      // YAML has numbers that JSON lacks.
      if (written !== undefined && isDeepStrictEqual(JSON.parse(written), value)) {
        used.set(digest, written)
        isNew = true
      }
      return value
    },
    async save() {
      const now = used
      // What files say now is in the catalogue; what none says any more is written no more.
      known = new Map()
      if (own === undefined) used = new Map()
      if (own === undefined || !isNew) return
      isNew = false
      const text = JSON.stringify(Object.fromEntries(now))
      const next = `${own}.${process.pid}`
      try {
        await mkdir(dirname(own), { recursive: true })
        await writeFile(next, JSON.stringify({ form: FORM, digest: digestOf(text), entries: text }))
        // Another process reads the old one or the new one, whole.
        await rename(next, own)
      } catch (error) {
        await rm(next, { force: true }).catch(() => {})
        onError(error)
      }
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

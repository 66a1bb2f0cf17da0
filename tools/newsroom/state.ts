import { type FileHandle, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { systemCode } from '../../src/system/record.ts'
import { readIfThere, writeWhole } from './files.ts'
import { ImportSourceError } from './source.ts'

/** The portal ignores it. */
export const STATE_FILE = 'import-state.jsonl'

const written = z.object({
  key: z.string(),
  file: z.string(),
  source: z.string(),
  text: z.string(),
  lacksImages: z.boolean().optional(),
  /** The file was there. */
  isWhole: z.boolean().optional(),
})
const whole = z.object({ whole: z.string() })
const image = z.object({ url: z.string(), path: z.string(), file: z.string() })
const line = z.union([written, image, whole])

export type Written = z.output<typeof written>
export type StoredImage = z.output<typeof image>

export interface ImportState {
  /** Latest first, which may be incomplete. */
  writtenAs(key: string): Written[]
  image(url: string): StoredImage | undefined
  files(): Set<string>
  /** Is durable before the file exists. */
  note(entry: Written | StoredImage): Promise<void>
  noteWhole(key: string): Promise<void>
  close(): Promise<void>
}

/**
 * Appends a line of JSON for each file: a crash damages at most the last.
 * @throws when the folder is not writable
 */
export async function openState(folder: string, isDryRun = false): Promise<ImportState> {
  const file = join(folder, STATE_FILE)
  const articles = new Map<string, Written[]>()
  const images = new Map<string, StoredImage>()
  const remember = (entry: z.output<typeof line>): void => {
    if ('whole' in entry) {
      const [last, ...before] = articles.get(entry.whole) ?? []
      if (last) articles.set(entry.whole, [{ ...last, isWhole: true }, ...before])
    } else if ('url' in entry) images.set(entry.url, entry)
    else articles.set(entry.key, [entry, ...(articles.get(entry.key) ?? [])].slice(0, 2))
  }
  const text = (await readIfThere(file)) ?? ''
  for (const written of text.split('\n')) {
    const entry = lineOf(written)
    if (entry) remember(entry)
  }
  const reading = {
    writtenAs: (key: string) => articles.get(key) ?? [],
    image: (url: string) => images.get(url),
    files: () => new Set([...[...articles.values()].flat(), ...images.values()].map((entry) => entry.file)),
  }
  if (isDryRun)
    return { ...reading, note: async (entry) => remember(entry), noteWhole: async () => {}, close: async () => {} }
  // Drops damaged and superseded lines.
  const known = [...[...articles.values()].flatMap((entries) => [...entries].reverse()), ...images.values()]
  await writeWhole(file, known.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  const handle: FileHandle = await open(file, 'a')
  const append = async (entry: z.output<typeof line>): Promise<void> => {
    remember(entry)
    await handle.appendFile(`${JSON.stringify(entry)}\n`)
  }
  return {
    ...reading,
    async note(entry) {
      await append(entry)
      await handle.datasync()
    },
    // Losing it only brings a removed article back.
    noteWhole: (key) => append({ whole: key }),
    close: () => handle.close(),
  }
}

function lineOf(text: string): z.output<typeof line> | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const LOCK_FILE = 'import-state.lock'

/**
 * @returns releases the lock
 * @throws {ImportSourceError} while another import runs
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, LOCK_FILE)
  const holder = Number(await readFile(file, 'utf8').catch(() => ''))
  if (holder > 0 && !isRunning(holder)) await rm(file, { force: true })
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
  } catch {
    throw new ImportSourceError(`another import (process ${holder}) is at work in ${folder}; if not, remove ${file}`)
  }
  return () => rm(file, { force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}

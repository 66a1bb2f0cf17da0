import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { readIfThere, writeWhole } from './files.ts'

/** Lies in the newsroom folder; the portal reads no such file. */
export const STATE_FILE = 'import-state.jsonl'

const written = z.object({
  key: z.string(),
  /** Relative to the newsroom folder. */
  file: z.string(),
  /** Fingerprint of what the source said. */
  source: z.string(),
  /** Fingerprint of the file as it was written. */
  text: z.string(),
  /** Pictures of it could not be had: the next import tries again. */
  lacksPictures: z.boolean().optional(),
})
const picture = z.object({ url: z.string(), path: z.string(), file: z.string() })
const line = z.union([written, picture])

export type Written = z.output<typeof written>
export type StoredPicture = z.output<typeof picture>

/** What earlier imports wrote into a folder. */
export interface ImportState {
  /** The last two times an article was written, the last one first: the last one may not have come to its end. */
  writtenAs(key: string): Written[]
  picture(url: string): StoredPicture | undefined
  /** Files that imports have named, finished or not. */
  files(): Set<string>
  /** Said before a file is put in its place, and on the disk by then, so that no file is there which nobody knows. */
  note(entry: Written | StoredPicture): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the state of a folder: a line of JSON for each file, appended, so that a crash costs the line that it cut off.
 * @throws when the folder cannot be written to
 */
export async function openState(folder: string): Promise<ImportState> {
  const file = join(folder, STATE_FILE)
  const articles = new Map<string, Written[]>()
  const pictures = new Map<string, StoredPicture>()
  const remember = (entry: Written | StoredPicture): void => {
    if ('url' in entry) pictures.set(entry.url, entry)
    else articles.set(entry.key, [entry, ...(articles.get(entry.key) ?? [])].slice(0, 2))
  }
  const text = (await readIfThere(file)) ?? ''
  for (const written of text.split('\n')) {
    const entry = lineOf(written)
    if (entry) remember(entry)
  }
  // Written anew: what a crash cut off goes, and so do lines that later ones replace.
  const known = [...[...articles.values()].flatMap((entries) => [...entries].reverse()), ...pictures.values()]
  await writeWhole(file, known.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  const handle: FileHandle = await open(file, 'a')
  return {
    writtenAs: (key) => articles.get(key) ?? [],
    picture: (url) => pictures.get(url),
    files: () => new Set([...[...articles.values()].flat(), ...pictures.values()].map((entry) => entry.file)),
    async note(entry) {
      remember(entry)
      await handle.appendFile(`${JSON.stringify(entry)}\n`)
      await handle.datasync()
    },
    close: () => handle.close(),
  }
}

function lineOf(text: string): Written | StoredPicture | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

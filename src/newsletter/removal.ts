import { createReadStream, existsSync } from 'node:fs'
import { emailKey } from '../content/newsletter.ts'
import { hasStrayParts, partsSetAside } from './broken-file.ts'
import type { Notify } from './notice.ts'
import { withFile } from './patience.ts'
import { FileBusyError, reasonOf } from './sqlite-error.ts'

export interface Removal {
  /** Of each address, as it was given, the portals that it was removed from. */
  removed: ReadonlyArray<{ email: string; services: readonly string[] }>
  /** Broken files that were set aside, and hold one of the addresses, or a longer one that it is part of. */
  heldBy: readonly string[]
  /** Why bytes of what was removed may still lie in the file; absent: they do not. */
  problem?: string
}

/**
 * Removes people from the subscribers' file while portals use it (SUB-12): all in one transaction, by the key that tells
 * subscriptions apart. Then nothing of them is left in the file and its log (SUB-13). The file is cleaned also where nobody
 * was found: a run that was cut short may have removed them before.
 * @returns undefined where there is no file
 */
export async function removeSubscribers(
  path: string,
  emails: readonly string[],
  opening: { at: string; notify: Notify },
): Promise<Removal | undefined> {
  if (!existsSync(path) && !hasStrayParts(path) && partsSetAside(path).length === 0) return undefined
  const given = [...new Map(emails.map((email) => [emailKey(email), email])).values()]
  const services = given.map(() => new Set<string>())
  await withFile(path, opening, (file) => {
    for (const [index, names] of file.remove(given).entries()) for (const name of names) services[index]?.add(name)
    if (!file.isInPlace()) throw new FileBusyError('the file is replaced again and again')
  })
  const removed = given.map((email, index) => ({ email, services: [...(services[index] ?? [])] }))
  const problem = await withFile(path, opening, (file) => file.scrub()).then(() => undefined, reasonOf)
  const heldBy: string[] = []
  for (const part of partsSetAside(path)) if (await holdsAny(part, given.map(emailKey))) heldBy.push(part)
  return { removed, heldBy, ...(problem !== undefined && { problem }) }
}

/** Whether the bytes of one of the texts lie in a file, in whatever case. */
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

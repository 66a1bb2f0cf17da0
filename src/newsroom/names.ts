import { createHash } from 'node:crypto'
import { foldPolish } from '../content/slug.ts'

/** Bytes of a file's name that every file system takes are 255; its ending and that of a half-written one come to it. */
const MAX_SLUG_BYTES = 180
/** Characters of a slug that are read at all: what comes from a file may be a text of megabytes. */
const MAX_READ = 1000
/** Names that Windows keeps for devices, with any ending. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/
/** First parts of the portal's own addresses: a page of that name would never be shown. */
const OWN_ADDRESSES = new Set(
  `admin amp api assets author fragment healthz home kategoria media metrics newsletter offline ops plus readyz search tag
  tech version`.split(/\s+/),
)

/**
 * An article's name as a file and in its address, as the site has it where that is safe: letters and digits of any
 * script, `-` and `_`. Nothing in it can leave a folder.
 * @param written percent-encoded where it is not ASCII, as WordPress keeps it
 */
export function articleSlug(written: string): string {
  const name = decodeSlug(written)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
  return cut(name)
}

/** A term's or an author's name in addresses: ASCII, as front matter wants it. */
export function termSlug(written: string): string {
  const decoded = decodeSlug(written)
  const name = foldPolish(decoded)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '')
  if (name !== '') return name
  return `n-${createHash('sha256').update(decoded).digest('hex').slice(0, 8)}`
}

/** Names that are taken, folder by folder; capitals make no other name, as some file systems see it. */
export class TakenNames {
  readonly #taken: Set<string>
  readonly #next = new Map<string, number>()

  /** @param taken names with their folders, without an ending: `pages/kontakt` */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()))
  }

  /**
   * Takes a name in a folder, or the first free one of `name-2`, `name-3` and so on.
   * @param folder absent: the name is no file's
   */
  take(name: string, folder = ''): string {
    const base = `${folder}/${name}`
    let free = name
    for (let copy = this.#next.get(base) ?? 2; this.#isTaken(folder, free); copy++) {
      free = `${name}-${copy}`
      this.#next.set(base, copy + 1)
    }
    this.#taken.add(`${folder}/${free}`.toLowerCase())
    return free
  }

  #isTaken(folder: string, name: string): boolean {
    if (folder !== '' && DEVICES.test(name)) return true
    return (folder === 'pages' && OWN_ADDRESSES.has(name)) || this.#taken.has(`${folder}/${name}`.toLowerCase())
  }
}

function decodeSlug(written: string): string {
  try {
    return decodeURIComponent(written).slice(0, MAX_READ)
  } catch {
    return written.slice(0, MAX_READ)
  }
}

/** Cut between characters. */
function cut(name: string): string {
  let length = 0
  let kept = ''
  for (const character of name) {
    length += Buffer.byteLength(character)
    if (length > MAX_SLUG_BYTES) break
    kept += character
  }
  return kept.replace(/[-_]+$/, '')
}

import { createHash } from 'node:crypto'
import { foldPolish, withSpelledSigns } from '../../src/content/slug.ts'
import { OWN_PATHS } from '../../src/site/service-file.ts'
import { nameSlug } from '../../src/sources/embedded/article-meta.ts'

/** File systems accept names of 255 bytes; the extension and the suffix of an unfinished file count too. */
const MAX_SLUG_BYTES = 180
const MAX_READ = 1000
/** A newsroom reads `readme.md` as a note, and `index.md` as the article that its folder names. */
const UNREAD = new Set(['readme', 'index'])
/** Windows reserves these device names, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/
/** A page with the first path segment of a portal's own page would be unreachable. */
const RESERVED_SEGMENTS = new Set([...OWN_PATHS, 'admin', 'home', 'plus', 'tech'])

/**
 * Keeps an article's name where that is safe: letters and digits of any script, `-` and `_`. It cannot leave a folder.
 * @param written percent-encoded where it is not ASCII, as in WordPress
 */
export function articleSlug(written: string): string {
  const name = decodeSlug(written)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
  return cut(name)
}

/** The portal makes the slug of a Markdown article of its file's name, without the date with which the name may begin. */
export function asciiSlug(slug: string): string {
  const name = nameSlug(slug.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, ''))
  return UNREAD.has(name) ? `${name}-2` : name
}

/** Front matter requires ASCII for terms and authors. */
export function termSlug(written: string): string {
  const decoded = decodeSlug(written)
  const name = foldPolish(withSpelledSigns(decoded))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '')
  if (name !== '') return name
  return `n-${createHash('sha256').update(decoded).digest('hex').slice(0, 8)}`
}

/** Used names, by folder; case-insensitive, as some file systems are. */
export class TakenNames {
  readonly #taken: Set<string>
  readonly #next = new Map<string, number>()

  /** @param taken names with their folders, without extensions: `pages/kontakt` */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()))
  }

  /**
   * Or the first free one of `name-2`, `name-3` and so on.
   * @param folder absent: the name is not a file's
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
    return (folder === 'pages' && RESERVED_SEGMENTS.has(name)) || this.#taken.has(`${folder}/${name}`.toLowerCase())
  }
}

function decodeSlug(written: string): string {
  try {
    return decodeURIComponent(written).slice(0, MAX_READ)
  } catch {
    return written.slice(0, MAX_READ)
  }
}

function cut(name: string): string {
  let length = 0
  let shortened = ''
  for (const character of name) {
    length += Buffer.byteLength(character)
    if (length > MAX_SLUG_BYTES) break
    shortened += character
  }
  return shortened.replace(/[-_]+$/, '')
}

import { createHash } from 'node:crypto'
import { foldPolish, withSpelledSigns } from '../../src/content/slug.ts'
import { OWN_PATHS } from '../../src/site/service-file.ts'
import { nameSlug } from '../../src/sources/embedded/article-meta.ts'

/** Extension and temporary suffix fit the 255 bytes of file systems. */
const MAX_SLUG_BYTES = 180
const MAX_READ = 1000
/** A newsroom gives these other meanings. */
const UNREAD = new Set(['readme', 'index'])
/** Windows reserves these device names, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/
/** A page below these would be unreachable. */
const RESERVED_SEGMENTS = new Set([...OWN_PATHS, 'admin', 'home', 'plus', 'tech'])

/**
 * Keeps letters and digits of any script, `-` and `_`, so that it cannot leave a folder.
 * @param written percent-encoded where it is not ASCII
 */
export function articleSlug(written: string): string {
  const name = decodeSlug(written)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
  return cut(name)
}

/** As the portal names a Markdown article, without a leading date. */
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

/** Case-insensitive, as some file systems are. */
export class TakenNames {
  readonly #taken: Set<string>
  readonly #next = new Map<string, number>()

  /** @param taken without extensions: `pages/kontakt` */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()))
  }

  /**
   * Or `name-2`, `name-3` and so on.
   * @param folder absent: no file's name
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

import { extname } from 'node:path'

/** What a build has for browsers; neither source maps nor the compressed copies next to a file. */
const EXTENSIONS = new Set(['.css', '.js', '.woff2'])
/** `name-HASH.css`: the builder's hash has eight characters. */
const HASH_LENGTH = 8
const MAX_LENGTH = 100
/** A larger file is not shared with other instances. Bytes. */
export const MAX_FILE_BYTES = 1024 * 1024

/** Whether a name is one that a build gives to a file for browsers, so that its content never changes. */
export function isHashedName(name: string): boolean {
  const extension = extname(name)
  if (name.length > MAX_LENGTH || !EXTENSIONS.has(extension)) return false
  const stem = name.slice(0, -extension.length)
  const dash = stem.lastIndexOf('-')
  const hash = stem.slice(dash + 1)
  return (
    dash > 0 && hash.length === HASH_LENGTH && /^[A-Z0-9]+$/.test(hash) && /^[A-Za-z0-9_.-]+$/.test(stem.slice(0, dash))
  )
}

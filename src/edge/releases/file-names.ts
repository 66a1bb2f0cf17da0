import { extname } from 'node:path'

/** Neither source maps nor the compressed copies next to a file are among these. */
const EXTENSIONS = new Set(['.css', '.js', '.woff2'])
/** The builder's hash in `name-HASH.css` has eight characters. */
const HASH_LENGTH = 8
const MAX_LENGTH = 100
/** Larger files are not shared with other instances. Bytes. */
export const MAX_FILE_BYTES = 1024 * 1024

/** Whether a build gives such a name to a file for browsers, so that its content never changes. */
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

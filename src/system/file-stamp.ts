import type { Stats } from 'node:fs'

/** Changes with a file's content. A copy that keeps dates sets `mtime`, but nothing can set `ctime`. */
export function fileStamp({
  mtimeMs,
  ctimeMs,
  size,
  ino,
}: Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino'>): string {
  return [mtimeMs, ctimeMs, size, ino].join(' ')
}

import type { Stats } from 'node:fs'

/**
 * Changes with a file's content, without reading it: the time of its last change on the disk (`ctime`) cannot be set, as
 * that of its content can by a copy that keeps dates.
 */
export function fileStamp({
  mtimeMs,
  ctimeMs,
  size,
  ino,
}: Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino'>): string {
  return [mtimeMs, ctimeMs, size, ino].join(' ')
}

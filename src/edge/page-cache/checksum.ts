import { crc32 } from 'node:zlib'

/** Magic bytes, with the version of the format. */
const MARK = Buffer.from('szpalta pages 2\n')
const HEAD_BYTES = MARK.length + 4

/** Prepends a header that reveals damage and truncation (COST-76). */
export function withChecksum(content: Buffer): [head: Buffer, content: Buffer] {
  const head = Buffer.alloc(HEAD_BYTES)
  MARK.copy(head)
  head.writeUInt32BE(crc32(content), MARK.length)
  return [head, content]
}

/**
 * The content of a file that `withChecksum` made, in the same memory.
 * @throws when the file is damaged, truncated or of another format
 */
export function checkedContent(file: Buffer): Buffer {
  if (!file.subarray(0, MARK.length).equals(MARK) || file.length < HEAD_BYTES) {
    throw new Error('not a cache snapshot, or one of an earlier release')
  }
  const content = file.subarray(HEAD_BYTES)
  if (crc32(content) !== file.readUInt32BE(MARK.length)) throw new Error('damaged: the checksum does not match')
  return content
}

import { crc32 } from 'node:zlib'

/** Begins the file, with the number of its form. */
const MARK = Buffer.from('szpalta pages 2\n')
const HEAD_BYTES = MARK.length + 4

/** The parts of a file that shows by itself whether it is whole (COST-76). */
export function withChecksum(content: Buffer): [head: Buffer, content: Buffer] {
  const head = Buffer.alloc(HEAD_BYTES)
  MARK.copy(head)
  head.writeUInt32BE(crc32(content), MARK.length)
  return [head, content]
}

/**
 * The content of such a file, in the same memory.
 * @throws when a bit of it is another, when it is cut short, or when it is no such file
 */
export function checkedContent(file: Buffer): Buffer {
  if (!file.subarray(0, MARK.length).equals(MARK) || file.length < HEAD_BYTES) {
    throw new Error('it is of an earlier release, or no file of pages')
  }
  const content = file.subarray(HEAD_BYTES)
  if (crc32(content) !== file.readUInt32BE(MARK.length)) throw new Error('its checksum is wrong: it is damaged')
  return content
}

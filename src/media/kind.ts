/** Only the import reads GIF, and converts it to WebP. */
export type ImageKind = 'jpg' | 'png' | 'gif' | 'webp' | 'avif'

/** Detects the format by the first bytes, whatever the file's name is (COST-70). */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('GIF8')) return 'gif'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp'
  return start.slice(4, 12) === 'ftypavif' ? 'avif' : undefined
}

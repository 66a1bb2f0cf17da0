import { imageKind } from '../kind.ts'

/** Images that are served as they are. */
export type PlainKind = 'gif' | 'svg' | 'bmp' | 'ico'

export const PLAIN_TYPES: Record<PlainKind, string> = {
  gif: 'image/gif',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
}
/** Where a vector's first element begins, at the latest. Characters. */
const MAX_PROLOGUE = 4096

/** The kind by the file's first bytes. Text is a vector only where the file's name says so too. */
export function plainKind(body: Buffer, path: string): PlainKind | undefined {
  if (imageKind(body) === 'gif') return 'gif'
  if (body.subarray(0, 2).equals(Buffer.from('BM')) && /\.bmp$/i.test(path)) return 'bmp'
  if (body.subarray(0, 4).equals(Buffer.from([0, 0, 1, 0])) && /\.ico$/i.test(path)) return 'ico'
  const isSvg = /\.svg$/i.test(path) && /<svg[\s>]/.test(body.toString('utf8', 0, MAX_PROLOGUE))
  return isSvg ? 'svg' : undefined
}

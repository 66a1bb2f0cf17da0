import { imageKind } from '../kind.ts'

export type PlainKind = 'gif' | 'svg' | 'bmp' | 'ico'

export const PLAIN_TYPES: Record<PlainKind, string> = {
  gif: 'image/gif',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
}
/** Characters before a vector's first element. */
const MAX_PROLOGUE = 4096

/** Detects the kind by the first bytes. Text is a vector only where the file's name says so too. */
export function plainKind(body: Buffer, path: string): PlainKind | undefined {
  if (imageKind(body) === 'gif') return 'gif'
  if (body.subarray(0, 2).equals(Buffer.from('BM')) && /\.bmp$/i.test(path)) return 'bmp'
  if (body.subarray(0, 4).equals(Buffer.from([0, 0, 1, 0])) && /\.ico$/i.test(path)) return 'ico'
  const isSvg = /\.svg$/i.test(path) && /<svg[\s>]/.test(body.toString('utf8', 0, MAX_PROLOGUE))
  return isSvg ? 'svg' : undefined
}

import { imageKind } from '../image-header.ts'

/** Browsers take none for a document (IMG-22). */
export interface FileType {
  type: string
  isAttachment: boolean
  /** A policy without any right would stop the viewer. */
  hasViewer: boolean
}

const BYTES = 'application/octet-stream'
/** Browsers run none of these. */
const SAFE =
  /^(?:image\/(?:jpeg|png|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|tiff|heic|heif)|audio\/[\w.+-]{1,60}|video\/[\w.+-]{1,60}|font\/[\w.+-]{1,60}|text\/(?:plain|csv|vtt|calendar)|application\/(?:pdf|zip|epub\+zip|rtf|msword|ogg|gzip|x-7z-compressed|vnd\.(?:ms-|openxmlformats-|oasis\.)[\w.+-]{1,100}))$/
const VECTOR = 'image/svg+xml'
const PDF = 'application/pdf'

/** @param written the CMS' type */
export function safeFileType(written: string | undefined): FileType {
  const [essence = '', ...parameters] = (written ?? '').toLowerCase().split(';')
  const type = essence.trim()
  if (type === VECTOR) return { type, isAttachment: true, hasViewer: false }
  if (!SAFE.test(type)) return { type: BYTES, isAttachment: true, hasViewer: false }
  const charset = parameters.map((one) => one.trim()).find((one) => /^charset=[\w-]{1,40}$/.test(one))
  const isText = type.startsWith('text/')
  return {
    type: isText && charset !== undefined ? `${type}; ${charset}` : type,
    isAttachment: false,
    hasViewer: type === PDF,
  }
}

export type PlainKind = 'gif' | 'svg' | 'bmp' | 'ico'

export const PLAIN_TYPES: Record<PlainKind, string> = {
  gif: 'image/gif',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
}
/** Characters before the first element. */
const MAX_PROLOGUE = 4096

/** The name must say that it is a vector. */
export function plainKind(body: Buffer, path: string): PlainKind | undefined {
  if (imageKind(body) === 'gif') return 'gif'
  if (body.subarray(0, 2).equals(Buffer.from('BM')) && /\.bmp$/i.test(path)) return 'bmp'
  if (body.subarray(0, 4).equals(Buffer.from([0, 0, 1, 0])) && /\.ico$/i.test(path)) return 'ico'
  const isSvg = /\.svg$/i.test(path) && /<svg[\s>]/.test(body.toString('utf8', 0, MAX_PROLOGUE))
  return isSvg ? 'svg' : undefined
}

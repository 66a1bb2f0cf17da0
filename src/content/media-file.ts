import type { SafeHtml } from '../system/escape.ts'

export interface MediaSource {
  /** Absolute http(s), or a path of this portal. */
  src: string
  type?: string
}

export interface MediaFile {
  /** One recording in several formats. */
  sources: [MediaSource, ...MediaSource[]]
  /** It loads once the reader plays it. */
  isForeign?: boolean
  /** The CMS defers loading until the reader plays it. */
  isLazy?: boolean
  loop?: boolean
  caption?: SafeHtml
  /** Plain; the accessible name without a caption. */
  title?: string
  artist?: string
  duration?: number
  tracks?: MediaTrack[]
  chapters?: Chapter[]
}

export interface Chapter {
  /** Whole seconds. */
  start: number
  title: string
}

export interface MediaTrack {
  src: string
  kind: 'captions' | 'subtitles' | 'descriptions' | 'chapters'
  language?: string
  label?: string
  isDefault?: boolean
}

const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  aac: 'audio/aac',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  wma: 'audio/x-ms-wma',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',
}

export function mediaTypeOf(src: string): string | undefined {
  const ending = /\.([a-z\d]{2,4})$/i.exec(src.split(/[?#]/, 1)[0] ?? '')?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined
}

/** The whole URL without one. */
export function fileNameOf(src: string): string {
  const path = src.split(/[?#]/, 1)[0] ?? ''
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === '') return src
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

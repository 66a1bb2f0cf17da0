import type { SafeHtml } from '../system/escape.ts'

/** A file of a sound or a video, in one format. */
export interface MediaSource {
  /** An absolute http(s) URL, or a path of this portal. */
  src: string
  /** `audio/mpeg`. */
  type?: string
}

/** What a player of either kind has. */
export interface MediaFile {
  /** The same recording in several formats; at least one. */
  sources: [MediaSource, ...MediaSource[]]
  /** Nothing of a foreign host is loaded before the reader plays it. */
  isForeign?: boolean
  /** The CMS says that nothing is loaded before the reader plays it. */
  isLazy?: boolean
  loop?: boolean
  caption?: SafeHtml
  /** Plain text: its accessible name where it has no caption. */
  title?: string
  artist?: string
  /** Seconds. */
  duration?: number
  tracks?: MediaTrack[]
  /** In the order of their times; none stands empty. */
  chapters?: Chapter[]
}

export interface Chapter {
  /** Whole seconds from the beginning. */
  start: number
  /** Plain text. */
  title: string
}

/** Timed text of a recording. */
export interface MediaTrack {
  src: string
  kind: 'captions' | 'subtitles' | 'descriptions' | 'chapters'
  language?: string
  label?: string
  /** Shown unless the reader chooses otherwise: at most one of a recording's tracks. */
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

/** The MIME type of a file by its ending: `audio/mpeg`; undefined for an ending of no sound or video. */
export function mediaTypeOf(src: string): string | undefined {
  const ending = /\.([a-z\d]{2,4})$/i.exec(src.split(/[?#]/, 1)[0] ?? '')?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined
}

/** The name of a file for readers, without its folder and its query; the whole URL where it has none. */
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

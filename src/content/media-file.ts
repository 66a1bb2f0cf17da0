import type { SafeHtml } from './html/escape.ts'

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
  loop?: boolean
  caption?: SafeHtml
}

/** Timed text of a video. */
export interface MediaTrack {
  src: string
  kind: 'captions' | 'subtitles' | 'descriptions' | 'chapters'
  language?: string
  label?: string
}

/** What the provider says of an animation. */
export type GiphyItem =
  | GiphyAnimation
  /** It has the item, and no video of it. */
  | { kind: 'no-video' }
  /** It is rated above what is shown. */
  | { kind: 'rating' }
  /** It gives none at all, or none to this place, and says why in English. */
  | { kind: 'failed' | 'location'; message: string }

/** A video without end, as the provider keeps it: its URLs are on hosts that the security policy lets through. */
export interface GiphyAnimation {
  kind: 'animation'
  video: string
  /** A still of it. */
  poster?: string
  /** CSS pixels. */
  width: number
  height: number
  /** Where a browser says that the item was seen. */
  pingback?: string
}

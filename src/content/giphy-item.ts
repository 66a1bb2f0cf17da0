/** The provider's response for an animation. */
export type GiphyItem =
  | GiphyAnimation
  /** The item exists, without a video. */
  | { kind: 'no-video' }
  /** The item's rating is above the allowed one. */
  | { kind: 'rating' }
  /** The provider refuses the item, everywhere or in this country, and gives a reason in English. */
  | { kind: 'failed' | 'location'; message: string }

/** A looping video as the provider serves it: its URLs are on hosts that the security policy allows. */
export interface GiphyAnimation {
  kind: 'animation'
  video: string
  /** A still frame. */
  poster?: string
  /** CSS pixels. */
  width: number
  height: number
  /** The URL that a browser calls once the item was seen. */
  pingback?: string
}

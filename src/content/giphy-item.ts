export type GiphyItem =
  | GiphyAnimation
  | { kind: 'no-video' }
  | { kind: 'rating' }
  /** The provider refuses the item and gives a reason in English. */
  | { kind: 'failed' | 'location'; message: string }

/** The URLs are on hosts that the security policy allows. */
export interface GiphyAnimation {
  kind: 'animation'
  video: string
  poster?: string
  width: number
  height: number
  /** A browser calls this URL once the item was seen. */
  pingback?: string
}

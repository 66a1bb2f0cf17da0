/** Why a film does not play: MediaError's codes (spec 8, "Video error codes"). */
export interface Failure {
  code: number
  message: string
}

const UNPLAYABLE = 4
const MESSAGES: Record<number, string> = { 1: 'Aborted', 2: 'Network Error', 3: 'Decode Error' }
/** Types that are not named as their files are. */
const TYPES: Record<string, string> = { m4v: 'video/mp4', mov: 'video/quicktime', ogv: 'video/ogg' }

/** A film's type is its file's extension (decision 67). */
function extensionOf(video: HTMLVideoElement): string {
  return /\.([a-z0-9]+)$/i.exec(new URL(video.src).pathname)?.[1]?.toLowerCase() ?? ''
}

function failure(code: number, video: HTMLVideoElement): Failure {
  const message = MESSAGES[code] ?? `Can not play a video of type "${extensionOf(video)}" on this platform.`
  return { code, message }
}

/** The failure of a film whose type this browser cannot play (spec 5, "Video"). */
export function unplayable(video: HTMLVideoElement): Failure | undefined {
  const extension = extensionOf(video)
  return video.canPlayType(TYPES[extension] ?? `video/${extension}`) === '' ? failure(UNPLAYABLE, video) : undefined
}

/** What a film failed with. */
export function failureOf(video: HTMLVideoElement): Failure {
  return failure(video.error?.code ?? UNPLAYABLE, video)
}

/** Logged, and told to whoever listens. */
export function report(detail: Failure & { id: string }): void {
  console.error(detail.message, detail.id)
  dispatchEvent(new CustomEvent('szpalta:video-error', { detail }))
}

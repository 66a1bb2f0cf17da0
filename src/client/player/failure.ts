/** A playback failure, with a code of MediaError (GIF-13). */
export interface Failure {
  code: number
  message: string
}

const UNPLAYABLE = 4
const MESSAGES: Record<number, string> = { 1: 'Aborted', 2: 'Network Error', 3: 'Decode Error' }
/** Types that differ from their file extensions. */
const TYPES: Record<string, string> = { m4v: 'video/mp4', mov: 'video/quicktime', ogv: 'video/ogg' }

/** The file extension determines a video's type (GIF-13). */
function extensionOf(video: HTMLVideoElement): string {
  return /\.([a-z0-9]+)$/i.exec(new URL(video.src).pathname)?.[1]?.toLowerCase() ?? ''
}

function failure(code: number, video: HTMLVideoElement): Failure {
  const message = MESSAGES[code] ?? `Can not play a video of type "${extensionOf(video)}" on this platform.`
  return { code, message }
}

/** The failure of a video of an unsupported type (GIF-13). */
export function unplayable(video: HTMLVideoElement): Failure | undefined {
  const extension = extensionOf(video)
  return video.canPlayType(TYPES[extension] ?? `video/${extension}`) === '' ? failure(UNPLAYABLE, video) : undefined
}

/** The failure of a video after an error. */
export function failureOf(video: HTMLVideoElement): Failure {
  return failure(video.error?.code ?? UNPLAYABLE, video)
}

/** Logs the failure and dispatches it as an event. */
export function report(detail: Failure & { id: string }): void {
  console.error(detail.message, detail.id)
  dispatchEvent(new CustomEvent('szpalta:video-error', { detail }))
}

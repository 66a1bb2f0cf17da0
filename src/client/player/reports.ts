/** For `dataLayer` (VIEW-7). */
export interface VideoEvent {
  event: 'video'
  action: 'START' | 'QUARTILE'
  percent: number
  id: string
}

const QUARTILES = [25, 50, 75] as const
/** Seconds; a shorter video is watched just before it repeats (GIF-11). */
const SHORT = 10
const NEARLY_ALL = 98

/** Per cent. */
export function progressOf(currentTime: number, duration: number): number {
  const percent = duration > 0 ? (currentTime / duration) * 100 : 0
  return duration < SHORT && percent > NEARLY_ALL ? 100 : percent
}

/** Counts a quartile once. */
export function startMeasuring(root: HTMLElement, video: HTMLVideoElement, id: string): void {
  const bar = root.querySelector<HTMLElement>('.player-progress span')
  const left = new Set<number>(QUARTILES)
  const report = (action: VideoEvent['action'], percent: number): void => {
    const detail: VideoEvent = { event: 'video', action, percent, id }
    dispatchEvent(new CustomEvent('szpalta:video', { detail }))
  }
  const update = (): void => {
    const percent = progressOf(video.currentTime, video.duration)
    if (bar) bar.style.width = `${percent}%`
    for (const quartile of left) {
      if (percent < quartile) break
      left.delete(quartile)
      report('QUARTILE', quartile)
    }
  }
  let frame = 0
  const draw = (): void => {
    update()
    cancelAnimationFrame(frame)
    if (!video.paused) frame = requestAnimationFrame(draw)
  }
  video.addEventListener('playing', () => report('START', 0), { once: true })
  video.addEventListener('play', draw)
  // Hidden tabs draw no frames.
  video.addEventListener('timeupdate', update)
}

export interface Failure {
  code: number
  message: string
}

const UNPLAYABLE = 4
const MESSAGES: Record<number, string> = { 1: 'Aborted', 2: 'Network Error', 3: 'Decode Error' }
const TYPES: Record<string, string> = { m4v: 'video/mp4', mov: 'video/quicktime', ogv: 'video/ogg' }

function extensionOf(video: HTMLVideoElement): string {
  return /\.([a-z0-9]+)$/i.exec(new URL(video.src).pathname)?.[1]?.toLowerCase() ?? ''
}

function failure(code: number, video: HTMLVideoElement): Failure {
  const message = MESSAGES[code] ?? `Can not play a video of type "${extensionOf(video)}" on this platform.`
  return { code, message }
}

/** Logged and sent (GIF-13). */
export function unplayable(video: HTMLVideoElement): Failure | undefined {
  const extension = extensionOf(video)
  return video.canPlayType(TYPES[extension] ?? `video/${extension}`) === '' ? failure(UNPLAYABLE, video) : undefined
}

export function failureOf(video: HTMLVideoElement): Failure {
  return failure(video.error?.code ?? UNPLAYABLE, video)
}

export function report(detail: Failure & { id: string }): void {
  console.error(detail.message, detail.id)
  dispatchEvent(new CustomEvent('szpalta:video-error', { detail }))
}

/** Visible share. */
const SEEN = 0.1

let reported = new WeakMap<Element, Set<string>>()

/** Sends once for each article and return, without cookie and URL (GIF-9). */
export function startPingback(root: HTMLElement, isGranted: () => boolean): void {
  const { player: id = '', pingback: url = '' } = root.dataset
  const article = root.closest('article') ?? document.body
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      const ids = reported.get(article) ?? new Set()
      if (ids.has(id) || !isGranted()) return
      reported.set(article, ids.add(id))
      void fetch(`${url}${url.includes('?') ? '&' : '?'}ts=${Date.now()}`, {
        mode: 'no-cors',
        credentials: 'omit',
        keepalive: true,
        referrerPolicy: 'no-referrer',
      }).catch(() => {})
    },
    { threshold: SEEN },
  )
  observer.observe(root)
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    reported = new WeakMap()
    observer.observe(root)
  })
}

import { hasChapters, playChapter } from './recording-chapters.ts'
import { JUMP, jump } from './recording-keys.ts'

/**
 * The controls of the system, of a headset and of a lock screen (AUDIO-6): what plays, and the actions of the recording
 * that was played last.
 */
export function startSession(figure: HTMLElement, media: HTMLMediaElement): void {
  if (!('mediaSession' in navigator)) return
  media.addEventListener('play', () => {
    const { mediaSession: session } = navigator
    session.metadata = new MediaMetadata(metadataOf(figure, media))
    const chapter = (step: 1 | -1) => (hasChapters(figure) ? () => void playChapter(figure, media, step) : null)
    handle('play', () => void media.play().catch(() => {}))
    handle('pause', () => media.pause())
    handle('seekbackward', ({ seekOffset }) => jump(media, -(seekOffset ?? JUMP)))
    handle('seekforward', ({ seekOffset }) => jump(media, seekOffset ?? JUMP))
    handle('seekto', ({ seekTime }) => {
      if (seekTime !== undefined) media.currentTime = seekTime
    })
    handle('previoustrack', chapter(-1))
    handle('nexttrack', chapter(1))
    showPosition(media)
  })
  for (const event of ['seeked', 'ratechange', 'durationchange'])
    media.addEventListener(event, () => {
      if (!media.paused) showPosition(media)
    })
}

/** A browser refuses the actions that it does not know. */
function handle(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler)
  } catch {
    // It has no such control.
  }
}

function showPosition({ duration, playbackRate, currentTime }: HTMLMediaElement): void {
  // A stream has no end.
  if (!Number.isFinite(duration) || playbackRate <= 0) return
  navigator.mediaSession.setPositionState?.({ duration, playbackRate, position: Math.min(currentTime, duration) })
}

/** The article and its service stand in for what the recording has none of. */
function metadataOf(figure: HTMLElement, media: HTMLMediaElement): MediaMetadataInit {
  const { title, artist } = figure.dataset
  const article = figure.closest<HTMLElement>('[data-article]') ?? document
  const image =
    figure.querySelector('img')?.src || (media instanceof HTMLVideoElement ? media.poster : '') || metaOf('og:image')
  return {
    title: title ?? figure.querySelector('figcaption')?.textContent ?? article.querySelector('h1')?.textContent ?? '',
    artist: artist ?? metaOf('og:site_name') ?? location.hostname,
    album: article.querySelector('h1')?.textContent ?? '',
    ...(image && { artwork: [{ src: image }] }),
  }
}

function metaOf(property: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[property="${property}"]`)?.content
}

import { createMemory } from './memory.ts'
import { hasChapters, playChapter, startChapters, startTimedText } from './recording-places.ts'

/** Adds to the browser's player (AUDIO-3 to AUDIO-9). */
export function start(figure: HTMLElement): void {
  const media = figure.querySelector<HTMLMediaElement>('audio, video')
  if (!media) return
  startPosition(media)
  startOneAtATime(media)
  startChapters(figure, media)
  startTimedText(figure, media)
  startSession(figure, media)
  startKeys(figure, media)
  startSpeed(figure, media)
}

const SPEEDS = [1, 1.25, 1.5, 2, 0.75]

/** Browsers' own menus change the speed too (AUDIO-9). */
function startSpeed(figure: HTMLElement, media: HTMLMediaElement): void {
  const button = figure.querySelector<HTMLButtonElement>('[data-speed]')
  if (!button) return
  const name = button.dataset.speed ?? ''
  const show = (): void => {
    const speed = `${media.playbackRate.toLocaleString(document.documentElement.lang)}×`
    button.textContent = speed
    button.ariaLabel = `${name}: ${speed}`
  }
  button.addEventListener('click', () => {
    const next = SPEEDS[(SPEEDS.indexOf(media.playbackRate) + 1) % SPEEDS.length] ?? 1
    Object.assign(media, { playbackRate: next, defaultPlaybackRate: next })
  })
  media.addEventListener('ratechange', show)
}

function startOneAtATime(media: HTMLMediaElement): void {
  media.addEventListener('play', () => {
    for (const other of document.querySelectorAll<HTMLMediaElement>('[data-feature="recording"] :is(audio, video)'))
      if (other !== media) other.pause()
  })
}

/** Seconds, by URL (AUDIO-4). */
const positions = createMemory('positions', 50, (value): value is number => typeof value === 'number' && value > 0)
/** Seconds at either end that are not remembered. */
const EDGE = 10
const EVERY = 5

function startPosition(media: HTMLMediaElement): void {
  const key = keyOf(media)
  if (key === undefined) return
  const before = positions.get(key)
  // The default start, before the metadata.
  if (before !== undefined) media.currentTime = before
  let noted = before ?? 0
  const note = (): void => {
    const { currentTime, duration } = media
    noted = currentTime
    if (currentTime < EDGE || (Number.isFinite(duration) && currentTime > duration - EDGE)) positions.forget(key)
    else positions.remember(key, Math.floor(currentTime))
  }
  media.addEventListener('timeupdate', () => {
    if (!media.paused && Math.abs(media.currentTime - noted) >= EVERY) note()
  })
  media.addEventListener('pause', note)
  media.addEventListener('ended', () => positions.forget(key))
}

function keyOf(media: HTMLMediaElement): string | undefined {
  return media.querySelector('source')?.src || undefined
}

/** Seconds. */
const JUMP = 10

/** For the focus in the recording (AUDIO-7). */
function startKeys(figure: HTMLElement, media: HTMLMediaElement): void {
  const actions: Record<string, () => void> = {
    k: () => (media.paused ? media.play().catch(() => {}) : media.pause()),
    j: () => jump(media, -JUMP),
    l: () => jump(media, JUMP),
    n: () => playChapter(figure, media, 1),
    p: () => playChapter(figure, media, -1),
  }
  media.setAttribute('aria-keyshortcuts', Object.keys(actions).join(' ').toUpperCase())
  figure.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
}

function jump(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = Math.max(0, media.currentTime + seconds)
}

/** For the system's controls (AUDIO-6). */
function startSession(figure: HTMLElement, media: HTMLMediaElement): void {
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

function handle(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler)
  } catch {}
}

function showPosition({ duration, playbackRate, currentTime }: HTMLMediaElement): void {
  // A stream has no end.
  if (!Number.isFinite(duration) || playbackRate <= 0) return
  navigator.mediaSession.setPositionState?.({ duration, playbackRate, position: Math.min(currentTime, duration) })
}

function metadataOf(figure: HTMLElement, media: HTMLMediaElement): MediaMetadataInit {
  const { title, artist } = figure.dataset
  const article = figure.closest<HTMLElement>('[data-article]') ?? document
  const image =
    figure.querySelector('img')?.src || (media instanceof HTMLVideoElement ? media.poster : '') || metaOf('og:image')
  return {
    title: title ?? figure.querySelector('figcaption')?.textContent ?? article.querySelector('h1')?.textContent ?? '',
    artist: artist ?? metaOf('og:site_name') ?? location.hostname,
    album: article.querySelector('h1')?.textContent ?? '',
    artwork: image ? [{ src: image }] : undefined,
  }
}

function metaOf(property: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[property="${property}"]`)?.content
}

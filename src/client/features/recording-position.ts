import { createMemory } from './memory.ts'

/** Where recordings were stopped, by the URL of their file, in the local storage alone (AUDIO-4). Seconds. */
const positions = createMemory('positions', 50, (value): value is number => typeof value === 'number' && value > 0)
/** A beginning and an end that nobody has to come back to. */
const EDGE = 10
/** Between two notes while it plays. */
const EVERY = 5

/** A recording goes on where it was stopped. Nothing is loaded for that before it plays. */
export function startPosition(media: HTMLMediaElement): void {
  const key = keyOf(media)
  if (key === undefined) return
  const before = positions.get(key)
  // Without metadata it is the browser's default place to begin at.
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

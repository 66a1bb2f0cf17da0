import { startChapters } from './recording-chapters.ts'
import { startKeys } from './recording-keys.ts'
import { startPosition } from './recording-position.ts'
import { startSession } from './recording-session.ts'
import { startTimedText } from './recording-timed-text.ts'

/** Adds to the browser's own player what it lacks (AUDIO-3 to AUDIO-8); without this module it plays all the same. */
export function start(figure: HTMLElement): void {
  const media = figure.querySelector<HTMLMediaElement>('audio, video')
  if (!media) return
  startPosition(media)
  startOneAtATime(media)
  startChapters(figure, media)
  startTimedText(figure, media)
  startSession(figure, media)
  startKeys(figure, media)
}

/** One plays at a time: another one that began has stopped this one (AUDIO-5). */
function startOneAtATime(media: HTMLMediaElement): void {
  media.addEventListener('play', () => {
    for (const other of document.querySelectorAll<HTMLMediaElement>('[data-feature="recording"] :is(audio, video)'))
      if (other !== media) other.pause()
  })
}

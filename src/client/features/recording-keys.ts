import { playChapter } from './recording-chapters.ts'

/** Seconds of a jump; those of Media Session too. */
export const JUMP = 10

/** Keys while the focus is in a recording (AUDIO-7): those that players of video have everywhere, and chapters. */
export function startKeys(figure: HTMLElement, media: HTMLMediaElement): void {
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

export function jump(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = Math.max(0, media.currentTime + seconds)
}

import { clockTime } from '../../content/clock-time.ts'

/**
 * A transcript, and chapters, that a file of timed text has: read when a reader opens them, in place of the link to the
 * file, which stays where it cannot be read (AUDIO-2).
 */
export function startTimedText(figure: HTMLElement, media: HTMLMediaElement): void {
  for (const details of figure.querySelectorAll<HTMLDetailsElement>('details[data-timed]')) {
    const track = [...media.querySelectorAll('track')].find((one) => one.getAttribute('src') === details.dataset.timed)
    if (track) details.addEventListener('toggle', () => show(details, track), { once: true })
  }
}

function show(details: HTMLDetailsElement, element: HTMLTrackElement): void {
  const { track } = element
  const fill = (): void => {
    const cues = [...(track.cues ?? [])].filter((cue) => cue instanceof VTTCue)
    if (cues.length === 0) return
    const list = document.createElement('ol')
    list.className = 'cues'
    list.append(...cues.map((cue) => itemOf(cue, details.dataset.recording ?? '')))
    details.querySelector('p')?.replaceWith(list)
  }
  if (element.readyState === HTMLTrackElement.LOADED) fill()
  element.addEventListener('load', fill, { once: true })
  // Loads it; shown on the video only where a reader has chosen so.
  if (track.mode === 'disabled') track.mode = 'hidden'
}

function itemOf(cue: VTTCue, src: string): HTMLLIElement {
  const [item, link, time] = [document.createElement('li'), document.createElement('a'), document.createElement('time')]
  time.textContent = clockTime(cue.startTime)
  time.dateTime = `PT${Math.floor(cue.startTime)}S`
  link.href = `${src}#t=${cue.startTime}`
  link.dataset.at = String(cue.startTime)
  link.append(time, ' ', cue.getCueAsHTML().textContent)
  item.append(link)
  return item
}
